import type { Kysely, Selectable, Transaction } from 'kysely';
import { recordAudit } from '../audit/audit.service.ts';
import { forgetCodes } from '../codes/code.service.ts';
import { addSeconds, timestamp } from '../core/clock.ts';
import type { Caller, Context } from '../core/context.ts';
import type { Deps } from '../core/deps.ts';
import { Forbidden, NotFound } from '../core/errors.ts';
import type { Database } from '../database/database.ts';
import { BY_CREATION, type PageInput, readPage } from '../database/page-cursor.ts';
import { randomId } from '../database/random-id.ts';
import type { AccountUser, AuditAction, ServiceKey, UserProfile } from '../generated/operations.gen.ts';
import type { CallOrigin, Principal } from '../http/handlers.ts';
import { localeOf } from '../mail/locale.ts';
import { hashSecret, matchesHash, randomText, randomToken } from '../secrets/random-secret.ts';
import { emailKey } from './email-address.ts';
import { touchUser } from './last-used.ts';
import {
  deleteUserRow,
  findServiceKey,
  findUser,
  findUserByEmail,
  findUsers,
  insertServiceKey,
  insertUser,
  replaceSecret,
  updateEmail,
} from './user.repository.ts';
import type { UserTable } from './user.table.ts';

/** What other folders use of the stored users. */
export { findUser, hasServiceUser, listUsers, markEmailVerified, moveUser } from './user.repository.ts';

const PUBLIC_KEY_LENGTH = 24;
/** `public-key-` and the first 8 characters: enough to recognise a key. */
const ALIAS_LENGTH = 'public-key-'.length + 8;

type UserRow = Selectable<UserTable>;

/** One page, newest first. */
export async function listAccountUsers(
  { db, principal }: Context & Caller,
  input: PageInput,
): Promise<{ users: AccountUser[]; next_cursor?: string }> {
  const { rows, ...next } = await readPage(BY_CREATION, input, (page) => findUsers(db, principal.merchant_id, page));
  return { users: rows.map(toAccountUser), ...next };
}

/** @throws NotFound, also for a user of another account. */
export async function getUser(db: Kysely<Database>, merchantId: number, id: number): Promise<UserRow> {
  const user = await findUser(db, merchantId, id);
  if (!user) throw new NotFound(`No user found with id: ${id}`);
  return user;
}

export const toProfile = (user: UserRow): UserProfile => ({
  id: user.id,
  type: user.type,
  // Only service users lack an address, and they cannot hold an access token.
  email: user.email!,
  email_verified: user.email_verified === 1,
  alias: user.alias,
  created: user.created,
});

export const toAccountUser = (user: UserRow): AccountUser => ({
  id: user.id,
  type: user.type,
  alias: user.alias,
  ...(user.name !== null && { name: user.name }),
  ...(user.email !== null && { email: user.email, email_verified: user.email_verified === 1 }),
  created: user.created,
  ...(user.last_used !== null && { last_used: user.last_used }),
});

export interface NewPerson {
  merchant_id: number;
  type: Exclude<UserTable['type'], 'SERVICE'>;
  email: string;
  email_verified: boolean;
}

/** Adds a person to an account. @throws a unique violation when the address is registered. */
export async function addPerson(
  trx: Transaction<Database>,
  deps: Deps,
  request: CallOrigin,
  { merchant_id, type, email, email_verified }: NewPerson,
): Promise<number> {
  const id = randomId();
  await insertUser(trx, {
    id,
    merchant_id,
    type,
    email,
    email_key: emailKey(email),
    email_verified: email_verified ? 1 : 0,
    alias: email,
    name: null,
    locale: localeOf(request) ?? 'en',
    created: timestamp(deps.clock.now()),
    last_used: null,
  });
  return id;
}

/** Whether an address is registered, to another user than this one. */
export async function isEmailTaken(db: Kysely<Database>, emailKey: string, userId?: number): Promise<boolean> {
  const holder = await findUserByEmail(db, emailKey);
  return holder !== undefined && holder.id !== userId;
}

