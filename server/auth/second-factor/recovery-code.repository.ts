import type { Db } from '../../database/database.ts';
import { changesRows, findsRow, run } from '../../database/rows.ts';

export const hasRecoveryCode = (db: Db, user_id: number, hash: string): Promise<boolean> =>
  findsRow(db.selectFrom('recovery_codes').select('hash').where('user_id', '=', user_id).where('hash', '=', hash));

export const insertRecoveryCodes = (db: Db, user_id: number, hashes: string[]): Promise<void> =>
  run(db.insertInto('recovery_codes').values(hashes.map((hash) => ({ hash, user_id }))));

/** @returns false when another request deleted it first. */
export const deleteRecoveryCode = (db: Db, user_id: number, hash: string): Promise<boolean> =>
  changesRows(db.deleteFrom('recovery_codes').where('user_id', '=', user_id).where('hash', '=', hash));

export const deleteRecoveryCodes = (db: Db, user_id: number): Promise<void> =>
  run(db.deleteFrom('recovery_codes').where('user_id', '=', user_id));
