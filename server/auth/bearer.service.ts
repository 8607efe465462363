/** Access and refresh tokens. Only their hashes are stored. */
import { createHmac } from 'node:crypto';
import type { Transaction } from 'kysely';
import { addDays, addSeconds, timestamp } from '../core/clock.ts';
import type { Deps } from '../core/deps.ts';
import { Unauthorized } from '../core/errors.ts';
import type { Database } from '../database/database.ts';
import { randomId } from '../database/random-id.ts';
import type { Credentials } from '../generated/operations.gen.ts';
import type { Principal } from '../http/handlers.ts';
import { hashToken, randomToken } from '../secrets/random-secret.ts';
import { touchUser } from '../users/last-used.ts';
import {
  deleteCredential,
  extendCredential,
  findToken,
  findTokenHolder,
  insertCredential,
  insertTokens,
  replaceToken,
  retireTokens,
} from './bearer.repository.ts';

const ACCESS_TOKEN_SECONDS = 15 * 60;
const REFRESH_TOKEN_DAYS = 30;
/** How long a refresh token is still accepted after it was replaced, because the answer with the new one may have been lost. */
const RENEWAL_GRACE_SECONDS = 60;

/** Signs a user in. */
export async function issueCredentials(trx: Transaction<Database>, deps: Deps, userId: number): Promise<Credentials> {
  const now = deps.clock.now();
  const id = randomId();
  const credentials = newCredentials(now, randomToken(), randomToken());
  const expires = credentials.refresh_token_expires;
  await insertCredential(trx, { id, user_id: userId, created: timestamp(now), expires });
  await storeTokens(trx, id, credentials);
  return credentials;
}

/** The holder of a valid access token. */
export async function authenticateAccessToken(deps: Deps, token: string): Promise<Principal | undefined> {
  const now = deps.clock.now();
  const holder = await findTokenHolder(deps.db, hashToken(token), timestamp(now));
  if (!holder) return undefined;
  await touchUser(deps, holder);
  return {
    scheme: 'accessToken',
    merchant_id: holder.merchant_id,
    user_id: holder.id,
    user_type: holder.type,
    credential_id: holder.credential_id,
  };
}

/** A refresh token that was replaced long ago is used again, so somebody has stolen a copy. */
class RefreshTokenReused extends Error {
  readonly credentialId: number;

  constructor(credentialId: number) {
    super('A replaced refresh token was used again');
    this.credentialId = credentialId;
  }
}

/**
 * Exchanges a refresh token for its successors. For a minute after its replacement it gives the same successors again; any
 * other use of a replaced token ends the sign-in (RFC 9700, 4.14.2).
 */
export async function renewCredentials(
  deps: Deps,
  transaction: (work: (ctx: { db: Transaction<Database> }) => Promise<Credentials>) => Promise<Credentials>,
  refreshToken: string,
): Promise<Credentials> {
  try {
    return await transaction(({ db: trx }) => renew(trx, deps, refreshToken));
  } catch (error) {
    if (!(error instanceof RefreshTokenReused)) throw error;
    // The refusal rolled the transaction back, so the sign-in is ended outside of it.
    await deleteCredential(deps.db, error.credentialId);
    throw refused();
  }
}

/** Signs out. The access token may have expired already. */
export async function revokeCredentials(trx: Transaction<Database>, accessToken: string): Promise<void> {
  const token = await findToken(trx, hashToken(accessToken), 'ACCESS');
  if (token) await deleteCredential(trx, token.credential_id);
}

async function renew(trx: Transaction<Database>, deps: Deps, refreshToken: string): Promise<Credentials> {
  const now = deps.clock.now();
  const hash = hashToken(refreshToken);
  const token = await findToken(trx, hash, 'REFRESH');
  if (!token || token.expires <= timestamp(now)) throw refused();
  const successor = newCredentials(now, ...successorsOf(deps, refreshToken));
  if (!(await replaceToken(trx, hash, timestamp(now)))) return repeatRenewal(trx, now, hash, successor);

  await retireTokens(trx, token.credential_id, timestamp(now), timestamp(addSeconds(now, RENEWAL_GRACE_SECONDS)));
  await storeTokens(trx, token.credential_id, successor);
  await extendCredential(trx, token.credential_id, successor.refresh_token_expires);
  return successor;
}

/** Repeats the answer to the renewal that replaced this token, unless one of its tokens was renewed since. */
async function repeatRenewal(
  trx: Transaction<Database>,
  now: Date,
  hash: string,
  successor: Credentials,
): Promise<Credentials> {
  const token = await findToken(trx, hash, 'REFRESH');
  if (!token?.replaced) throw refused();
  const refresh = await findToken(trx, hashToken(successor.refresh_token), 'REFRESH');
  const access = await findToken(trx, hashToken(successor.access_token), 'ACCESS');
  const inGrace = now.getTime() - Date.parse(token.replaced) <= RENEWAL_GRACE_SECONDS * 1000;
  if (!inGrace || !refresh || !access || refresh.replaced) throw new RefreshTokenReused(token.credential_id);
  return { ...successor, access_token_expires: access.expires, refresh_token_expires: refresh.expires };
}

/** The successors are derived and not random, so that they can be given out again although they are not stored. */
function successorsOf(deps: Deps, refreshToken: string): [access: string, refresh: string] {
  const key = deps.deriveKey('token successors');
  const next = (kind: string) => createHmac('sha256', key).update(`${kind} ${refreshToken}`).digest('base64url');
  return [next('access'), next('refresh')];
}

const newCredentials = (now: Date, access: string, refresh: string): Credentials => ({
  access_token: access,
  access_token_expires: timestamp(addSeconds(now, ACCESS_TOKEN_SECONDS)),
  refresh_token: refresh,
  refresh_token_expires: timestamp(addDays(now, REFRESH_TOKEN_DAYS)),
});

async function storeTokens(trx: Transaction<Database>, credentialId: number, tokens: Credentials): Promise<void> {
  const shared = { credential_id: credentialId, replaced: null };
  await insertTokens(trx, [
    { ...shared, kind: 'ACCESS', hash: hashToken(tokens.access_token), expires: tokens.access_token_expires },
    { ...shared, kind: 'REFRESH', hash: hashToken(tokens.refresh_token), expires: tokens.refresh_token_expires },
  ]);
}

const refused = () => new Unauthorized('The refresh token is not valid', 'invalid_credentials');
