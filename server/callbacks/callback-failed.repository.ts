/** Deliveries that have failed, to the callback URLs of sessions and to endpoints that are switched on. */
import { timestamp } from '../core/clock.ts';
import type { Db, Trx } from '../database/database.ts';
import { columnOf, countRows } from '../database/rows.ts';
import { MOST_ATTEMPTS } from './callback.repository.ts';
import { firstEventIdAt, timeOfEvent } from './callback-event.ts';

interface Failed {
  merchant_id: number;
  since: string | undefined;
}

const failedCallbacks = (db: Db, { merchant_id, since }: Failed) =>
  db
    .selectFrom('callbacks')
    .where('merchant_id', '=', merchant_id)
    .where('state', '=', 'FAILED')
    .where('attempts', '<', MOST_ATTEMPTS)
    .$if(since !== undefined, (query) => query.where('created', '>=', since!));

const failedDeliveries = (db: Db, endpoint_id: number, { since }: Failed) =>
  db
    .selectFrom('endpoint_deliveries')
    .where('endpoint_id', '=', endpoint_id)
    .where('state', '=', 'FAILED')
    .$if(since !== undefined, (query) => query.where('event_id', '>=', firstEventIdAt(Date.parse(since!))));

const findEnabled = (db: Db, merchant_id: number) =>
  db
    .selectFrom('account_endpoints')
    .select(['id', 'url'])
    .where('merchant_id', '=', merchant_id)
    .where('enabled', '=', 1)
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .execute();

export const countFailedCallbacks = (db: Db, failed: Failed): Promise<number> =>
  failedCallbacks(db, failed).select('id').$call(countRows(db));

export async function countFailedDeliveries(
  db: Db,
  failed: Failed,
): Promise<{ id: number; url: string; failed: number }[]> {
  const counts: { id: number; url: string; failed: number }[] = [];
  for (const endpoint of await findEnabled(db, failed.merchant_id)) {
    const count = await failedDeliveries(db, endpoint.id, failed).select('event_id').$call(countRows(db));
    if (count > 0) counts.push({ ...endpoint, failed: count });
  }
  return counts;
}

interface FailedDelivery {
  event_id: string;
  at: string;
  /** Absent for the callback URL of the event's session. */
  endpoint_id?: number;
}

export async function findOldestFailed(db: Trx, failed: Failed, limit: number): Promise<FailedDelivery[]> {
  const callbacks: FailedDelivery[] = await failedCallbacks(db, failed)
    .select(['id as event_id', 'created as at'])
    .orderBy('created')
    .orderBy('id')
    .limit(limit)
    .execute();
  const found = [callbacks];
  for (const { id } of await findEnabled(db, failed.merchant_id)) {
    const events = await failedDeliveries(db, id, failed)
      .select('event_id')
      .orderBy('event_id')
      .limit(limit)
      .$call(columnOf('event_id'));
    found.push(events.map((event_id) => ({ event_id, at: timestamp(timeOfEvent(event_id)), endpoint_id: id })));
  }
  return found
    .flat()
    .toSorted((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)))
    .slice(0, limit);
}

/** Queues one more attempt of each delivery that is still FAILED. @returns how many were queued. */
export async function queueFailedAgain(db: Trx, deliveries: readonly FailedDelivery[], now: string): Promise<number> {
  const again = { state: 'PENDING', next_attempt: now, attempts_left: 1, resent: 1 } as const;
  let queued = 0;
  for (const [endpoint_id, same] of Map.groupBy(deliveries, ({ endpoint_id }) => endpoint_id)) {
    const events = same.map(({ event_id }) => event_id);
    const { numUpdatedRows } =
      endpoint_id === undefined
        ? await db
            .updateTable('callbacks')
            .set(again)
            .where('id', 'in', events)
            .where('state', '=', 'FAILED')
            .executeTakeFirstOrThrow()
        : await db
            .updateTable('endpoint_deliveries')
            .set(again)
            .where('endpoint_id', '=', endpoint_id)
            .where('event_id', 'in', events)
            .where('state', '=', 'FAILED')
            .executeTakeFirstOrThrow();
    queued += Number(numUpdatedRows);
  }
  return queued;
}
