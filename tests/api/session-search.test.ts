/** Compares filters of `session.list`, alone and combined, with a plain search through all sessions. */
import { array, assert, asyncProperty, constantFrom, integer, option, record } from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FailureCode, Operations, SessionState } from '../../server/generated/operations.gen.ts';
import { STATES } from '../../server/sessions/session/session.state.ts';
import { trials } from '../support/runs/trials.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { type Account, createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
});
afterAll(() => server?.stop());

type Body = Operations['session.list']['body'];
type Filter = Omit<Body, 'cursor' | 'limit'>;

async function all(account: Account, filter: Filter, limit = 100) {
  const found = [];
  for (let cursor: string | undefined; ; ) {
    const page = await world.succeed('session.list', { ...filter, limit, ...(cursor && { cursor }) }, account);
    expect(page.sessions.length).toBeLessThanOrEqual(limit);
    found.push(...page.sessions);
    if (page.next_cursor === undefined) return found;
    cursor = page.next_cursor;
  }
}

const FAILURES: FailureCode[] = ['issuer_unknown', 'document_expired', 'session_expired'];
const REFERENCES = ['order-1', 'order-10', 'order-100', 'order-2', 'Order-1', 'Ärende 7', 'a%b', 'a_b', 'a', '日本-1'];
const COUNTRIES = ['SE', 'DE', 'UT'];
/** Groups of three sessions have the same creation time. */
const timeAt = (number: number) => new Date(Date.UTC(2026, 0, 1) + Math.floor(number / 3) * 3_600_000).toISOString();

interface Row {
  id: number;
  state: SessionState;
  created: string;
  reference: string | null;
  failure_code: FailureCode | null;
  document_country: string | null;
  specimen: number;
}

function drawing(): (below: number) => number {
  let seed = 12_345;
  return (below) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
}

async function historyOf(
  merchant_id: number,
  count: number,
  draw: (below: number) => number,
  first_id = 1_000_000,
): Promise<Row[]> {
  const rows = Array.from({ length: count }, (_, at): Row => {
    const state = STATES[draw(STATES.length)]!;
    const hasFailed = state === 'FAILED' || state === 'REJECTED';
    return {
      id: first_id + ((at * 7919) % 99_991),
      state,
      created: timeAt(at),
      reference: draw(4) === 0 ? null : REFERENCES[draw(REFERENCES.length)]!,
      failure_code: hasFailed ? FAILURES[draw(FAILURES.length)]! : null,
      document_country: state === 'APPROVED' && draw(2) === 0 ? COUNTRIES[draw(COUNTRIES.length)]! : null,
      specimen: draw(5) === 0 ? 1 : 0,
    };
  });
  const common = { merchant_id, demo: 0, secret_hash: Buffer.alloc(32), face_verification: 0, passport_only: 0 };
  const counts = { challenges: 0, chip_authentications: 0, verification_tries: 0 };
  const more = { require_clone_protection: 0, specimen_only: 0, expires: '2999-01-01T00:00:00.000Z' };
  for (let at = 0; at < rows.length; at += 50)
    await server.ctx.db
      .insertInto('sessions')
      .values(rows.slice(at, at + 50).map((row) => ({ ...row, ...common, ...counts, ...more })))
      .execute();
  await recount(merchant_id);
  return rows;
}

async function recount(merchant_id: number): Promise<void> {
  const count = (state: string) => sql`sum(case when state = ${sql.lit(state)} then 1 else 0 end)`;
  const ends = ['approved', 'rejected', 'failed', 'aborted'];
  await server.ctx.db.deleteFrom('usage_days').where('merchant_id', '=', merchant_id).execute();
  await sql`insert into usage_days (merchant_id, day, specimen, ${sql.join(ends.map((end) => sql.ref(end)))})
    select merchant_id, substr(created, 1, 10), specimen_only, ${sql.join(ends.map((end) => count(end.toUpperCase())))}
    from sessions where merchant_id = ${merchant_id} group by merchant_id, substr(created, 1, 10), specimen_only`.execute(
    server.ctx.db,
  );
}

async function copies(id: number, count: number): Promise<void> {
  const { db } = server.ctx;
  const template = await db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const same = Object.keys(template).filter((column) => !['id', 'reference'].includes(column));
  const columns = sql.join(same.map((column) => sql.ref(column)));
  await sql`insert into sessions (id, reference, ${columns})
    with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${sql.lit(count)})
    select id + i, 'order-' || (10000000 + i), ${columns} from sessions cross join numbers where id = ${id}`.execute(
    db,
  );
}

const merchantOf = async (account: Account) => (await world.succeed('merchant.self', {}, account)).id;

/** A time as text that sorts chronologically, down to nine decimals of a second. */
const moment = (time: string) => `${time.slice(0, 19)}.${time.slice(20, -1).padEnd(9, '0')}`;

