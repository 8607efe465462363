import type { Db } from '../../database/database.ts';

export async function countRecoveryCodes(db: Db, user_id: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function hasRecoveryCode(db: Db, user_id: number, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom('recovery_codes')
    .select('hash')
    .where('user_id', '=', user_id)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertRecoveryCodes(db: Db, user_id: number, hashes: string[]): Promise<void> {
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ hash, user_id })))
    .execute();
}

/** @returns false when another request deleted it first. */
export async function deleteRecoveryCode(db: Db, user_id: number, hash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', user_id)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteRecoveryCodes(db: Db, user_id: number): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute();
}
