import { type Insertable, sql } from 'kysely';
import { timestamp } from '../core/clock.ts';
import { compiled } from '../database/compiled.ts';
import type { Db, Trx } from '../database/database.ts';
import { newestFirst, type Page } from '../database/page-cursor.ts';
import { columnOf, countRows, findsRow, run } from '../database/rows.ts';
import { unclaimed } from '../database/unclaimed.ts';
import type { EventType } from '../generated/operations.gen.ts';
import type { AccountEventTable, DeliveryState, EndpointDeliveryTable } from './callback.table.ts';
import { timeOfEvent } from './callback-event.ts';
import { attemptGivenBack, attemptTaken, isPending, listLanes } from './outbox.repository.ts';
import type { Delivery, Outbox } from './outbox.ts';
import { ATTEMPTS } from './schedule.ts';

/** PostgreSQL and SQLite limit the number of values in a statement. */
const ROWS_AT_ONCE = 500;

export const insertEvent = compiled(
  (db, { id, merchant_id, type, payload, traceparent }: Insertable<AccountEventTable>) =>
    db.insertInto('account_events').values({ id, merchant_id, type, payload, traceparent }),
);

interface Queued {
  endpoint_id: number;
  event_id: string;
}

export const insertDeliveries = (db: Trx, rows: Queued[], now: string): Promise<void> =>
  db
    .insertInto('endpoint_deliveries')
    .values(rows.map((row) => ({ ...row, ...pending(now), attempts: 0, resent: 0 })))
    .$call(run);

const pending = (now: string) => ({ state: 'PENDING' as const, next_attempt: now, attempts_left: ATTEMPTS });

/** Queues events for a replay, including those that were never queued for the endpoint. */
export async function queueAgain(db: Trx, rows: Queued[], now: string): Promise<void> {
  const again = { ...pending(now), resent: 1 };
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await db
      .insertInto('endpoint_deliveries')
      .values(rows.slice(from, from + ROWS_AT_ONCE).map((row) => ({ ...row, ...again, attempts: 0 })))
      .onConflict((conflict) => conflict.columns(['endpoint_id', 'event_id']).doUpdateSet(again))
      .execute();
}

interface Replayed {
  merchant_id: number;
  endpoint_id: number;
  from: string;
  before: string;
  types: EventType[] | undefined;
  limit: number;
}

/** The events with ids from `from` (inclusive) to `before` (exclusive) that are not pending at the endpoint, oldest first. */
export const findToReplay = (
  db: Db,
  { merchant_id, endpoint_id, from, before, types, limit }: Replayed,
): Promise<string[]> =>
  db
    .selectFrom('account_events')
    .select('id')
    .where('merchant_id', '=', merchant_id)
    .where('id', '>=', from)
    .where('id', '<', before)
    .$if(types !== undefined, (query) => query.where('type', 'in', types ?? []))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('endpoint_deliveries')
            .select('event_id')
            .where('endpoint_id', '=', endpoint_id)
            .whereRef('event_id', '=', 'account_events.id')
            .where('state', '=', 'PENDING'),
        ),
      ),
    )
    .orderBy('id')
    .limit(limit)
    .$call(columnOf('id'));

export type ShownDelivery = EndpointDeliveryTable & Pick<AccountEventTable, 'payload'>;

export function findDeliveries(
  db: Db,
  { endpoint_id, state }: { endpoint_id: number; state?: DeliveryState },
  page: Page,
): Promise<ShownDelivery[]> {
  let query = db
    .selectFrom('endpoint_deliveries')
    .innerJoin('account_events', 'account_events.id', 'endpoint_deliveries.event_id')
    .selectAll('endpoint_deliveries')
    .select('account_events.payload')
    .where('endpoint_id', '=', endpoint_id);
  if (state) query = query.where('state', '=', state);
  return query.$call(newestFirst(page, 'endpoint_deliveries')).execute();
}

export const endDeliveries = (db: Trx, endpoint_id: number): Promise<void> =>
  db
    .updateTable('endpoint_deliveries')
    .set({ state: 'FAILED', next_attempt: null })
    .where('endpoint_id', '=', endpoint_id)
    .where('state', '=', 'PENDING')
    .$call(run);

export const deleteDeliveries = (db: Trx, endpoint_id: number): Promise<void> =>
  run(db.deleteFrom('endpoint_deliveries').where('endpoint_id', '=', endpoint_id));

/** Deletes the account events with ids before this one, in every account, and their deliveries. */
export async function deleteAccountEvents(db: Db, id: string): Promise<void> {
  await db
    .deleteFrom('endpoint_deliveries')
    .where('endpoint_id', 'in', (eb) => eb.selectFrom('account_endpoints').select('id'))
    .where('event_id', '<', id)
    .execute();
  await db.deleteFrom('account_events').where('id', '<', id).execute();
}

/** Deletes the endpoints too. @returns their ids. */
export async function deleteEventsOf(db: Trx, merchant_id: number): Promise<number[]> {
  const endpoints = db.selectFrom('account_endpoints').select('id').where('merchant_id', '=', merchant_id);
  await db.deleteFrom('endpoint_deliveries').where('endpoint_id', 'in', endpoints).execute();
  const deleted = await db
    .deleteFrom('account_endpoints')
    .where('merchant_id', '=', merchant_id)
    .returning('id')
    .execute();
  await db.deleteFrom('account_events').where('merchant_id', '=', merchant_id).execute();
  return deleted.map(({ id }) => id);
}

export const findWaitingUrls = (db: Db, merchant_id: number, limit: number): Promise<string[]> =>
  db
    .selectFrom('endpoint_deliveries')
    .innerJoin('account_endpoints', 'account_endpoints.id', 'endpoint_deliveries.endpoint_id')
    .select('account_endpoints.url')
    .where('account_endpoints.merchant_id', '=', merchant_id)
    .where('endpoint_deliveries.state', '=', 'PENDING')
    .orderBy('endpoint_deliveries.next_attempt')
    .limit(limit)
    .$call(columnOf('url'));