function expected(rows: Row[], filter: Filter): number[] {
  const { search, state, states, reference, failure_code, created_from, created_to, document_country, specimen } =
    filter;
  const fitting = rows.filter(
    (row) =>
      (state === undefined || row.state === state) &&
      (states === undefined || states.includes(row.state)) &&
      (reference === undefined || row.reference === reference) &&
      (failure_code === undefined || row.failure_code === failure_code) &&
      (document_country === undefined || row.document_country === document_country) &&
      (specimen === undefined || (row.specimen === 1) === specimen) &&
      (created_from === undefined || moment(row.created) >= moment(created_from)) &&
      (created_to === undefined || moment(row.created) < moment(created_to)),
  );
  const newest = fitting.toSorted((a, b) => Date.parse(b.created) - Date.parse(a.created) || b.id - a.id);
  if (search === undefined) return newest.map(({ id }) => id);
  const named = newest.filter(({ id }) => String(id) === search);
  if (named.length > 0) return named.map(({ id }) => id);
  const bytes = ({ reference }: Row) => Buffer.from(reference!);
  const ordered = newest
    .filter((row) => row.reference?.includes(search))
    .toSorted((a, b) => Buffer.compare(bytes(a), bytes(b)));
  const [beginning = [], inside = []] = [true, false].map((begins) =>
    ordered.filter(({ reference }) => reference!.startsWith(search) === begins),
  );
  return [...beginning, ...inside].map(({ id }) => id);
}

describe('session.list', () => {
  test('finds what matches all its filters, each session once, in pages of any size', async () => {
    const account = await world.freshAccount();
    const rows = await historyOf(await merchantOf(account), 240, drawing());
    const maybe = <T>(values: readonly T[]) => option(constantFrom(...values), { nil: undefined, freq: 2 });
    const times = [timeAt(30), timeAt(120), timeAt(121).replace('.000Z', 'Z'), timeAt(200).replace('Z', '5Z')];
    const filters = record({
      search: maybe(['order-1', 'order', 'rder', '1', 'a', '%b', '_', 'nde 7', '本', 'nothing', String(rows[5]!.id)]),
      state: option(constantFrom(...STATES), { nil: undefined, freq: 1 }),
      states: option(array(constantFrom(...STATES), { minLength: 1, maxLength: 4 }), { nil: undefined, freq: 3 }),
      reference: option(constantFrom(...REFERENCES), { nil: undefined, freq: 1 }),
      failure_code: maybe(FAILURES),
      document_country: maybe(COUNTRIES),
      specimen: maybe([true, false]),
      created_from: maybe(times),
      created_to: maybe(times),
    });
    await assert(
      asyncProperty(filters, integer({ min: 1, max: 60 }), async (drawn, limit) => {
        const given = Object.entries(drawn).filter(([, value]) => value !== undefined);
        const filter: Filter = Object.fromEntries(given);
        if (filter.states) filter.states = [...new Set(filter.states)];
        expect((await all(account, filter, limit)).map(({ id }) => id)).toEqual(expected(rows, filter));
      }),
      trials(60),
    );
    // Random filters may miss some cases, so these are always tested.
    const single: Filter[] = [
      { search: 'order-1' },
      { search: '1' },
      { search: '1', specimen: true },
      { states: ['REJECTED', 'FAILED'] },
      { failure_code: 'issuer_unknown' },
      { document_country: 'DE' },
      { specimen: true },
      { specimen: false },
      { created_from: timeAt(100), created_to: timeAt(150) },
    ];
    for (const filter of single) {
      const ids = (await all(account, filter, 7)).map(({ id }) => id);
      expect(ids.length).toBeGreaterThan(0);
      expect(ids).toEqual(expected(rows, filter));
    }
  });

  test('finds a session by its id, for its own account only', async () => {
    const { id } = await world.session({ reference: 'found by id' });
    const found = await world.succeed('session.list', { search: String(id) }, world.account);
    expect(found).toMatchObject({ sessions: [{ id, reference: 'found by id' }] });
    const stranger = await world.freshAccount();
    expect(await world.succeed('session.list', { search: String(id) }, stranger)).toEqual({ sessions: [] });
  });

  test('finds a text inside of references, however many there are', async () => {
    const account = await world.freshAccount();
    const merchant_id = await merchantOf(account);
    const [template] = await historyOf(merchant_id, 1, () => 0, 900_000_000_000);
    await copies(template!.id, 45_000);
    const [first, last] = await Promise.all(
      ['rder-1000', 'rder-10044999'].map((search) => world.succeed('session.list', { search, limit: 3 }, account)),
    );
    expect(first!.sessions.map(({ reference }) => reference)).toEqual([
      'order-10000001',
      'order-10000002',
      'order-10000003',
    ]);
    expect(last).toEqual({ sessions: [expect.objectContaining({ reference: 'order-10044999' })] });
    const every = await all(account, { search: '0999' });
    expect(every.map(({ reference }) => reference)).toEqual(
      Array.from({ length: 45_000 }, (_, at) => `order-${10_000_001 + at}`).filter((name) => name.includes('0999')),
    );
  });

  test.each([
    [{ states: [] }, 'states'],
    [{ states: ['APPROVED', 'APPROVED'] }, 'states'],
    [{ created_from: '2026-03-02' }, 'created_from'],
    [{ document_country: 'Sweden' }, 'document_country'],
    [{ search: '' }, 'search'],
  ])('refuses %j', async (filter, path) => {
    const { status, body } = await server.call('session.list', filter as Body, world.account);
    expect({ status, body }).toMatchObject({ status: 400, body: { details: [{ path }] } });
  });
});