/** Gives a user another address, which is unverified. Codes that were sent to the one before are void. */
export async function replaceEmail(
  trx: Transaction<Database>,
  deps: Deps,
  user: Pick<UserRow, 'id' | 'email_key'>,
  email: string,
): Promise<void> {
  await forgetCodes(trx, deps, user);
  await updateEmail(trx, user.id, { email, email_key: emailKey(email) });
}

/** Makes an API key. Its secret is answered and not stored. */
export async function createServiceUser(
  trx: Transaction<Database>,
  deps: Deps,
  principal: Principal,
  request: CallOrigin,
  name: string | undefined,
): Promise<ServiceKey> {
  const id = randomId();
  const publicKey = `public-key-${randomText(PUBLIC_KEY_LENGTH)}`;
  const secret = newSecret();
  await insertUser(trx, {
    id,
    merchant_id: principal.merchant_id,
    type: 'SERVICE',
    email: null,
    email_key: null,
    email_verified: 0,
    alias: publicKey.slice(0, ALIAS_LENGTH),
    name: name ?? null,
    locale: 'en',
    created: timestamp(deps.clock.now()),
    last_used: null,
  });
  const key = { user_id: id, public_key: publicKey, secret_hash: hashSecret(secret) };
  await insertServiceKey(trx, { ...key, previous_secret_hash: null, previous_expires: null });
  await recordAudit(trx, deps, audit(principal, request, 'user.create_service_user', id));
  return { id, public_key: publicKey, secret };
}

/** Gives an API key a new secret. The old one is accepted until the grace period is over. */
export async function rotateServiceUser(
  trx: Transaction<Database>,
  deps: Deps,
  principal: Principal,
  request: CallOrigin,
  { id, grace_period_hours = 24 }: { id: number; grace_period_hours?: number },
): Promise<ServiceKey> {
  const user = await getUser(trx, principal.merchant_id, id);
  if (user.type !== 'SERVICE') throw new Forbidden('Only service users have API keys to rotate', 'wrong_user_type');
  const secret = newSecret();
  const previousExpires = timestamp(addSeconds(deps.clock.now(), grace_period_hours * 3600));
  const publicKey = await replaceSecret(trx, id, hashSecret(secret), previousExpires);
  await recordAudit(trx, deps, audit(principal, request, 'user.rotate_service_user', id));
  return { id, public_key: publicKey, secret };
}

/** Deletes a user or key of the account, with its tokens and keys. */
export async function deleteUser(
  trx: Transaction<Database>,
  deps: Deps,
  principal: Principal,
  request: CallOrigin,
  id: number,
): Promise<void> {
  if (id === principal.user_id) throw new Forbidden('You cannot delete yourself', 'cannot_delete_self');
  const user = await getUser(trx, principal.merchant_id, id);
  await removeUser(trx, deps, user);
  await recordAudit(trx, deps, audit(principal, request, 'user.delete', id));
}

/** Removes a user from its account, with all passwords, keys and sign-ins. */
export async function removeUser(
  trx: Transaction<Database>,
  deps: Deps,
  user: Pick<UserRow, 'id' | 'merchant_id' | 'email_key'>,
): Promise<void> {
  await forgetCodes(trx, deps, user);
  await deleteUserRow(trx, user.merchant_id, user.id);
}

/** The service user whose key this is. */
export async function authenticateApiKey(
  deps: Deps,
  publicKey: string,
  secret: string,
): Promise<Principal | undefined> {
  const key = await findServiceKey(deps.db, publicKey);
  if (!key) return undefined;
  const current = matchesHash(secret, key.secret_hash);
  const inGrace = key.previous_expires !== null && key.previous_expires > timestamp(deps.clock.now());
  const previous = inGrace && key.previous_secret_hash !== null && matchesHash(secret, key.previous_secret_hash);
  if (!current && !previous) return undefined;
  await touchUser(deps, key);
  return { scheme: 'apiKey', merchant_id: key.merchant_id, user_id: key.id, user_type: key.type };
}

const newSecret = () => `secret-${randomToken()}`;

const audit = ({ merchant_id, user_id }: Principal, request: CallOrigin, action: AuditAction, target: number) => ({
  merchant_id,
  user_id,
  request_id: request.id,
  action,
  target,
});
