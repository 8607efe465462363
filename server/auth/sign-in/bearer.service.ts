/** Access and refresh tokens. Only their hashes are stored. */
import { createHmac } from 'node:crypto';
import { addDays, addSeconds, timestamp } from '../../core/clock.ts';
import type { CallOrigin, Context, OutsideContext, Principal, TransactionContext } from '../../core/context.ts';
import type { Deps } from '../../core/deps.ts';
import { accountSuspended, Unauthorized } from '../../core/errors.ts';
import type { Trx } from '../../database/database.ts';
import { randomId } from '../../database/random-id.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Credentials } from '../../generated/operations.gen.ts';
import { hashToken, markedSecret, markKey, randomToken } from '../../secrets/random-secret.ts';
import { touchUser } from '../../users/user.service.ts';
import {
  deleteCredential,
  deleteCredentialsOf,
  findToken,
  findTokenHolder,
  insertCredential,
  insertTokens,
  isSuspended,
  NEVER,
  replaceToken,
  retireTokens,
  updateCredential,
} from './bearer.repository.ts';

const ACCESS_TOKEN_SECONDS = 15 * 60;
const REFRESH_TOKEN_DAYS = 30;
/** The maximum duration of a sign-in, however often it is renewed (OWASP ASVS 5, 7.3.2). */
const SIGN_IN_DAYS = 90;
/** How long a replaced refresh token is still accepted, because the response with the new one may have been lost. */
const RENEWAL_GRACE_SECONDS = 60;

export async function assertNotSuspended({ db }: Context, user_id: number): Promise<void> {
  if (await isSuspended(db, user_id)) throw accountSuspended();
}

/** `second_factor`: whether the user showed more than a password. `is_proof`: whether the sign-in counts as a fresh proof. */
export async function issueCredentials(
  ctx: TransactionContext & { request: CallOrigin },
  { user_id, second_factor, is_proof = true }: { user_id: number; second_factor: boolean; is_proof?: boolean },
): Promise<Credentials> {
  const { db, deps, request } = ctx;
  await assertNotSuspended(ctx, user_id);
  const now = deps.clock.now();
  const id = randomId();
  const credentials = newCredentials({ now, signed_in: now }, markedSecret(markKey(deps)), randomToken());
  const expires = credentials.refresh_token_expires;
  const created = timestamp(now);
  const user_agent = request.user_agent ?? null;
  const times = { created, last_used: created, proven: is_proof ? created : NEVER, expires };
  await insertCredential(db, { id, user_id, ...times, user_agent, second_factor: Number(second_factor) });
  await storeTokens(db, id, credentials);
  return credentials;
}

export async function authenticateAccessToken(ctx: OutsideContext, token: string): Promise<Principal | undefined> {
  const now = ctx.deps.clock.now();
  const holder = await findTokenHolder(ctx.db, hashToken(token), timestamp(now));
  if (!holder) return undefined;
  await touchUser(ctx, holder.id);
  return {
    scheme: 'accessToken',
    merchant_id: holder.merchant_id,
    user_id: holder.id,
    user_type: holder.type,
    ...(holder.role !== null && { role: holder.role }),
    credential_id: holder.credential_id,
    proven: holder.proven,
    is_suspended: holder.suspended !== null,
    lacks_second_factor: holder.require_second_factor === 1 && holder.second_factor === 0,
  };
}

/** A refresh token was used again long after it was replaced: someone has stolen a copy. */
class RefreshTokenReused extends Error {
  readonly credential_id: number;

  constructor(credential_id: number) {
    super('A replaced refresh token was used again');
    this.credential_id = credential_id;
  }
}

/**
 * Exchanges a refresh token for its successors. For a minute after the replacement it returns the same successors again; any other
 * use of a replaced token has to end the sign-in (RFC 9700, 4.14.2), so call this through `endReusedSignIn`.
 */
