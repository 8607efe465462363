import { compiled } from '../database/compiled.ts';
import type { Db, Trx } from '../database/database.ts';

export type UsageField = 'created' | 'approved' | 'rejected' | 'failed';

/**
 * Counts a session in the daily rollup, in the session's own transaction. `day` is the UTC day (YYYY-MM-DD) on which the
 * session was created, also when it is counted as approved later. Demo sessions are never counted.
 */
export async function countUsage(trx: Trx, merchant_id: number, day: string, field: UsageField): Promise<void> {
  await counting[field].all(trx, { merchant_id, day });
}

const countIn = (field: UsageField) =>
  compiled((db, { merchant_id, day }: { merchant_id: number; day: string }) =>
    db
      .insertInto('usage_days')
      .values({ merchant_id, day, [field]: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['merchant_id', 'day'])
          .doUpdateSet((eb) => ({ [field]: eb(eb.ref(`usage_days.${field}`), '+', 1) })),
      ),
  );

const counting: Record<UsageField, ReturnType<typeof countIn>> = {
  created: countIn('created'),
  approved: countIn('approved'),
  rejected: countIn('rejected'),
  failed: countIn('failed'),
};

/** Counts one more specimen session of the day, unless there are `most` already. @returns whether it was counted. */
export async function countSpecimen(
  trx: Trx,
  { merchant_id, day, most }: { merchant_id: number; day: string; most: number },
): Promise<boolean> {
  const counted = await trx
    .insertInto('usage_days')
    .values({ merchant_id, day, specimens: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'day'])
        .doUpdateSet((eb) => ({ specimens: eb(eb.ref('usage_days.specimens'), '+', 1) }))
        .where('usage_days.specimens', '<', most),
    )
    .returning('specimens')
    .executeTakeFirst();
  return counted !== undefined;
}

export async function deleteUsage(db: Db, merchant_id: number): Promise<void> {
  await db.deleteFrom('usage_days').where('merchant_id', '=', merchant_id).execute();
}
