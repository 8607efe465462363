import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, timestamp } from '../../server/core/clock.ts';
import { countUsage, type UsageField } from '../../server/sessions/usage/session-usage.repository.ts';
import { createTestServer } from '../support/server/test-server.ts';

const server = await createTestServer();
afterAll(() => server.stop());
const { call, signUp } = server;
const account = () => server.account();
const { db } = server.ctx;
const { clock } = server.deps;

const merchantOf = async (email: string) =>
  (await db.selectFrom('users').select('merchant_id').where('email', '=', email).executeTakeFirstOrThrow()).merchant_id;
const daysAgo = (days: number) => timestamp(addDays(clock.now(), -days)).slice(0, 10);

// Near the end of a UTC day the test and the server could see different days.
beforeAll(async () => {
  if (clock.now().getUTCHours() === 23) await server.advance('PT2H');
});

async function count(merchantId: number, day: string, ...fields: UsageField[]): Promise<void> {
  for (const field of fields)
    await db.transaction().execute((trx) => countUsage(trx, { merchant_id: merchantId, day, specimen: 0 }, field));
}

describe('dashboard.get_started', () => {
  test('follows the four steps', async () => {
    const { email, bearer } = await signUp();
    const merchant_id = await merchantOf(email);
    const started = async () => (await call('dashboard.get_started', {}, { bearer })).body;
    const none = { email_verified: false, credentials_generated: false, integrated: false, billing_enabled: false };
    expect(await started()).toEqual(none);
    await db.updateTable('users').set({ email_verified: 1 }).where('email', '=', email).execute();
    expect(await started()).toEqual({ ...none, email_verified: true });
    await call('user.create_service_user', {}, { bearer });
    await count(merchant_id, daysAgo(0), 'created', 'rejected');
    expect(await started()).toMatchObject({ credentials_generated: true, integrated: false });
    await count(merchant_id, daysAgo(0), 'approved');
    expect(await started()).toMatchObject({ integrated: true, billing_enabled: false });
    await db.updateTable('merchants').set({ billing_state: 'ACTIVE' }).where('id', '=', merchant_id).execute();
    expect(await started()).toMatchObject({ billing_enabled: true });
  });
});

describe('dashboard.usage', () => {
  test('counts whole days including today, and lists those with sessions', async () => {
    const { email, bearer } = await signUp();
    const merchant_id = await merchantOf(email);
    for (const days of [0, 29, 30, 89, 90]) await count(merchant_id, daysAgo(days), 'created');
    await count(merchant_id, daysAgo(0), 'created', 'approved', 'failed');
    const { body } = await call('dashboard.usage', {}, { bearer });
    expect(body).toMatchObject({ today: daysAgo(0), last_30_days: 3, last_90_days: 5 });
    expect(body.days.map(({ date }) => date)).toEqual([89, 30, 29, 0].map(daysAgo));
    expect(body.days.at(-1)).toEqual({ date: daysAgo(0), created: 2, approved: 1, rejected: 0, failed: 1 });
  });

  test('counts sessions of this account and no demo sessions', async () => {
    const [mine, other] = [await account(), await account()];
    await call('session.create', {}, { basic: mine.basic });
    await call('session.create', {}, { basic: other.basic });
    await call('demo.create', {});
    expect((await call('dashboard.usage', {}, { bearer: mine.bearer })).body).toMatchObject({ last_30_days: 1 });
  });

  test('loses no count when many sessions end at once', async () => {
    const { email } = await signUp();
    const merchant_id = await merchantOf(email);
    await Promise.all(Array.from({ length: 50 }, () => count(merchant_id, daysAgo(1), 'created')));
    const row = await db
      .selectFrom('usage_days')
      .select('created')
      .where('merchant_id', '=', merchant_id)
      .executeTakeFirst();
    expect(row).toEqual({ created: 50 });
  });
});

test('operator usage counts sessions of accounts and no demo sessions', async () => {
  const counter = await server.account();
  const basic = { basic: counter.basic };
  await server.call('demo.create', {});
  const { token } = (await server.call('session.create', {}, basic)).body;
  await server.call('reader.fail', { token, code: 'read_error' });
  const usage = (await server.call('dashboard.usage', {}, { bearer: counter.bearer })).body;
  expect(usage).toMatchObject({ last_30_days: 1, last_90_days: 1 });
  expect(usage.days?.at(-1) ?? usage.days?.[0]).toMatchObject({ created: 1, failed: 1, approved: 0 });
});
