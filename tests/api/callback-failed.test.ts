import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createReceiver } from '../support/server/receiver.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { type Account, createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
});
afterAll(() => server?.stop());

const addEndpoint = ({ basic }: Account, url: string) => world.succeed('callback_endpoint.create', { url }, { basic });
const failedOf = ({ bearer }: Account, body = {}) => world.succeed('callback.failed', body, { bearer });
const resend = ({ bearer }: Account, body = {}) => world.succeed('callback.resend_failed', body, { bearer });

const merchantOf = async (endpoint: number) =>
  (
    await server.ctx.db
      .selectFrom('account_endpoints')
      .select('merchant_id')
      .where('id', '=', endpoint)
      .executeTakeFirstOrThrow()
  ).merchant_id;

describe('deliveries that failed', () => {
  test('are counted and sent again together: to callback URLs and to endpoints, but not to those switched off', async () => {
    const account = await world.freshAccount();
    // 410 ends the attempts.
    let status = 410;
    await using hook = await createReceiver(() => ({ status }));
    await using on = await createReceiver(() => ({ status }));
    await using off = await createReceiver(() => ({ status }));
    const endpoint = await addEndpoint(account, on.url);
    const unused = await addEndpoint(account, off.url);
    for (let count = 0; count < 2; count++) await world.aborted(account, { callback_url: hook.url });
    await world.aborted(account);
    const everything = { callbacks: 2, endpoints: [{ id: endpoint.id, url: on.url, failed: 3 }] };
    await eventually(async () => off.received.length === 3, 'the attempts at the second endpoint');
    await world.succeed('callback_endpoint.update', { id: unused.id, enabled: false }, { basic: account.basic });
    await eventually(async () => {
      const found = await failedOf(account);
      return JSON.stringify(found) === JSON.stringify(everything);
    }, 'all to fail');

    status = 204;
    expect(await resend(account)).toEqual({ queued: 5 });
    await eventually(async () => hook.received.length === 4 && on.received.length === 6, 'all to be sent again');
    expect(off.received).toHaveLength(3);
    for (const { received } of [hook, on]) {
      const ids = received.map(({ headers }) => headers['webhook-id']);
      expect(new Set(ids).size).toBe(received.length / 2);
    }
    await eventually(async () => (await failedOf(account)).endpoints.length === 0, 'all to be delivered');
    expect(await failedOf(account)).toEqual({ callbacks: 0, endpoints: [] });
    expect(await resend(account)).toEqual({ queued: 0 });
  });

  test('are resent if they failed after a given time, and only those of the account', async () => {
    const [account, stranger] = [await world.freshAccount(), await world.freshAccount()];
    await using hook = await createReceiver(() => ({ status: 410 }));
    await world.aborted(account, { callback_url: hook.url });
    await server.advance('PT10M');
    await addEndpoint(account, hook.url);
    await world.aborted(account);
    await eventually(async () => {
      const { callbacks, endpoints } = await failedOf(account);
      return callbacks === 1 && endpoints.length === 1;
    }, 'both to fail');
    const since = new Date(server.deps.clock.now().getTime() - 300_000).toISOString();
    expect(await failedOf(account, { since })).toMatchObject({ callbacks: 0, endpoints: [{ failed: 1 }] });
    expect(await failedOf(stranger)).toEqual({ callbacks: 0, endpoints: [] });
    expect(await resend(stranger)).toEqual({ queued: 0 });
    expect(await resend(account, { since })).toEqual({ queued: 1 });
  });

  test('are queued 1000 at a time, oldest first, each once even if it fails again meanwhile', async () => {
    const account = await world.freshAccount();
    const { id } = await addEndpoint(account, 'http://localhost:9/');
    const merchant_id = await merchantOf(id);
    const first = server.deps.clock.now().getTime() - 60_000;
    const events = Array.from({ length: 1205 }, (_, index) => ({
      id: `msg_${(first + index).toString(16).padStart(12, '0')}0000${String(index).padStart(24, '0')}`,
      ...{ merchant_id, type: 'session.state_changed' as const },
      payload: JSON.stringify({ id: 'msg_planted', type: 'session.state_changed' }),
    }));
    for (const part of [events.slice(0, 400), events.slice(400, 800), events.slice(800)]) {
      await server.ctx.db.insertInto('account_events').values(part).execute();
      const deliveries = part.map((event) => ({
        ...{ endpoint_id: id, event_id: event.id, state: 'FAILED' as const, next_attempt: null },
        ...{ attempts: 6, attempts_left: 0, resent: 0 },
      }));
      await server.ctx.db.insertInto('endpoint_deliveries').values(deliveries).execute();
    }
    const answer = await resend(account);
    expect(answer).toEqual({ queued: 1000, next_since: new Date(first + 1000).toISOString() });
    expect(await resend(account, { since: answer.next_since })).toEqual({ queued: 205 });
    await world.succeed('callback_endpoint.delete', { id }, { basic: account.basic });
  });
});
