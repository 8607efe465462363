import type { Selectable } from 'kysely';
import type { Db } from '../../database/database.ts';
import { run } from '../../database/rows.ts';
import type { ActivePeriodTable } from './billing.table.ts';

export type ActivePeriod = Pick<Selectable<ActivePeriodTable>, 'started' | 'ended'>;

/** If a period already started on this day, it continues instead. */
export const startPeriod = (db: Db, merchant_id: number, started: string): Promise<void> =>
  db
    .insertInto('active_periods')
    .values({ merchant_id, started, ended: null })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'started']).doUpdateSet({ ended: null }))
    .$call(run);

/** Makes `ended` the last active day, even if billing became active again before this was recorded. */
export async function endPeriods(db: Db, merchant_id: number, ended: string): Promise<void> {
  await db.deleteFrom('active_periods').where('merchant_id', '=', merchant_id).where('started', '>', ended).$call(run);
  await db
    .updateTable('active_periods')
    .set({ ended })
    .where('merchant_id', '=', merchant_id)
    .where((eb) => eb.or([eb('ended', 'is', null), eb('ended', '>', ended)]))
    .$call(run);
}

export const listPeriods = (db: Db, merchant_id: number): Promise<ActivePeriod[]> =>
  db
    .selectFrom('active_periods')
    .select(['started', 'ended'])
    .where('merchant_id', '=', merchant_id)
    .orderBy('started')
    .execute();
