import { audit } from '../audit/audit.service.ts';
import { forgetCodes } from '../codes/code.service.ts';
import { addSeconds, timestamp } from '../core/clock.ts';
import type {
  Acting,
  Caller,
  CallOrigin,
  Context,
  OutsideContext,
  Principal,
  TransactionContext,
} from '../core/context.ts';
import type { Deps } from '../core/deps.ts';
import { Forbidden, NotFound } from '../core/errors.ts';
import { roleNotAllowed } from '../core/roles.ts';
import { BY_CREATION, type PageInput, readPage } from '../database/page-cursor.ts';
import { randomId } from '../database/random-id.ts';
import type { ServiceKey, UserRole } from '../generated/operations.gen.ts';
import { localeOf } from '../mail/locale.ts';
import { hashSecret, markedSecret, markKey, matchesHash, randomText } from '../secrets/random-secret.ts';
import { emailKey } from './email-address.ts';
import {
  claimOwners,
  deleteUserRow,
  findAllUsers,
  findAnyUser,
  findEmailChange,
  findServiceKey,
  findUser,
  findUserByEmail,
  findUsers,
  hasUserOfType,
  hasVerifiedAddress,
  insertServiceKey,
  insertUser,
  replaceSecret,
  type User,
  type UserWithKey,
  updateEmailVerified,
  updateLastUsed,
  updateUser,
} from './user.repository.ts';

export const SECRET_PREFIX = 'secret-';
const PUBLIC_KEY_LENGTH = 24;
/** `public-key-` and the first 8 characters: enough to recognize a key. */
const ALIAS_LENGTH = 'public-key-'.length + 8;
/** The last use is recorded at most once in this time, so that most calls write nothing. */
const LAST_USED_SECONDS = 60;

export type { User, UserWithKey };

/** @throws NotFound, also for a user of another account. */
export async function getUser({ db, principal }: Context & Acting, { id }: { id: number }): Promise<UserWithKey> {
  const user = await findUser(db, principal.merchant_id, id);
  if (!user) throw new NotFound(`No user found with id: ${id}`);
  return user;
}

export const getSelf = (ctx: Context & Caller): Promise<User> => getUser(ctx, { id: ctx.principal.user_id });

/** For operators: a person in any account by id or email, or an API key by id or public key. */
export async function findAnyone({ db }: Context, name: string): Promise<UserWithKey | undefined> {
  if (/^\d{1,16}$/.test(name)) return findAnyUser(db, { id: Number(name) });
  if (name.includes('@')) return findAnyUser(db, { email_key: emailKey(name) });
  const key = await findServiceKey(db, name);
  return key && findAnyUser(db, { id: key.user_id });
}

export const listUsers = ({ db, principal }: Context & Caller, input: PageInput) =>
  readPage(BY_CREATION, input, (page) => findUsers(db, principal.merchant_id, page));

export const listAllUsers = ({ db, principal }: Context & Acting): Promise<User[]> =>
  findAllUsers(db, principal.merchant_id);

export const hasServiceUser = ({ db, principal }: Context & Acting): Promise<boolean> =>
  hasUserOfType(db, principal.merchant_id, 'SERVICE');

export const hasVerifiedUser = ({ db, principal }: Context & Acting): Promise<boolean> =>
  hasVerifiedAddress(db, principal.merchant_id);

export interface NewPerson {
  /** An id that was chosen in advance, because a passkey stores it. */
  id?: number;
  merchant_id: number;
  type: Exclude<User['type'], 'SERVICE'>;
  role: UserRole;
  email: string;
  email_verified: boolean;
}

/** @throws a unique violation if the address is already registered. */
export async function addPerson(
  { db, deps, request }: TransactionContext & { request: CallOrigin },
  { id = randomId(), merchant_id, type, role, email, email_verified }: NewPerson,
): Promise<number> {
  await insertUser(db, {
    id,
    merchant_id,
    type,
    role,
    email,
    email_key: emailKey(email),
    email_verified: email_verified ? 1 : 0,
    alias: email,
    locale: localeOf(request) ?? 'en',
    created: timestamp(deps.clock.now()),
  });
  return id;
}

/** An address that was replaced recently counts as taken while its owner can still restore it. */
export async function isEmailTaken(
  { db, deps }: Context,
  { email, user_id }: { email: string; user_id?: number },
): Promise<boolean> {
  const email_key = emailKey(email);
  const holder = await findUserByEmail(db, email_key);
  if (holder) return holder.id !== user_id;
  const change = await findEmailChange(db, email_key, timestamp(deps.clock.now()));
  return change !== undefined && change.user_id !== user_id;
}

/** The address that the user entered last. It is the one to verify. */
export const shownEmail = ({ email, pending_email }: Pick<User, 'email' | 'pending_email'>): string | null =>
  pending_email ?? email;

export const isEmailVerified = ({ email_verified, pending_email }: Pick<User, 'email_verified' | 'pending_email'>) =>
  email_verified === 1 && pending_email === null;

/** Marks an address as verified, replacing the previous one. @returns false when the user now has another address. */
export const markEmailVerified = (
  { db }: TransactionContext,
  { id, email }: { id: number; email: string },
): Promise<boolean> => updateEmailVerified(db, id, email);

