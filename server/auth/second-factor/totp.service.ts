/** A user's authenticator app. A new secret replaces the current one once the user enters a code from it. */
import { audit } from '../../audit/audit.service.ts';
import { wrongCode } from '../../codes/code.service.ts';
import { timestamp } from '../../core/clock.ts';
import type { Caller, Context, OutsideContext, TransactionContext } from '../../core/context.ts';
import type { Deps } from '../../core/deps.ts';
import { invariant } from '../../core/errors.ts';
import { randomBytes } from '../../core/random-bytes.ts';
import type { Operations } from '../../generated/operations.gen.ts';
import type { SealedColumn } from '../../secrets/reseal.service.ts';
import { takeAttempt } from '../../throttling/throttle.service.ts';
import { getSelf } from '../../users/user.service.ts';
import { updateCredential, voidProofs } from '../sign-in/bearer.repository.ts';
import { signedInCodeThrottles } from '../sign-in/guess-throttles.ts';
import { tellOfSignInMethod } from '../sign-in/sign-in-mail.ts';
import { deleteRecoveryCodes } from './recovery-code.repository.ts';
import { replaceRecoveryCodes } from './recovery-code.service.ts';
import { confirmPending, countFactors, deleteTotp, findTotp, savePending } from './totp.repository.ts';
import { describeSecret, stepOf, TOTP_SECRET_BYTES } from './totp-code.ts';

export async function describeTotp({ db, principal }: Context & Caller): Promise<Operations['totp.self']['response']> {
  const totp = await findTotp(db, principal.user_id);
  const { has_app: is_enabled, codes: recovery_codes_left } = await countFactors(db, principal.user_id);
  return { is_enabled, ...(is_enabled && { created: totp!.created }), recovery_codes_left };
}

export async function createTotp(ctx: TransactionContext & Caller): Promise<Operations['totp.create']['response']> {
  const { db, deps } = ctx;
  const { id: user_id, alias } = await getSelf(ctx);
  const secret = randomBytes(TOTP_SECRET_BYTES);
  const created = timestamp(deps.clock.now());
  await savePending(db, { user_id, pending_secret: deps.sealer.seal(secret, sealedFor(user_id)), created });
  return describeSecret(secret, alias);
}

/** Attempts are counted, so this runs before the transaction. */
export async function checkFirstCode(ctx: OutsideContext & Caller, { code }: { code: string }) {
  const { db, deps, principal } = ctx;
  await takeAttempt(ctx, signedInCodeThrottles(principal));
  const pending_secret = (await findTotp(db, principal.user_id))?.pending_secret;
  const step = pending_secret && (await stepOf(open(deps, principal.user_id, pending_secret), code, deps.clock.now()));
  if (!pending_secret || !step) throw wrongCode();
  return { pending_secret, step };
}

/** Voids the proofs that the user's other sign-ins have given. @returns new recovery codes. */
export async function confirmTotp(
  ctx: TransactionContext & Caller,
  { pending_secret, step: last_step }: Awaited<ReturnType<typeof checkFirstCode>>,
): Promise<string[]> {
  const { db, deps, principal } = ctx;
  const { user_id, credential_id } = principal;
  const created = timestamp(deps.clock.now());
  if (!(await confirmPending(db, { user_id, pending_secret, created, last_step }))) throw wrongCode();
  invariant(credential_id, 'a signed-in user has a sign-in');
  await updateCredential(db, credential_id, { second_factor: 1 });
  await voidProofs(db, user_id, credential_id);
  await audit(ctx, 'totp.confirm');
  await tellOfSignInMethod(ctx, 'totp_on', await getSelf(ctx));
  return replaceRecoveryCodes(ctx);
}

/** Also deletes the recovery codes, unless the user still has a passkey. */
export async function removeTotp(ctx: TransactionContext & Caller): Promise<void> {
  const { user_id } = ctx.principal;
  const isEnabled = (await findTotp(ctx.db, user_id))?.secret;
  await deleteTotp(ctx.db, user_id);
  if ((await countFactors(ctx.db, user_id)).passkeys === 0) await deleteRecoveryCodes(ctx.db, user_id);
  if (!isEnabled) return;
  await audit(ctx, 'totp.delete');
  await tellOfSignInMethod(ctx, 'totp_off', await getSelf(ctx));
}

export async function stepOfUser({ db, deps }: Context, user_id: number, code: string): Promise<number | undefined> {
  const secret = (await findTotp(db, user_id))?.secret;
  return secret ? stepOf(open(deps, user_id, secret), code, deps.clock.now()) : undefined;
}

const sealedFor = (user_id: number) => `totp of user ${user_id}`;
const open = ({ sealer }: Deps, user_id: number, sealed: Buffer) => sealer.open(sealed, sealedFor(user_id));

export const sealedTotps: SealedColumn[] = ['secret', 'pending_secret'].map((column) => ({
  what: column === 'secret' ? 'authenticator app secrets' : 'unconfirmed authenticator app secrets',
  table: 'totps',
  id: 'user_id',
  column,
  context: (id) => sealedFor(Number(id)),
}));
