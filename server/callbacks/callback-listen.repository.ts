import { compiled } from '../database/compiled.ts';
import type { Db, Trx } from '../database/database.ts';
import { firstOf, run } from '../database/rows.ts';

export interface KeptEvent {
  position: number;
  id: string;
  payload: string;
}

export const findListener = (db: Db, merchant_id: number) =>
  db.selectFrom('callback_listeners').selectAll().where('merchant_id', '=', merchant_id).executeTakeFirst();

export const keepUntil = (db: Db, merchant_id: number, until: string): Promise<void> =>
  db
    .insertInto('callback_listeners')
    .values({ merchant_id, position: 0, until })
    .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet({ until }))
    .$call(run);

/**
 * The position of the next event, if the account listens. The transaction that takes a position locks the account's row in
 * `callback_listeners` until the commit. So events become visible in the order of their positions, and no cursor skips one that is
 * committed late.
 */
export const takePosition = async (
  trx: Trx,
  values: { merchant_id: number; now: string },
): Promise<number | undefined> => (await takeNext.first(trx, values))?.position;

const takeNext = compiled((db, { merchant_id, now }: { merchant_id: number; now: string }) =>
  db
    .updateTable('callback_listeners')
    .set((eb) => ({ position: eb('position', '+', 1) }))
    .where('merchant_id', '=', merchant_id)
    .where('until', '>', now)
    .returning('position'),
);

export const insertEvent = (
  trx: Trx,
  row: { merchant_id: number; position: number; id: string; created: string; payload: string },
): Promise<void> => run(trx.insertInto('listened_events').values(row));

export const findEvents = (
  db: Db,
  { merchant_id, after, limit }: { merchant_id: number; after: number; limit: number },
): Promise<KeptEvent[]> =>
  db
    .selectFrom('listened_events')
    .select(['position', 'id', 'payload'])
    .where('merchant_id', '=', merchant_id)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute();

export const firstSince = (db: Db, merchant_id: number, since: string): Promise<number | undefined> =>
  db
    .selectFrom('listened_events')
    .select('position')
    .where('merchant_id', '=', merchant_id)
    .where('created', '>=', since)
    .orderBy('position')
    .$call(firstOf('position'));

export const findPositions = (db: Db, merchant_ids: number[]) =>
  db
    .selectFrom('callback_listeners')
    .select(['merchant_id', 'position'])
    .where('merchant_id', 'in', merchant_ids)
    .execute();

export const deleteEventsBefore = (db: Db, time: string): Promise<void> =>
  run(db.deleteFrom('listened_events').where('created', '<=', time));

export async function deleteListener(db: Db, merchant_id: number): Promise<void> {
  await db.deleteFrom('listened_events').where('merchant_id', '=', merchant_id).execute();
  await db.deleteFrom('callback_listeners').where('merchant_id', '=', merchant_id).execute();
}
