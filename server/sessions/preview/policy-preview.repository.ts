import type { Db } from '../../database/database.ts';

export const findDefaults = (db: Db, merchant_id: number) =>
  db
    .selectFrom('merchants')
    .select(['require_clone_protection', 'refuse_weak'])
    .where('id', '=', merchant_id)
    .executeTakeFirstOrThrow();
