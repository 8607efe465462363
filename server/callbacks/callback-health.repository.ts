/** Counters of delivery outcomes by account and host, so that reading them is as fast for a million callbacks as for ten. */
import { sql } from 'kysely';
import type { Db, Trx } from '../database/database.ts';
import { changesRows, columnOf, run } from '../database/rows.ts';
import type { EndpointTable } from './callback.table.ts';

interface HostDay {
  merchant_id: number;
  host: string;
  day: string;
}

type Ended = Record<'delivered' | 'delivered_at_first' | 'failed', number>;

export const countEnded = (db: Trx, at: HostDay, ended: Ended): Promise<void> =>
  db
    .insertInto('callback_days')
    .values({ ...at, ...ended })
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'host', 'day']).doUpdateSet((eb) => ({
        delivered: eb('callback_days.delivered', '+', eb.ref('excluded.delivered')),
        delivered_at_first: eb('callback_days.delivered_at_first', '+', eb.ref('excluded.delivered_at_first')),
        failed: eb('callback_days.failed', '+', eb.ref('excluded.failed')),
      })),
    )
    .$call(run);

export const countAnswers = (db: Trx, at: HostDay, { ms, answers }: { ms: number; answers: number }): Promise<void> =>
  db
    .insertInto('callback_answer_times')
    .values({ ...at, ms, answers })
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'host', 'day', 'ms'])
        .doUpdateSet((eb) => ({ answers: eb('callback_answer_times.answers', '+', eb.ref('excluded.answers')) })),
    )
    .$call(run);

type Failure = Pick<EndpointTable, 'merchant_id' | 'host' | 'last_failure' | 'last_status' | 'last_error'>;

/** @returns the host's state including this failure. Its row stays locked until the transaction ends. */
export const noteFailure = (db: Trx, failure: Failure): Promise<EndpointTable> =>
  db
    .insertInto('callback_endpoints')
    .values({ ...failure, failures: 1, failing_since: failure.last_failure, alerted: null })
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'host']).doUpdateSet((eb) => ({
        failures: eb('callback_endpoints.failures', '+', 1),
        failing_since: eb.fn.coalesce('callback_endpoints.failing_since', 'excluded.failing_since'),
        last_failure: eb.ref('excluded.last_failure'),
        last_status: eb.ref('excluded.last_status'),
        last_error: eb.ref('excluded.last_error'),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();

export const markAlerted = (db: Trx, endpoint: EndpointTable, alerted: string): Promise<void> =>
  run(updateEndpoint(db, endpoint).set({ alerted }));

const updateEndpoint = (db: Trx, { merchant_id, host }: Omit<HostDay, 'day'>) =>
  db.updateTable('callback_endpoints').where('merchant_id', '=', merchant_id).where('host', '=', host);

/** @returns whether the account was notified of the failures that end here. Only one process gets true. */
export async function noteSuccess(db: Trx, endpoint: Omit<HostDay, 'day'>): Promise<boolean> {
  const ofHost = updateEndpoint(db, endpoint);
  const alerted = ofHost.set({ failures: 0, failing_since: null, alerted: null }).where('alerted', 'is not', null);
  if (await changesRows(alerted)) return true;
  await ofHost.set({ failures: 0, failing_since: null }).where('failures', '>', 0).execute();
  return false;
}

export const sumDays = (db: Db, { merchant_id, since, limit }: { merchant_id: number; since: string; limit: number }) =>
  db
    .selectFrom('callback_days')
    .select(({ fn, cast }) => [
      'host',
      cast<number>(fn.sum('delivered'), 'integer').as('delivered'),
      cast<number>(fn.sum('delivered_at_first'), 'integer').as('delivered_at_first'),
      cast<number>(fn.sum('failed'), 'integer').as('failed'),
    ])
    .where('merchant_id', '=', merchant_id)
    .where('day', '>=', since)
    .groupBy('host')
    .orderBy(sql`sum(delivered + failed)`, 'desc')
    .orderBy('host')
    .limit(limit)
    .execute();

export const findDays = (
  db: Db,
  { merchant_id, since, hosts }: { merchant_id: number; since: string; hosts: string[] },
) =>
  db
    .selectFrom('callback_days')
    .select(['host', 'day', 'delivered', 'failed'])
    .where('merchant_id', '=', merchant_id)
    .where('day', '>=', since)
    .where('host', 'in', ['', ...hosts])
    .orderBy('day')
    .execute();

export async function findMedians(
  db: Db,
  { merchant_id, since }: { merchant_id: number; since: string },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ host: string; ms: number }>`
    select host, min(ms) as ms from (
      select host, ms,
        sum(sum(answers)) over (partition by host order by ms) as until_here,
        sum(sum(answers)) over (partition by host) as in_all
      from callback_answer_times where merchant_id = ${merchant_id} and day >= ${since} group by host, ms
    ) as answered where until_here * 2 >= in_all group by host`.execute(db);
  return new Map(rows.map(({ host, ms }) => [host, Number(ms)]));
}

/** The currently failing hosts first, then those that failed most recently. */
export const findEndpoints = (
  db: Db,
  { merchant_id, since, limit }: { merchant_id: number; since: string; limit: number },
): Promise<EndpointTable[]> =>
  db
    .selectFrom('callback_endpoints')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where((eb) => eb.or([eb('failing_since', 'is not', null), eb('last_failure', '>=', since)]))
    .orderBy(sql`case when failing_since is null then 1 else 0 end`)
    .orderBy('last_failure', 'desc')
    .limit(limit)
    .execute();

export const findWaiting = (db: Db, merchant_id: number, limit: number): Promise<string[]> =>
  db
    .selectFrom('callbacks')
    .select('url')
    .where('merchant_id', '=', merchant_id)
    .where('state', '=', 'PENDING')
    .orderBy('next_attempt')
    .limit(limit)
    .$call(columnOf('url'));

export async function deleteHealthBefore(db: Db, { day, failure }: { day: string; failure: string }): Promise<void> {
  await db.deleteFrom('callback_days').where('day', '<', day).execute();
  await db.deleteFrom('callback_answer_times').where('day', '<', day).execute();
  await db.deleteFrom('callback_endpoints').where('last_failure', '<', failure).where('alerted', 'is', null).execute();
}

export async function deleteHealthOf(db: Db, merchant_id: number): Promise<void> {
  for (const table of ['callback_days', 'callback_answer_times', 'callback_endpoints'] as const)
    await db.deleteFrom(table).where('merchant_id', '=', merchant_id).execute();
}
