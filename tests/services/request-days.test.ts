/** The request log on PostgreSQL: a partition for each day, created ahead of time and dropped as a whole. */
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Caller, Context } from '../../server/core/context.ts';
import { firstIdAt, requestId } from '../../server/core/request-id.ts';
import type { Database } from '../../server/database/database.ts';
import { migrate, migrations } from '../../server/database/migrate.ts';
import { inTransaction } from '../../server/database/transaction.ts';
import { getRequest, listRequests } from '../../server/requests/request.service.ts';
import { createRequestWorker } from '../../server/requests/request.worker.ts';
import { createRequestLog } from '../../server/requests/request-log.ts';
import { createServiceWorld, type ServiceWorld } from '../support/server/service-world.ts';
import { createTestDatabase } from '../support/server/test-database.ts';

const DAY_MS = 86_400_000;
const MIGRATION = '0050-request-partitions';

describe.skipIf(!process.env['TEST_DATABASE_URL'])('the request log', () => {
  let world: ServiceWorld;
  let merchant_id: number;
  let first: number;

  beforeEach(async () => {
    world = await createServiceWorld();
    merchant_id = await world.merchant();
    first = (Math.floor(Date.now() / DAY_MS) + 2) * DAY_MS;
  });
  afterEach(() => world.close());

  const on = (day: number) => world.advance((first + day * DAY_MS - world.deps.clock.now().getTime()) / 1000 + 3600);
  const callOn = async (day: number): Promise<string> => {
    const request_id = requestId(first + day * DAY_MS + 3_600_000);
    const call = { operation: 'session.state', status: 200, code: null, duration_ms: 1, session_id: null } as const;
    await world.ctx.db
      .insertInto('api_requests')
      .values({ ...call, merchant_id, request_id, user_id: 1 })
      .execute();
    return request_id;
  };
  const work = () => createRequestWorker(world.ctx, createRequestLog()).run();
  const nameOf = (day: number) =>
    `api_requests_${new Date(first + day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')}`;
  const rowsByPart = async () => {
    const { rows } = await sql<{ part: string; request_id: string }>`
      select tableoid::regclass::text as part, request_id from api_requests order by request_id`.execute(world.ctx.db);
    return rows.map(({ part, request_id }): [string, string] => [part, request_id]);
  };
  const parts = async () => {
    const { rows } = await sql<{ part: string }>`
      select inhrelid::regclass::text as part from pg_inherits where inhparent = 'api_requests'::regclass`.execute(
      world.ctx.db,
    );
    return rows.map(({ part }) => part).sort();
  };

  test('gets its days ahead of time, and drops each after the retention period', async () => {
    on(0);
    await work();
    expect(await parts()).toEqual([nameOf(0), nameOf(1), nameOf(2), 'api_requests_before', 'api_requests_default']);
    const [before, zeroth, second] = [await callOn(-1), await callOn(0), await callOn(2)];
    expect(await rowsByPart()).toEqual([
      ['api_requests_before', before],
      [nameOf(0), zeroth],
      [nameOf(2), second],
    ]);
    on(30);
    await work();
    expect(await parts()).toEqual([...[0, 1, 2, 30, 31, 32].map(nameOf), 'api_requests_default']);
    // This is the first hour of the last day on which `zeroth` is kept.
    expect((await rowsByPart()).map(([, id]) => id)).toEqual([zeroth, second]);
    on(31);
    await Promise.all([work(), work()]);
    expect((await rowsByPart()).map(([, id]) => id)).toEqual([second]);
  });

  test('shows no call beyond the period, even if its day is still there', async () => {
    const ctx = world.callOf(merchant_id);
    on(0);
    await work();
    const request_id = await callOn(0);
    expect((await listRequests(ctx, {})).rows).toMatchObject([{ request_id }]);
    on(30);
    world.advance(60);
    expect(await rowsByPart()).toHaveLength(1);
    expect((await listRequests(ctx, {})).rows).toEqual([]);
    await expect(getRequest(ctx, { request_id })).rejects.toThrow(`No request found with id: ${request_id}`);
  });

  test('loses no call of a day without a partition, and moves it when the day is created', async () => {
    const early = await callOn(5);
    expect(await rowsByPart()).toEqual([['api_requests_default', early]]);
    on(4);
    await work();
    expect(await rowsByPart()).toEqual([[nameOf(5), early]]);
  });

  test('drops a day later while somebody reads the log, and waits for nobody', async () => {
    on(0);
    await work();
    const zeroth = await callOn(0);
    on(31);
    let begun = Number.POSITIVE_INFINITY;
    await world.ctx.db.transaction().execute(async (trx) => {
      await trx.selectFrom('api_requests').selectAll().execute();
      begun = performance.now();
      await work();
      expect(performance.now() - begun).toBeLessThan(3000);
      expect((await rowsByPart()).map(([, id]) => id)).toEqual([zeroth]);
    });
    await work();
    expect(await rowsByPart()).toEqual([]);
    expect(await parts()).not.toContain(nameOf(0));
  });

  test('drops days while other processes and operator commands start', async () => {
    const { db } = world.ctx;
    const name = sql.table('api_requests_20200101');
    let starts = 0;
    const starting = Promise.all(
      Array.from({ length: 4 }, async () => {
        for (const until = Date.now() + 3000; Date.now() < until; starts++) expect(await migrate(db)).toEqual([]);
      }),
    );
    let isOver = false;
    void starting.finally(() => {
      isOver = true;
    });
    for (; !isOver; ) {
      await sql`create table ${name} (id bigint)`.execute(db);
      await sql`drop table ${name}`.execute(db);
    }
    await starting;
    expect(starts).toBeGreaterThan(10);
  });

  test('reads only the days that a page is about, and one day for a single call', async () => {
    on(0);
    await work();
    on(3);
    await work();
    const ids = [await callOn(0), await callOn(1), await callOn(2)];
    /** The partitions that a query may read: those that PostgreSQL locks for it. */
    const readBy = (look: (ctx: Context & Caller) => Promise<unknown>) =>
      inTransaction(world.callOf(merchant_id), async (ctx) => {
        await look(ctx);
        const { rows } = await sql<{ name: string }>`select distinct relation::regclass::text as name from pg_locks
          where pid = pg_backend_pid() and relation::regclass::text ~ '^api_requests_(before|default|[0-9]+)$' order by 1`.execute(
          ctx.db,
        );
        return rows.map(({ name }) => name);
      });
    expect(await readBy((ctx) => getRequest(ctx, { request_id: ids[1]! }))).toEqual([nameOf(1)]);
    const first_page = await listRequests(world.callOf(merchant_id), { limit: 1 });
    expect(first_page.rows).toMatchObject([{ request_id: ids[2] }]);
    on(31);
    world.advance(-7200);
    const later = await readBy((ctx) => listRequests(ctx, { limit: 1, cursor: first_page.next_cursor! }));
    expect(later.filter((name) => name !== 'api_requests_default')).toEqual([nameOf(0), nameOf(1), nameOf(2)]);
  });
});

