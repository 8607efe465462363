import type { Insertable } from 'kysely';
import type { Db } from '../database/database.ts';
import { run } from '../database/rows.ts';
import type { DeliveryKeyTables } from './delivery-key.table.ts';

type NewKey = Omit<Insertable<DeliveryKeyTables['delivery_keys']>, 'is_current'>;

export const findCurrentKey = (db: Db, merchant_id: number) =>
  db
    .selectFrom('delivery_keys')
    .select(['kid', 'alg', 'created'])
    .where('merchant_id', '=', merchant_id)
    .where('is_current', '=', 1)
    .executeTakeFirst();

export const findKey = (db: Db, { merchant_id, kid }: { merchant_id: number; kid: string }) =>
  db
    .selectFrom('delivery_keys')
    .select(['kid', 'alg', 'jwk'])
    .where('merchant_id', '=', merchant_id)
    .where('kid', '=', kid)
    .executeTakeFirst();

export const retireCurrentKey = (db: Db, merchant_id: number): Promise<void> =>
  db
    .updateTable('delivery_keys')
    .set({ is_current: null })
    .where('merchant_id', '=', merchant_id)
    .where('is_current', '=', 1)
    .$call(run);

/** Also makes a previous key of the account current again. */
export const insertCurrentKey = (db: Db, key: NewKey): Promise<void> =>
  db
    .insertInto('delivery_keys')
    .values({ ...key, is_current: 1 })
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'kid']).doUpdateSet({ is_current: 1, created: key.created }),
    )
    .$call(run);

export const deleteKeys = (db: Db, merchant_id: number): Promise<void> =>
  run(db.deleteFrom('delivery_keys').where('merchant_id', '=', merchant_id));
