import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { newestFirst, type Page } from '../database/page-cursor.ts';
import { columnOf, countRows, findsRow, run } from '../database/rows.ts';
import { unclaimed } from '../database/unclaimed.ts';
import type { CallbackTable, DeliveryState } from './callback.table.ts';
import { attemptGivenBack, attemptTaken, isPending, listLanes } from './outbox.repository.ts';
import { type Outbox, sameOutcome } from './outbox.ts';

export type Callback = Selectable<CallbackTable>;

/** As many attempts as `attempt_list` in the contract can hold. Manual attempts count too. */
export const MOST_ATTEMPTS = 1000;

export const insertCallback = (db: Db, row: Insertable<CallbackTable>): Promise<void> =>
  run(db.insertInto('callbacks').values(row));

export const findCallback = (db: Db, merchant_id: number, id: string): Promise<Callback | undefined> =>
  db.selectFrom('callbacks').selectAll().where('id', '=', id).where('merchant_id', '=', merchant_id).executeTakeFirst();

export function findCallbacks(
  db: Db,
  { merchant_id, session_id, state }: { merchant_id: number; session_id?: number; state?: DeliveryState },
  page: Page,
): Promise<Callback[]> {
  let query = db.selectFrom('callbacks').selectAll().where('merchant_id', '=', merchant_id);
  if (session_id !== undefined) query = query.where('session_id', '=', session_id);
  if (state) query = query.where('state', '=', state);
  return query.$call(newestFirst(page)).execute();
}

export const listAttempts = (db: Db, callback_id: string) =>
  db.selectFrom('callback_attempts').selectAll().where('callback_id', '=', callback_id).orderBy('number').execute();

export const listSessionAttempts = (
  db: Db,
  { merchant_id, session_id, limit }: { merchant_id: number; session_id: number; limit: number },
) =>
  db
    .selectFrom('callback_attempts')
    .innerJoin('callbacks', 'callbacks.id', 'callback_attempts.callback_id')
    .select(['callbacks.id', 'callbacks.session_state', 'callback_attempts.created as at'])
    .select(['callback_attempts.number', 'callback_attempts.duration_ms', 'callback_attempts.status_code'])
    .where('callbacks.merchant_id', '=', merchant_id)
    .where('callbacks.session_id', '=', session_id)
    .orderBy('callback_attempts.created')
    .limit(limit)
    .execute();

/** Schedules one more attempt of an event, unless attempts are pending or there were too many. */
export const queueAgain = (db: Db, merchant_id: number, id: string, now: string): Promise<Callback | undefined> =>
  db
    .updateTable('callbacks')
    .set({ state: 'PENDING', next_attempt: now, attempts_left: 1, resent: 1 })
    .where('id', '=', id)
    .where('merchant_id', '=', merchant_id)
    .where('state', 'in', ['DELIVERED', 'FAILED'])
    .where('attempts', '<', MOST_ATTEMPTS)
    .returningAll()
    .executeTakeFirst();

/** Locks the events of an account that are due, so that no other process takes them. */
const dueOf = (db: Db, merchant_id: number, now: string) =>
  db
    .selectFrom('callbacks')
    .select('id')
    .where('merchant_id', '=', merchant_id)
    .where('state', '=', 'PENDING')
    .where('next_attempt', '<=', now)
    .$call(unclaimed(db));

const suspendedAccounts = (db: Db) => db.selectFrom('merchants').select('id').where('suspended', 'is not', null);

/** Updates the event, unless another attempt has started since. */
const inProgress = (db: Db, { id, attempts }: Callback) =>
  db.updateTable('callbacks').where('id', '=', id).where('state', '=', 'PENDING').where('attempts', '=', attempts);