describe.skipIf(!process.env['TEST_DATABASE_URL'])('an earlier request log', () => {
  let database: NonNullable<Awaited<ReturnType<typeof createTestDatabase>>>;
  let pool: pg.Pool;
  let db: Kysely<Database>;
  let notices: string[];

  beforeEach(async () => {
    notices = [];
    database = (await createTestDatabase({ empty: true }))!;
    pool = new pg.Pool({ connectionString: database.url, options: '-c client_min_messages=debug1' });
    pool.on('connect', (client) => client.on('notice', ({ message }) => notices.push(String(message))));
    db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
    const since = Object.entries(migrations).filter(([name]) => name >= MIGRATION);
    for (const [name] of since) delete migrations[name];
    await migrate(db).finally(() => Object.assign(migrations, Object.fromEntries(since)));
  });
  afterEach(async () => {
    await db.destroy();
    await database.drop();
  });

  const insert = (request_id: string) =>
    sql`insert into api_requests (merchant_id, request_id, user_id, operation, status, duration_ms)
      values (1, ${request_id}, 2, 'session.state', 200, 1) on conflict (merchant_id, request_id) do nothing`.execute(
      db,
    );
  const ids = async () =>
    (await db.selectFrom('api_requests').select('request_id').orderBy('request_id').execute()).map(
      (row) => row.request_id,
    );

  test('becomes a partition without being read under a lock, while an older version writes to it', async () => {
    const written: string[] = [];
    // From a process whose clock was ten days ahead.
    const ahead = requestId(Date.now() + 10 * DAY_MS);
    await insert(ahead);
    let isOver = false;
    const older = (async () => {
      while (!isOver) {
        const id = requestId();
        await insert(id);
        written.push(id);
      }
    })();
    await migrate(db);
    isOver = true;
    await older;
    await insert(written[0]!);
    expect(await ids()).toEqual([...written, ahead]);
    expect(notices).toContain(
      'partition constraint for table "api_requests_before" is implied by existing constraints',
    );
    await insert(firstIdAt(Date.now() + 40 * DAY_MS).padEnd(28, '0'));
    expect((await ids()).length).toBe(written.length + 2);
  });

  test('is left as it was if the migration is interrupted, and is migrated by the next attempt', async () => {
    await insert(requestId());
    await sql`alter table api_requests add constraint api_requests_bound check (request_id < 'req_zzz') not valid`.execute(
      db,
    );
    await migrate(db);
    expect(await ids()).toHaveLength(1);
  });
});
