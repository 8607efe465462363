import { audit } from '../../audit/audit.service.ts';
import { timestamp } from '../../core/clock.ts';
import { actingAs, type OutsideContext, type TransactionContext } from '../../core/context.ts';
import { Unauthorized } from '../../core/errors.ts';
import type { Credentials, PasskeyAssertion, PasskeyRequest } from '../../generated/operations.gen.ts';
import type { BrowserCall } from '../../http/handlers.ts';
import { issueCredentials } from '../sign-in/bearer.service.ts';
import { welcomeDevice } from '../sign-in/sign-in-mail.ts';
import { findPasskeyHolder, type PasskeyHolder, updateCounter } from './passkey.repository.ts';
import {
  CHALLENGE_SECONDS,
  giveChallenge,
  relyingPartyId,
  takeChallenge,
  verifyAssertion,
} from './passkey-ceremony.service.ts';

/** A passkey with a valid signature. `usePasskey` saves its counter in the transaction of the action that needed it. */
export interface CheckedPasskey {
  holder: PasskeyHolder;
  counter: number;
}

export async function startAuthentication(ctx: TransactionContext & BrowserCall): Promise<PasskeyRequest> {
  return {
    challenge: await giveChallenge(ctx, { purpose: 'authentication' }),
    rpId: relyingPartyId(ctx.deps),
    userVerification: 'required',
    timeout: CHALLENGE_SECONDS * 1000,
  };
}

/** @throws Unauthorized, also for a passkey that does not belong to `user_id`. */
export async function checkPasskey(
  ctx: OutsideContext & BrowserCall,
  passkey: PasskeyAssertion,
  user_id?: number,
): Promise<CheckedPasskey> {
  const answered = await takeChallenge(ctx, { purpose: 'authentication', client_data: passkey.client_data });
  const holder = answered && (await findPasskeyHolder(ctx.db, passkey.id));
  if (!holder || (user_id !== undefined && holder.id !== user_id)) throw notAccepted();
  const counter = await verifyAssertion(ctx.deps, passkey, { challenge: answered.challenge, stored: holder });
  if (counter === undefined) throw notAccepted();
  return { holder, counter };
}

/** @throws Unauthorized when the passkey has been deleted, or another request has changed its counter in the meantime. */
export async function usePasskey({ db, deps }: TransactionContext, { holder, counter }: CheckedPasskey): Promise<void> {
  const last_used = timestamp(deps.clock.now());
  if (!(await updateCounter(db, holder.passkey_id, { from: holder.counter, to: counter, last_used })))
    throw notAccepted();
}

/** A passkey counts as two factors: the device that holds it and the fingerprint, face or PIN that unlocks it. */
export async function signInWithPasskey(
  ctx: TransactionContext & BrowserCall,
  checked: CheckedPasskey,
): Promise<Credentials> {
  const { id: user_id, merchant_id } = checked.holder;
  await usePasskey(ctx, checked);
  await audit(actingAs(ctx, { merchant_id, user_id }), 'passkey.authenticate');
  await welcomeDevice(ctx, checked.holder, 'passkey');
  return issueCredentials(ctx, { user_id, second_factor: true });
}

const notAccepted = () => new Unauthorized('The passkey was not accepted', 'wrong_credentials');
