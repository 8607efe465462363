import type { Insertable } from 'kysely';
import type { Db } from '../database/database.ts';
import { newestFirst, type Page } from '../database/page-cursor.ts';
import { changesRows, run } from '../database/rows.ts';
import type { InviteTable } from './user.table.ts';

export type OpenInvite = Pick<InviteTable, 'id' | 'user_id' | 'email' | 'role' | 'created' | 'expires'>;

export const insertInvite = (db: Db, invite: Insertable<InviteTable>) => run(db.insertInto('invites').values(invite));

/** `inviter` and `inviter_role` are null once the inviter has left the account. */
export const findInvite = (db: Db, token_hash: string) =>
  db
    .selectFrom('invites')
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 'invites.user_id').onRef('users.merchant_id', '=', 'invites.merchant_id'),
    )
    .innerJoin('merchants', 'merchants.id', 'invites.merchant_id')
    .selectAll('invites')
    .select(['users.role as inviter_role', 'users.alias as inviter', 'merchants.name as merchant_name'])
    .where('token_hash', '=', token_hash)
    .executeTakeFirst();

export const findOpenInvites = (db: Db, merchant_id: number, now: string, page: Page): Promise<OpenInvite[]> =>
  openInvites(db, merchant_id, now).$call(newestFirst(page, 'invites')).execute();

export const findOpenInvite = (db: Db, merchant_id: number, id: number, now: string) =>
  openInvites(db, merchant_id, now).where('invites.id', '=', id).executeTakeFirst();

const openInvites = (db: Db, merchant_id: number, now: string) =>
  db
    .selectFrom('invites')
    .innerJoin('users', (join) =>
      join.onRef('users.id', '=', 'invites.user_id').onRef('users.merchant_id', '=', 'invites.merchant_id'),
    )
    .select(['invites.id', 'invites.user_id', 'invites.email', 'invites.role', 'invites.created', 'invites.expires'])
    .where('invites.merchant_id', '=', merchant_id)
    .where('invites.used', 'is', null)
    .where('invites.revoked', 'is', null)
    .where('invites.expires', '>', now);

/** @returns false when it was already used or revoked. */
export const updateUsed = (db: Db, id: number, used: string): Promise<boolean> =>
  changesRows(
    db.updateTable('invites').set({ used }).where('id', '=', id).where('used', 'is', null).where('revoked', 'is', null),
  );

/** Revokes all open invitations, or only those with this id, address or inviter. @returns the ids of the revoked ones. */
export async function updateRevoked(
  db: Db,
  merchant_id: number,
  revoked: string,
  which: { id?: number; email_key?: string; user_id?: number } = {},
): Promise<number[]> {
  let query = db
    .updateTable('invites')
    .set({ revoked })
    .where('merchant_id', '=', merchant_id)
    .where('used', 'is', null)
    .where('revoked', 'is', null)
    .where('expires', '>', revoked);
  if (which.id !== undefined) query = query.where('id', '=', which.id);
  if (which.email_key !== undefined) query = query.where('email_key', '=', which.email_key);
  if (which.user_id !== undefined) query = query.where('user_id', '=', which.user_id);
  const invites = await query.returning('id').execute();
  return invites.map(({ id }) => id);
}

export const deleteInvitesOf = (db: Db, merchant_id: number): Promise<void> =>
  run(db.deleteFrom('invites').where('merchant_id', '=', merchant_id));

export const deleteInvitesBefore = (db: Db, before: string): Promise<void> =>
  run(db.deleteFrom('invites').where('expires', '<=', before));
