import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, timestamp } from '../../server/core/clock.ts';
import type { Operations } from '../../server/generated/operations.gen.ts';
import { spanOf } from '../../server/sessions/usage/result-time.ts';
import {
  type Counted,
  countPart,
  countUsage,
  type UsageField,
} from '../../server/sessions/usage/session-usage.repository.ts';
import type { UsagePart } from '../../server/sessions/usage/session-usage.table.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { type Account, createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await createTestServer();
  // Near the end of a UTC day the test and the server could see different days.
  if (server.deps.clock.now().getUTCHours() === 23) await server.advance('PT2H');
  world = createWorld(server, await server.account());
});
afterAll(() => server?.stop());

const overview = (
  body: Operations['dashboard.overview']['body'],
  { bearer }: Pick<Account, 'bearer'> = world.account,
) => world.succeed('dashboard.overview', body, { bearer });

const NOTHING = { created: 0, opened: 0, initiated: 0, completed: 0, approved: 0, rejected: 0, failed: 0, aborted: 0 };

describe('dashboard.overview', () => {
  test("says how far today's sessions came, why they ended and with which documents, and shows the newest", async () => {
    const { token } = await world.session();
    for (let time = 0; time < 2; time++) await world.succeed('reader.open', { token });
    await world.ended('genuine', { reference: 'order 1' });
    await world.ended('genuine');
    await world.ended('expired-document');
    await world.ended('nfc-failure');
    await world.ended('user-abort');
    const { id } = await world.session();
    const seen = await overview({ days: 1 });
    const counts = {
      created: 7,
      opened: 6,
      initiated: 5,
      completed: 3,
      approved: 2,
      rejected: 1,
      failed: 1,
      aborted: 1,
    };
    expect(seen).toMatchObject({
      current: counts,
      previous: NOTHING,
      days: [{ date: seen.today, ...counts }],
      rejections: [{ code: 'document_expired', count: 1 }],
      failures: [{ code: 'nfc_lost', count: 1 }],
      platforms: [{ platform: 'CLI', count: 5 }],
    });
    expect(seen.current.median_seconds).toBeLessThan(60);
    expect(seen.sessions).toHaveLength(5);
    expect(seen.sessions[0]).toMatchObject({ id, state: 'CREATED' });
    expect(seen.sessions.find(({ state }) => state === 'APPROVED')?.checks).toEqual({
      issuer: 'PASSED',
      signature: 'PASSED',
      data: 'PASSED',
      clone: 'PASSED',
      face: 'NOT_PRESENT',
    });
    expect(JSON.stringify(seen)).not.toMatch(/surname|given_names|document_number|user_ip|portrait/);
  });

  test('compares with the same number of days before, and takes a median from each', async () => {
    const account = await world.freshAccount();
    const count = countsOf(server, await merchantOf(account));
    // The last and first days of this period, those of the previous one, and the day before.
    for (const days of [0, 29, 30, 59, 60]) await count(days, ['created', 'approved']);
    for (const seconds of [10, 20, 30, 40, 500]) await count.part(3, 'result_time', String(spanOf(seconds * 1000)));
    for (const seconds of [100, 100, 900]) await count.part(31, 'result_time', String(spanOf(seconds * 1000)));
    const seen = await overview({ days: 30 }, account);
    expect(seen.current).toMatchObject({ created: 2, approved: 2 });
    expect(seen.previous).toMatchObject({ created: 2, approved: 2 });
    expect(seen.days.map(({ date }) => date)).toEqual([daysAgo(server, 29), daysAgo(server, 0)]);
    const near = (seconds: number) => [Math.floor(seconds * 0.95), Math.ceil(seconds * 1.05)] as const;
    for (const [shown, exact] of [
      [seen.current.median_seconds, 30],
      [seen.current.p90_seconds, 500],
      [seen.previous.median_seconds, 100],
    ] as const) {
      const [least, most] = near(exact);
      expect(shown).toBeGreaterThanOrEqual(least);
      expect(shown).toBeLessThanOrEqual(most);
    }
    expect(await overview({ days: 90 }, account)).toMatchObject({ current: { created: 5 }, previous: { created: 0 } });
    await count(6, ['created']);
    await count(7, ['created']);
    expect((await overview({ days: 1 }, account)).days.map(({ date }) => date)).toEqual(
      [6, 0].map((days) => daysAgo(server, days)),
    );
  });

  test('lists the countries and reasons with the most sessions first', async () => {
    const account = await world.freshAccount();
    const { part } = countsOf(server, await merchantOf(account));
    for (const name of ['SE', 'SE', 'DE']) await part(2, 'approved_country', name);
    for (const name of ['DE', 'DE', 'FI']) await part(1, 'rejected_country', name);
    await part(40, 'rejected_country', 'NO');
    for (const name of ['issuer_unknown', 'dg_hash_mismatch', 'dg_hash_mismatch']) await part(0, 'rejection', name);
    expect(await overview({ days: 7 }, account)).toMatchObject({
      countries: [
        { country: 'DE', approved: 1, rejected: 2 },
        { country: 'SE', approved: 2, rejected: 0 },
        { country: 'FI', approved: 0, rejected: 1 },
      ],
      rejections: [
        { code: 'dg_hash_mismatch', count: 2 },
        { code: 'issuer_unknown', count: 1 },
      ],
    });
  });

  test('counts specimen sessions separately, and no demo sessions or other accounts', async () => {
    const account = await world.freshAccount();
    await world.call('session.create', { specimen: true }, { basic: account.basic });
    await world.call('demo.create', {});
    expect(await overview({ days: 7 }, account)).toMatchObject({ current: NOTHING, sessions: [{ specimen: true }] });
    expect(await overview({ days: 7, specimen: true }, account)).toMatchObject({ current: { created: 1 } });
    expect(await overview({ days: 7 }, await world.freshAccount())).toMatchObject({ current: NOTHING, sessions: [] });
  });
});

const daysAgo = ({ deps }: TestServer, days: number) => timestamp(addDays(deps.clock.now(), -days)).slice(0, 10);

const merchantOf = async (account: Pick<Account, 'bearer'>) =>
  (await world.succeed('merchant.self', {}, { bearer: account.bearer })).id;

/** Adds counts to earlier days directly, so that the test need not wait for those days. */
function countsOf(server: TestServer, merchant_id: number) {
  const on = (days: number): Counted => ({ merchant_id, day: daysAgo(server, days), specimen: 0 });
  const inTransaction = server.ctx.db.transaction();
  const count = async (days: number, fields: UsageField[]) => {
    for (const field of fields) await inTransaction.execute((trx) => countUsage(trx, on(days), field));
  };
  const part = (days: number, kind: UsagePart, name: string) =>
    inTransaction.execute((trx) => countPart(trx, on(days), { kind, name }));
  return Object.assign(count, { part });
}
