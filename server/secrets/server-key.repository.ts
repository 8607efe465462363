import type { Db } from '../database/database.ts';
import { firstOf, run } from '../database/rows.ts';

/**
 * `server_key`: the proof of the server's key. `root_key`: the key from which others are derived. Both are encrypted.
 * `erasure_folder`: the hash that identifies the folder of erasure keys. `erasure_from`: when their use begins. `last_backup`: when
 * the newest complete backup began.
 */
type Name = 'server_key' | 'root_key' | 'erasure_folder' | 'erasure_from' | 'last_backup';

export const findState = (db: Db, name: Name): Promise<Buffer | undefined> =>
  db.selectFrom('server_state').select('value').where('name', '=', name).$call(firstOf('value'));

/** Stores the values in one statement, unless another process was first. */
export const insertState = (db: Db, values: { name: Name; value: Buffer }[]): Promise<void> =>
  db
    .insertInto('server_state')
    .values(values)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .$call(run);

export const putState = (db: Db, name: Name, value: Buffer): Promise<void> =>
  db
    .insertInto('server_state')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .$call(run);

/** Encrypted values from four tables. In a database from before the proof existed, any of them can prove the key. */
export async function findSealed(db: Db): Promise<Buffer[]> {
  const found = await Promise.all([
    db.selectFrom('callback_secrets').select('secret as sealed').limit(1).executeTakeFirst(),
    db.selectFrom('session_keys').select('wrapped_key as sealed').limit(1).executeTakeFirst(),
    db.selectFrom('mails').select('sealed').where('sealed', 'is not', null).limit(1).executeTakeFirst(),
    db.selectFrom('idempotency_keys').select('answer as sealed').limit(1).executeTakeFirst(),
  ]);
  return found.flatMap((row) => row?.sealed ?? []);
}