export async function renewCredentials(
  { db, deps }: TransactionContext,
  { refresh_token }: { refresh_token: string },
): Promise<Credentials> {
  const now = deps.clock.now();
  const hash = hashToken(refresh_token);
  const token = await findToken(db, hash, 'REFRESH');
  if (!token || token.expires <= timestamp(now) || hasEnded(token, now)) throw refused();
  const successor = newCredentials({ now, signed_in: new Date(token.signed_in) }, ...successorsOf(deps, refresh_token));
  if (!(await replaceToken(db, hash, timestamp(now)))) return repeatRenewal(db, now, hash, successor);

  await retireTokens(db, token.credential_id, timestamp(now), timestamp(addSeconds(now, RENEWAL_GRACE_SECONDS)));
  await storeTokens(db, token.credential_id, successor);
  const { refresh_token_expires: expires } = successor;
  await updateCredential(db, token.credential_id, { expires, last_used: timestamp(now) });
  return successor;
}

/** Tokens from before sign-ins had a maximum duration may expire later than their sign-in ends. */
const hasEnded = ({ signed_in }: { signed_in: string }, now: Date) => addDays(new Date(signed_in), SIGN_IN_DAYS) <= now;

/** A refused renewal is rolled back, so the sign-in with the stolen token is ended separately. */
export async function endReusedSignIn<T>(ctx: OutsideContext, renewal: () => Promise<T>): Promise<T> {
  try {
    return await renewal();
  } catch (error) {
    if (!(error instanceof RefreshTokenReused)) throw error;
    await inTransaction(ctx, ({ db }) => deleteCredential(db, error.credential_id));
    throw refused();
  }
}

/** The access token may already have expired. */
export async function revokeCredentials(
  { db }: TransactionContext,
  { access_token }: { access_token: string },
): Promise<void> {
  const token = await findToken(db, hashToken(access_token), 'ACCESS');
  if (token) await deleteCredential(db, token.credential_id);
}

export const endSignIns = (
  { db }: TransactionContext,
  { user_id, except_id }: { user_id: number; except_id?: number | undefined },
): Promise<void> => deleteCredentialsOf(db, user_id, except_id);

/** Returns again the tokens from the renewal that replaced this token, unless the new refresh token has been used since. */
async function repeatRenewal(db: Trx, now: Date, hash: string, successor: Credentials): Promise<Credentials> {
  const token = await findToken(db, hash, 'REFRESH');
  if (!token?.replaced) throw refused();
  const refresh = await findToken(db, hashToken(successor.refresh_token), 'REFRESH');
  const access = await findToken(db, hashToken(successor.access_token), 'ACCESS');
  const inGrace = now.getTime() - Date.parse(token.replaced) <= RENEWAL_GRACE_SECONDS * 1000;
  if (!inGrace || !refresh || !access || refresh.replaced) throw new RefreshTokenReused(token.credential_id);
  return { ...successor, access_token_expires: access.expires, refresh_token_expires: refresh.expires };
}

/** The successors are derived rather than random, so that they can be returned again without being stored. */
function successorsOf(deps: Deps, refresh_token: string): [access: string, refresh: string] {
  const key = deps.deriveKey('token successors');
  const next = (kind: string) => createHmac('sha256', key).update(`${kind} ${refresh_token}`).digest();
  return [markedSecret(markKey(deps), next('access')), next('refresh').toString('base64url')];
}

/** Tokens never outlive their sign-in. */
function newCredentials(
  { now, signed_in }: { now: Date; signed_in: Date },
  access: string,
  refresh: string,
): Credentials {
  const end = addDays(signed_in, SIGN_IN_DAYS);
  const until = (time: Date) => timestamp(time < end ? time : end);
  return {
    access_token: access,
    access_token_expires: until(addSeconds(now, ACCESS_TOKEN_SECONDS)),
    refresh_token: refresh,
    refresh_token_expires: until(addDays(now, REFRESH_TOKEN_DAYS)),
  };
}

async function storeTokens(db: Trx, credential_id: number, tokens: Credentials): Promise<void> {
  const shared = { credential_id, replaced: null };
  await insertTokens(db, [
    { ...shared, kind: 'ACCESS', hash: hashToken(tokens.access_token), expires: tokens.access_token_expires },
    { ...shared, kind: 'REFRESH', hash: hashToken(tokens.refresh_token), expires: tokens.refresh_token_expires },
  ]);
}

const refused = () => new Unauthorized('The refresh token is not valid', 'invalid_credentials');
