import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../database/database.ts';

export type UsageField = 'created' | 'approved' | 'rejected' | 'failed';

/**
 * Counts a session in the daily rollup, in the session's own transaction. `day` is the UTC day (YYYY-MM-DD) on which the
 * session was created, also when it is counted as approved later. Demo sessions are never counted.
 */
export async function countUsage(
  trx: Transaction<Database>,
  merchantId: number,
  day: string,
  field: UsageField,
): Promise<void> {
  await trx
    .insertInto('usage_days')
    .values({ merchant_id: merchantId, day, [field]: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'day'])
        .doUpdateSet((eb) => ({ [field]: eb(eb.ref(`usage_days.${field}`), '+', 1) })),
    )
    .execute();
}

export async function deleteUsage(db: Kysely<Database>, merchantId: number): Promise<void> {
  await db.deleteFrom('usage_days').where('merchant_id', '=', merchantId).execute();
}
