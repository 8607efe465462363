import type { Insertable, Selectable } from 'kysely';
import type { Db, Trx } from '../database/database.ts';
import { changesRows, run } from '../database/rows.ts';
import type { ProofKeyTables } from './proof-key.table.ts';

export type ProofKeyRow = Selectable<ProofKeyTables['proof_keys']>;

export const findCurrentKey = (db: Db): Promise<ProofKeyRow | undefined> =>
  db.selectFrom('proof_keys').selectAll().where('is_current', '=', 1).executeTakeFirst();

/** Newest first. */
export const listKeys = (db: Db): Promise<ProofKeyRow[]> =>
  db.selectFrom('proof_keys').selectAll().orderBy('created', 'desc').orderBy('id').execute();

export const insertCurrentKey = (
  db: Db,
  row: Omit<Insertable<ProofKeyTables['proof_keys']>, 'is_current' | 'retired' | 'withdrawn'>,
): Promise<void> =>
  db
    .insertInto('proof_keys')
    .values({ ...row, is_current: 1, retired: null, withdrawn: null })
    .onConflict((conflict) => conflict.column('is_current').doNothing())
    .$call(run);

/** Existing signatures of the current key still verify, but it can no longer sign. */
export const retireCurrentKey = (db: Trx, retired: string): Promise<void> =>
  db
    .updateTable('proof_keys')
    .set({ is_current: null, private_key: null, retired })
    .where('is_current', '=', 1)
    .$call(run);

/** The row is kept, so that the id stays known as withdrawn. @returns false when there is no such key, or it was already withdrawn. */
export const withdrawKey = (db: Trx, id: string, withdrawn: string): Promise<boolean> =>
  db
    .updateTable('proof_keys')
    .set(({ fn, val, ref }) => ({
      is_current: null,
      private_key: null,
      retired: fn.coalesce(ref('retired'), val(withdrawn)),
      withdrawn,
    }))
    .where('id', '=', id)
    .where('withdrawn', 'is', null)
    .$call(changesRows);