/** Deliveries to the `callback_url` of sessions, with one lane per account. */
export const callbackOutbox: Outbox<Callback> = {
  listWaiting: (db) =>
    listLanes(db, {
      table: 'callbacks',
      column: 'merchant_id',
      suspended: sql`select 1 from merchants where merchants.id = waiting.lane and suspended is not null`,
    }),

  countDue: (db, now) =>
    db
      .selectFrom('callbacks')
      .select('id')
      .where(isPending)
      .where('next_attempt', '<=', now)
      .where('merchant_id', 'not in', suspendedAccounts(db))
      .$call(countRows(db)),

  hasAttemptUnderWay: (db, { lane, from, until }) =>
    db
      .selectFrom('callbacks')
      .select('id')
      .where('merchant_id', '=', lane)
      .where('state', '=', 'PENDING')
      .where('next_attempt', '>', from)
      .where('next_attempt', '<=', until)
      .$call(findsRow),

  claim: (db, { lane, now, lease, limit }) =>
    db
      // Separate from the update, because PostgreSQL may run a subquery in it more than once and then claim more than `limit`.
      .with('due', () => dueOf(db, lane, now).where('attempts_left', '>', 0).orderBy('next_attempt').limit(limit))
      .updateTable('callbacks')
      .set({ next_attempt: lease, ...attemptTaken })
      .where('id', 'in', (eb) => eb.selectFrom('due').select('id'))
      .returningAll()
      .execute(),

  failInterrupted: (db, lane, now) =>
    db
      .with('lost', () => dueOf(db, lane, now).where('attempts_left', '=', 0))
      .updateTable('callbacks')
      .set({ state: 'FAILED', next_attempt: null })
      .where('id', 'in', (eb) => eb.selectFrom('lost').select('id'))
      .returningAll()
      .execute(),

  release: (db, callback, now) => run(inProgress(db, callback).set({ next_attempt: now, ...attemptGivenBack })),

  async record(db, results) {
    const attempts = results.map(({ row, attempt }) => ({ ...attempt, callback_id: row.id, number: row.attempts }));
    await db.insertInto('callback_attempts').values(attempts).execute();
    for (const { rows, attempts, outcome } of sameOutcome(results))
      await db
        .updateTable('callbacks')
        .set(outcome)
        .where(
          'id',
          'in',
          rows.map(({ id }) => id),
        )
        .where('state', '=', 'PENDING')
        .where('attempts', '=', attempts)
        .execute();
  },
};

export const findSecret = (db: Db, merchant_id: number) =>
  db.selectFrom('callback_secrets').selectAll().where('merchant_id', '=', merchant_id).executeTakeFirst();

/** Two processes may create the first secret at once. The one that is stored first is kept. */
export const insertFirstSecret = (db: Db, merchant_id: number, secret: Buffer, created: string): Promise<void> =>
  db
    .insertInto('callback_secrets')
    .values({ merchant_id, secret, created })
    .onConflict((conflict) => conflict.column('merchant_id').doNothing())
    .$call(run);

export const rotateSecret = (
  db: Db,
  merchant_id: number,
  row: { secret: Buffer; created: string; previous_expires: string },
) =>
  db
    .updateTable('callback_secrets')
    .set(({ ref }) => ({ ...row, previous_secret: ref('secret') }))
    .where('merchant_id', '=', merchant_id)
    .executeTakeFirst();

export const hasSession = (db: Db, merchant_id: number, session_id: number): Promise<boolean> =>
  db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', session_id)
    .where('merchant_id', '=', merchant_id)
    .$call(findsRow);

/** Attempts are deleted by key. With a subquery, PostgreSQL reads the attempts of all accounts, which takes too long for one statement. */
const DELETED_AT_A_TIME = 2000;

export async function deleteCallbacksOf(db: Db, merchant_id: number): Promise<void> {
  const of = db.selectFrom('callbacks').select('id').where('merchant_id', '=', merchant_id);
  const ids = await of.$call(columnOf('id'));
  for (let at = 0; at < ids.length; at += DELETED_AT_A_TIME)
    await db
      .deleteFrom('callback_attempts')
      .where('callback_id', 'in', ids.slice(at, at + DELETED_AT_A_TIME))
      .execute();
  await db.deleteFrom('callbacks').where('merchant_id', '=', merchant_id).execute();
}

/** Makes the calls that create an account's endpoints wait for each other. */
export const lockSecret = (db: Db, merchant_id: number): Promise<void> =>
  run(db.updateTable('callback_secrets').set({ merchant_id }).where('merchant_id', '=', merchant_id));

export const deleteSecret = (db: Db, merchant_id: number): Promise<void> =>
  run(db.deleteFrom('callback_secrets').where('merchant_id', '=', merchant_id));