describe('session.count', () => {
  test('counts the sessions in each state that match the other filters', async () => {
    const account = await world.freshAccount();
    const rows = await historyOf(await merchantOf(account), 240, drawing(), 800_000_000_000);
    for (const filter of [
      {},
      { specimen: true },
      { failure_code: 'issuer_unknown' as const },
      { document_country: 'DE' },
      { created_from: timeAt(20), created_to: timeAt(150) },
    ]) {
      const { counts } = await world.succeed('session.count', filter, account);
      const ids = expected(rows, filter);
      const states = rows.filter(({ id }) => ids.includes(id)).map(({ state }) => state);
      expect(ids.length).toBeGreaterThan(0);
      expect(counts).toEqual(
        STATES.map((state) => ({ state, count: states.filter((one) => one === state).length })).filter(
          ({ count }) => count > 0,
        ),
      );
    }
    expect(await world.succeed('session.count', {}, await world.freshAccount())).toEqual({ counts: [], marked: 0 });
  });

  test('stops counting at 10,000', async () => {
    const account = await world.freshAccount();
    const [template] = await historyOf(await merchantOf(account), 1, () => 0, 700_000_000_000);
    await copies(template!.id, 10_050);
    const { state } = template!;
    const counted = { counts: [{ state, count: 10_000 }], marked: 0 };
    expect(await world.succeed('session.count', {}, account)).toEqual(counted);
    await server.ctx.db
      .updateTable('sessions')
      .set({ state: 'APPROVED' })
      .where('merchant_id', '=', await merchantOf(account))
      .execute();
    await recount(await merchantOf(account));
    expect(await world.succeed('session.count', {}, account)).toEqual({
      ...counted,
      counts: [{ state: 'APPROVED', count: 10_000 }],
    });
    expect(await world.succeed('session.count', { created_from: timeAt(0) }, account)).toEqual({
      ...counted,
      counts: [{ state: 'APPROVED', count: 10_000 }],
    });
  });
});

describe('an account with 50,000 sessions', () => {
  const SEARCHES = 10;
  let account: Account;

  beforeAll(async () => {
    account = await world.freshAccount();
    const [template] = await historyOf(await merchantOf(account), 1, () => 0, 600_000_000_000);
    await copies(template!.id, 50_000);
  });

  const searchNothing = () => world.succeed('session.list', { search: 'nowhere' }, account);

  test('does not hold up the calls of others while it searches', async () => {
    const { id } = await world.session();
    let isOver = false;
    const searches = Promise.all(Array.from({ length: SEARCHES }, searchNothing)).then((pages) => {
      isOver = true;
      return pages;
    });
    let answered = 0;
    for (; !isOver; answered++) await world.succeed('session.state', { id }, { basic: world.account.basic });
    // If each search held up everything else, about one call would be answered after each.
    expect(answered).toBeGreaterThan(2 * SEARCHES);
    expect(await searches).toEqual(Array.from({ length: SEARCHES }, () => ({ sessions: [] })));
  });

  test('is told to wait when it asks for more searches than it gets, and nobody else is', async () => {
    const other = await world.freshAccount();
    const ended: string[] = [];
    const flood = Array.from({ length: 60 }, async () => {
      const response = await server.call('session.count', { specimen: false }, account);
      ended.push('flood');
      return response;
    });
    const counted = await world.succeed('session.count', { specimen: false }, other);
    expect(counted).toEqual({ counts: [], marked: 0 });
    expect(ended.length).toBeLessThan(flood.length);
    const responses = await Promise.all(flood);
    const refused = responses.filter(({ status }) => status === 429);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 429]));
    expect(refused[0]!.headers.get('retry-after')).toBe('2');
    expect(refused[0]!.body).toMatchObject({ code: 'rate_limited' });
    expect(await searchNothing()).toEqual({ sessions: [] });
  });

  test('finds a session as soon as it was created', async () => {
    for (let number = 0; number < 10; number++) {
      const reference = `as soon as ${number}`;
      const { id } = await world.succeed('session.create', { reference }, { basic: world.account.basic });
      const found = await world.succeed('session.list', { search: `soon as ${number}` }, world.account);
      expect(found.sessions).toMatchObject([{ id, reference }]);
    }
  });
});