export interface EndpointDelivery extends Delivery {
  endpoint_id: number;
}

const CLAIMED = ['endpoint_id', 'event_id', 'attempts', 'attempts_left', 'resent'] as const;
type Claimed = Pick<EndpointDeliveryTable, (typeof CLAIMED)[number]>;

/** Locks the deliveries to an endpoint that are due, so that no other process takes them. */
const dueOf = (db: Db, endpoint_id: number, now: string) =>
  db
    .selectFrom('endpoint_deliveries')
    .select('event_id')
    .where('endpoint_id', '=', endpoint_id)
    .where('state', '=', 'PENDING')
    .where('next_attempt', '<=', now)
    .$call(unclaimed(db));

/** Drops deliveries whose endpoint or event has been deleted in the meantime. */
async function whole(db: Db, claimed: Claimed[]): Promise<EndpointDelivery[]> {
  const [first] = claimed;
  if (!first) return [];
  const found = await db
    .selectFrom('account_endpoints')
    .innerJoin('account_events', 'account_events.merchant_id', 'account_endpoints.merchant_id')
    .select(['account_events.id', 'account_events.payload', 'account_events.traceparent'])
    .select(['account_endpoints.url', 'account_endpoints.merchant_id'])
    .where('account_endpoints.id', '=', first.endpoint_id)
    .where(
      'account_events.id',
      'in',
      claimed.map(({ event_id }) => event_id),
    )
    .execute();
  const events = new Map(found.map((event) => [event.id, event]));
  return claimed.flatMap(({ event_id, ...row }) => {
    const event = events.get(event_id);
    return event ? [{ ...row, ...event, created: timestamp(timeOfEvent(event_id)) }] : [];
  });
}

/** Updates the delivery, unless another attempt has started since. */
const inProgress = (db: Db, { endpoint_id, id, attempts }: EndpointDelivery) =>
  db
    .updateTable('endpoint_deliveries')
    .where('endpoint_id', '=', endpoint_id)
    .where('event_id', '=', id)
    .where('state', '=', 'PENDING')
    .where('attempts', '=', attempts);

export const endpointOutbox: Outbox<EndpointDelivery> = {
  listWaiting: (db) =>
    listLanes(db, {
      table: 'endpoint_deliveries',
      column: 'endpoint_id',
      suspended: sql`
        select 1 from account_endpoints join merchants on merchants.id = account_endpoints.merchant_id
        where account_endpoints.id = waiting.lane and suspended is not null`,
    }),

  countDue: (db, now) =>
    db
      .selectFrom('endpoint_deliveries')
      .select('event_id')
      .where(isPending)
      .where('next_attempt', '<=', now)
      .where('endpoint_id', 'not in', (eb) =>
        eb
          .selectFrom('account_endpoints')
          .innerJoin('merchants', 'merchants.id', 'account_endpoints.merchant_id')
          .select('account_endpoints.id')
          .where('suspended', 'is not', null),
      )
      .$call(countRows(db)),

  hasAttemptUnderWay: (db, { lane, from, until }) =>
    db
      .selectFrom('endpoint_deliveries')
      .select('event_id')
      .where('endpoint_id', '=', lane)
      .where('state', '=', 'PENDING')
      .where('next_attempt', '>', from)
      .where('next_attempt', '<=', until)
      .$call(findsRow),

  async claim(db, { lane, now, lease, limit }) {
    const claimed = await db
      .with('due', () => dueOf(db, lane, now).where('attempts_left', '>', 0).orderBy('next_attempt').limit(limit))
      .updateTable('endpoint_deliveries')
      .set({ next_attempt: lease, ...attemptTaken })
      .where('endpoint_id', '=', lane)
      .where('event_id', 'in', (eb) => eb.selectFrom('due').select('event_id'))
      .returning(CLAIMED)
      .execute();
    return whole(db, claimed);
  },

  async failInterrupted(db, lane, now) {
    const failed = await db
      .with('lost', () => dueOf(db, lane, now).where('attempts_left', '=', 0))
      .updateTable('endpoint_deliveries')
      .set({ state: 'FAILED', next_attempt: null })
      .where('endpoint_id', '=', lane)
      .where('event_id', 'in', (eb) => eb.selectFrom('lost').select('event_id'))
      .returning(CLAIMED)
      .execute();
    return whole(db, failed);
  },

  release: (db, delivery, now) => run(inProgress(db, delivery).set({ next_attempt: now, ...attemptGivenBack })),

  async record(db, results) {
    // PostgreSQL treats values without a cast as text.
    const rows = results.map(
      ({ row, attempt, outcome }) =>
        sql`(cast(${row.endpoint_id} as bigint), ${row.id}, cast(${row.attempts} as integer), ${outcome.state}, ${outcome.next_attempt},
          ${attempt.created}, cast(${attempt.duration_ms} as integer), cast(${attempt.status_code} as integer), ${attempt.error})`,
    );
    await sql`
      with result (endpoint_id, event_id, attempts, state, next_attempt, created, duration_ms, status_code, error) as (values ${sql.join(rows)})
      update endpoint_deliveries
      set state = result.state, next_attempt = result.next_attempt, last_created = result.created,
        last_duration_ms = result.duration_ms, last_status = result.status_code, last_error = result.error
      from result
      where endpoint_deliveries.endpoint_id = result.endpoint_id and endpoint_deliveries.event_id = result.event_id
        and endpoint_deliveries.state = 'PENDING' and endpoint_deliveries.attempts = result.attempts`.execute(db);
  },
};
