/** Specimen sessions in production: complete, including callbacks, but they cost nothing and prove nothing. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SPECIMENS } from '../../server/specimen/specimen-catalogue.ts';
import { production } from '../support/process/production.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await createTestServer({ environment: production() });
  world = createWorld(server, await server.account());
});
afterAll(() => server?.stop());

const get = async (id: number) => world.succeed('session.get', { id }, { basic: world.account.basic });

describe('a specimen session', () => {
  test.each(SPECIMENS)('ends with the specimen $name as expected', async ({ name, outcome }) => {
    // Nothing compares faces here, so another person's face is not noticed.
    const expected = name === 'face-mismatch' ? { state: 'APPROVED' } : outcome;
    const { id } = await world.ended(name, { specimen: true });
    const session = await get(id);
    expect({ state: session.state, code: 'failure' in session ? session.failure.code : undefined }).toEqual({
      code: undefined,
      ...expected,
    });
    expect(session.specimen).toBe(true);
  });

  test('is marked wherever it is shown', async () => {
    const created = await world.session({ specimen: true, reference: 'marked' });
    expect(created.specimen).toBe(true);
    expect(await world.succeed('reader.open', { token: created.token })).toMatchObject({ specimen: true, demo: false });
    const { sessions } = await world.succeed('session.list', { reference: 'marked' }, world.account);
    expect(sessions).toMatchObject([{ id: created.id, specimen: true }]);
    const live = await world.session();
    expect(live.specimen).toBe(false);
    expect(await get(live.id)).toMatchObject({ specimen: false });
  });

  test('costs nothing and is in no statistics', async () => {
    const account = await server.account();
    const own = createWorld(server, account);
    const { credit } = await own.succeed('billing.self', {}, { bearer: account.bearer });
    await own.ended('genuine', { specimen: true });
    await own.ended('cloned', { specimen: true });
    await own.ended('nfc-failure', { specimen: true });
    expect(await own.succeed('billing.self', {}, { bearer: account.bearer })).toMatchObject({ credit });
    const { billables } = await own.succeed('billing.preview', {}, { bearer: account.bearer });
    expect(billables).toEqual([]);
    const usage = await own.succeed('dashboard.usage', {}, { bearer: account.bearer });
    expect(usage).toMatchObject({ last_30_days: 0, days: [] });
    expect(await own.succeed('dashboard.get_started', {}, { bearer: account.bearer })).toMatchObject({
      integrated: false,
    });
  });

  test('needs no credit', async () => {
    const { basic, bearer } = await server.account();
    const { id } = await world.succeed('billing.self', {}, { bearer });
    const accounts = server.ctx.db.updateTable('billing_accounts').where('merchant_id', '=', id);
    await accounts.set({ credit: 0 }).execute();
    expect(await server.call('session.create', {}, { basic })).toMatchObject({ status: 403 });
    expect(await server.call('session.create', { specimen: true }, { basic })).toMatchObject({ status: 200 });
    await server.ctx.db.updateTable('merchants').set({ billing_state: 'INACTIVE' }).where('id', '=', id).execute();
    expect(await server.call('session.create', {}, { basic })).toMatchObject({ body: { code: 'billing_inactive' } });
    expect(await server.call('session.create', { specimen: true }, { basic })).toMatchObject({ status: 200 });
  });

  test('is one of at most 1,000 per account and day', async () => {
    const { basic, bearer } = await server.account();
    const create = () => server.call('session.create', { specimen: true }, { basic });
    await create();
    const { id } = await world.succeed('billing.self', {}, { bearer });
    const days = server.ctx.db.updateTable('usage_days').where('merchant_id', '=', id).where('specimen', '=', 1);
    await days.set({ created: 998 }).execute();
    const statuses = await Promise.all([create(), create(), create(), create()]);
    expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 200, 429, 429]);
    const refused = statuses.find(({ status }) => status === 429);
    expect(refused).toMatchObject({ body: { code: 'specimen_limit' } });
    const wait = Number(refused?.headers.get('retry-after'));
    expect(new Date(Date.now() + wait * 1000).getUTCHours()).toBe(0);
    expect(await server.call('session.create', {}, { basic })).toMatchObject({ status: 200 });
    await days.set({ day: '2020-01-01' }).execute();
    expect(await create()).toMatchObject({ status: 200 });
  });

  test('can be created by a signed-in user too, as any other session can', async () => {
    const { bearer } = world.account;
    for (const specimen of [true, false])
      expect(await server.call('session.create', { specimen }, { bearer })).toMatchObject({
        status: 200,
        body: { specimen },
      });
    const { entries } = await world.succeed('audit.list', {}, { bearer });
    expect(entries.filter(({ action }) => action === 'session.create')).toHaveLength(2);
  });
});

test('any other session in production refuses specimens', async () => {
  const { id } = await world.ended('genuine');
  expect(await get(id)).toMatchObject({ state: 'REJECTED', failure: { code: 'issuer_unknown' }, specimen: false });
});