/** @returns the secret, of which only a hash is stored. */
export async function createServiceUser(
  ctx: TransactionContext & Caller,
  { name }: { name?: string },
): Promise<ServiceKey> {
  const { db, deps } = ctx;
  const { merchant_id } = ctx.principal;
  const id = randomId();
  const public_key = `public-key-${randomText(PUBLIC_KEY_LENGTH)}`;
  const secret = newSecret(deps);
  await insertUser(db, {
    id,
    merchant_id,
    type: 'SERVICE',
    email_verified: 0,
    alias: public_key.slice(0, ALIAS_LENGTH),
    name: name ?? null,
    locale: 'en',
    created: timestamp(deps.clock.now()),
  });
  await insertServiceKey(db, { public_key, user_id: id, merchant_id, secret_hash: hashSecret(secret) });
  await audit(ctx, 'user.create_service_user', id);
  return { id, public_key, secret };
}

/** The old secret is accepted until the grace period is over. A key can rotate only itself. */
export async function rotateServiceUser(
  ctx: TransactionContext & Caller,
  { id, grace_period_hours = 24 }: { id: number; grace_period_hours?: number },
): Promise<ServiceKey> {
  const { db, deps } = ctx;
  const user = await getUser(ctx, { id });
  if (ctx.principal.user_type === 'SERVICE' && id !== ctx.principal.user_id)
    throw new Forbidden('An API key can rotate only itself');
  if (user.type !== 'SERVICE') throw new Forbidden('Only API keys can be rotated', 'wrong_user_type');
  const secret = newSecret(deps);
  const previous_expires = timestamp(addSeconds(deps.clock.now(), grace_period_hours * 3600));
  const public_key = await replaceSecret(db, id, { secret_hash: hashSecret(secret), previous_expires });
  await audit(ctx, 'user.rotate_service_user', id);
  return { id, public_key, secret };
}

export async function renameServiceUser(
  ctx: TransactionContext & Caller,
  { id, name }: { id: number; name: string },
): Promise<UserWithKey> {
  const user = await getUser(ctx, { id });
  if (user.type !== 'SERVICE') throw new Forbidden('Only API keys can be renamed', 'wrong_user_type');
  await updateUser(ctx.db, user.merchant_id, id, { name });
  await audit(ctx, 'user.rename_service_user', id);
  return { ...user, name };
}

/** Only owners can delete people. */
export async function deleteUser(ctx: TransactionContext & Caller, { id }: { id: number }): Promise<void> {
  if (id === ctx.principal.user_id) throw new Forbidden('You cannot delete yourself', 'cannot_delete_self');
  const user = await getUser(ctx, { id });
  if (user.type !== 'SERVICE') await assertOwner(ctx);
  await removeUser(ctx, user);
  await audit(ctx, 'user.delete', id);
}

/** Ensures that the caller is an owner until the transaction ends. @returns all owners. */
export async function assertOwner({ db, principal }: TransactionContext & Caller): Promise<number[]> {
  const owners = await claimOwners(db, principal.merchant_id);
  if (!owners.includes(principal.user_id)) throw roleNotAllowed(['owner']);
  return owners;
}

export async function removeUser(
  ctx: TransactionContext,
  user: Pick<User, 'id' | 'merchant_id' | 'email_key'>,
): Promise<void> {
  await forgetCodes(ctx, user);
  await deleteUserRow(ctx.db, user.merchant_id, user.id);
}

export const moveUser = (
  { db, principal }: TransactionContext & Acting,
  { id, to }: { id: number; to: number },
): Promise<void> => updateUser(db, principal.merchant_id, id, { merchant_id: to });

export async function authenticateApiKey(
  ctx: OutsideContext,
  { public_key, secret }: { public_key: string; secret: string },
): Promise<Principal | undefined> {
  const key = await findServiceKey(ctx.db, public_key);
  if (!key) return undefined;
  const current = matchesHash(secret, key.secret_hash);
  const inGrace = key.previous_expires !== null && key.previous_expires > timestamp(ctx.deps.clock.now());
  const previous = inGrace && key.previous_secret_hash !== null && matchesHash(secret, key.previous_secret_hash);
  if (!current && !previous) return undefined;
  await touchUser(ctx, key.user_id);
  return {
    scheme: 'apiKey',
    merchant_id: key.merchant_id,
    user_id: key.user_id,
    user_type: 'SERVICE',
    is_suspended: key.suspended !== null,
  };
}

/**
 * When this process last recorded each user's activity, in milliseconds since 1970. Because of this cache, most calls neither read
 * nor write `last_used`.
 */
const touched = new WeakMap<Deps, Map<number, number>>();
/** Beyond this, all entries are dropped, and each user is recorded once more. */
const MOST_TOUCHED = 10_000;

export async function touchUser({ db, deps }: OutsideContext, id: number): Promise<void> {
  const now = deps.clock.now();
  const users = touched.get(deps) ?? new Map<number, number>();
  const before = users.get(id);
  if (before !== undefined && Math.abs(now.getTime() - before) < LAST_USED_SECONDS * 1000) return;
  if (users.size >= MOST_TOUCHED) users.clear();
  touched.set(deps, users.set(id, now.getTime()));
  try {
    await updateLastUsed(db, id, { now: timestamp(now), stale: timestamp(addSeconds(now, -LAST_USED_SECONDS)) });
  } catch (error) {
    // Read-only calls must work even when the database cannot be written.
    deps.log.warn({ err: error }, 'could not write last_used');
  }
}

const newSecret = (deps: Deps) => SECRET_PREFIX + markedSecret(markKey(deps));
