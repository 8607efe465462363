import { product_name } from '../../../openapi/facts/product.ts';
import { audit } from '../../audit/audit.service.ts';
import { timestamp } from '../../core/clock.ts';
import {
  actingAs,
  type Caller,
  type Context,
  type OutsideContext,
  type TransactionContext,
} from '../../core/context.ts';
import { describeDevice } from '../../core/describe-device.ts';
import { Conflict, Forbidden, invariant, mustBe, NotFound } from '../../core/errors.ts';
import { BY_CREATION, type PageInput, readPage } from '../../database/page-cursor.ts';
import { randomId } from '../../database/random-id.ts';
import { refuseTaken } from '../../database/unique-violation.ts';
import type { Credentials, NewPasskey, PasskeyCreation } from '../../generated/operations.gen.ts';
import type { BrowserCall } from '../../http/handlers.ts';
import { createUser } from '../../merchants/sign-up.service.ts';
import { normalizeEmail } from '../../users/email-address.ts';
import { getSelf, isEmailTaken } from '../../users/user.service.ts';
import { voidProofs } from '../sign-in/bearer.repository.ts';
import { issueCredentials } from '../sign-in/bearer.service.ts';
import { rememberDevice } from '../sign-in/known-device.ts';
import { tellOfSignInMethod } from '../sign-in/sign-in-mail.ts';
import {
  deletePasskeyRow,
  findPasskeys,
  hasPasskeyOrPassword,
  insertPasskey,
  listCredentialIds,
  type Passkey,
  renamePasskeyRow,
} from './passkey.repository.ts';
import {
  CHALLENGE_SECONDS,
  giveChallenge,
  relyingPartyId,
  takeChallenge,
  type VerifiedPasskey,
  verifyNewPasskey,
} from './passkey-ceremony.service.ts';

/** EdDSA, ES256 and RS256: every device supports at least one. */
const ALGORITHMS = [-8, -7, -257];

/** Like every sign-up, this reveals that an address is taken. @throws Conflict */
export async function refuseTakenEmail(ctx: Context, { email: address }: { email: string }): Promise<string> {
  const email = normalizeEmail(address, 'email');
  if (await isEmailTaken(ctx, { email })) throw emailTaken();
  return email;
}

export async function startSignUp(
  ctx: TransactionContext & BrowserCall,
  input: { email: string },
): Promise<PasskeyCreation> {
  const email = await refuseTakenEmail(ctx, input);
  return creationFor(ctx, { purpose: 'sign_up', user_id: randomId(), email, known: [] });
}

export async function startRegistration(ctx: TransactionContext & Caller & BrowserCall): Promise<PasskeyCreation> {
  const { id: user_id, alias: email } = await getSelf(ctx);
  const known = await listCredentialIds(ctx.db, user_id);
  return creationFor(ctx, { purpose: 'registration', user_id, email, known });
}

interface NewUserPasskey {
  purpose: 'sign_up' | 'registration';
  user_id: number;
  email: string;
  known: string[];
}

async function creationFor(
  ctx: TransactionContext & BrowserCall,
  { purpose, user_id, email, known }: NewUserPasskey,
): Promise<PasskeyCreation> {
  return {
    challenge: await giveChallenge(ctx, { purpose, user_id }),
    rp: { id: relyingPartyId(ctx.deps), name: product_name },
    user: { id: Buffer.from(String(user_id)).toString('base64url'), name: email, displayName: email },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_SECONDS * 1000,
    excludeCredentials: known.map((id) => ({ type: 'public-key', id })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  };
}

interface CheckedNewPasskey {
  user_id: number;
  verified: VerifiedPasskey;
}

/** @throws BadRequest unless this browser has just created the passkey for the user who started the registration. */
export async function checkNewPasskey(
  ctx: OutsideContext & BrowserCall,
  { purpose, passkey, user_id }: { purpose: 'sign_up' | 'registration'; passkey: NewPasskey; user_id?: number },
): Promise<CheckedNewPasskey> {
  const answered = await takeChallenge(ctx, { purpose, client_data: passkey.client_data });
  if (!answered?.user_id || (user_id !== undefined && answered.user_id !== user_id)) throw notMadeHere();
  const verified = await verifyNewPasskey(ctx.deps, passkey, answered.challenge);
  if (!verified) throw notMadeHere();
  return { user_id: answered.user_id, verified };
}

export async function signUpWithPasskey(
  ctx: TransactionContext & BrowserCall,
  { email: address, reference }: { email: string; reference?: string },
  { user_id, verified }: CheckedNewPasskey,
): Promise<Credentials> {
  const email = normalizeEmail(address, 'email');
  const person = { id: user_id, type: 'NATURAL' as const, email, email_verified: false, reference };
  const { merchant_id } = await refuseTaken(emailTaken, () => createUser(ctx, person));
  const { browser, system } = describeDevice(ctx.request.user_agent);
  await storePasskey(ctx, { user_id, verified, name: [browser, system].filter(Boolean).join(', ') || 'Passkey' });
  await audit(actingAs(ctx, { merchant_id, user_id }), 'passkey.sign_up');
  rememberDevice(ctx, { id: user_id, hash: '' });
  return issueCredentials(ctx, { user_id, second_factor: true });
}

export async function addPasskey(
  ctx: TransactionContext & Caller,
  { name, user_id, verified }: CheckedNewPasskey & { name: string },
): Promise<Passkey> {
  const passkey = await storePasskey(ctx, { user_id, verified, name });
  const { credential_id } = ctx.principal;
  invariant(credential_id, 'a signed-in user has a sign-in');
  await voidProofs(ctx.db, user_id, credential_id);
  await audit(ctx, 'passkey.register', passkey.id);
  await tellOfSignInMethod(ctx, 'passkey_added', await getSelf(ctx));
  return passkey;
}

async function storePasskey(
  { db, deps }: TransactionContext,
  { user_id, verified, name }: CheckedNewPasskey & { name: string },
): Promise<Passkey> {
  const created = timestamp(deps.clock.now());
  const passkey = { id: randomId(), user_id, ...verified, name, created, last_used: null };
  await refuseTaken(notMadeHere, () => insertPasskey(db, passkey));
  return passkey;
}

const emailTaken = () => new Conflict('This email is already registered', 'email_taken');

const notMadeHere = () => mustBe('passkey', 'a passkey that this browser has just made', 'another one');

export const listPasskeys = ({ db, principal }: Context & Caller, input: PageInput) =>
  readPage(BY_CREATION, input, (page) => findPasskeys(db, principal.user_id, page));

export async function renamePasskey(
  { db, principal }: TransactionContext & Caller,
  { id, name }: { id: number; name: string },
): Promise<Passkey> {
  const passkey = await renamePasskeyRow(db, principal.user_id, id, name);
  if (!passkey) throw notFound(id);
  return passkey;
}

/** @throws Forbidden for the last way to sign in: a user without a password or a provider must keep one passkey. */
export async function deletePasskey(ctx: TransactionContext & Caller, { id }: { id: number }): Promise<void> {
  const { db, principal } = ctx;
  const { user_id, user_type } = principal;
  if (!(await deletePasskeyRow(db, user_id, id))) throw notFound(id);
  if (user_type === 'NATURAL' && !(await hasPasskeyOrPassword(db, user_id)))
    throw new Forbidden('This is the only way left to sign in. Add another one first', 'last_sign_in_method');
  await audit(ctx, 'passkey.delete', id);
  await tellOfSignInMethod(ctx, 'passkey_removed', await getSelf(ctx));
}

const notFound = (id: number) => new NotFound(`No passkey found with id: ${id}`);
