import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MOST_LOOKED_AT } from '../../server/callbacks/callback-search.service.ts';
import { createReceiver } from '../support/server/receiver.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { type Account, createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
});
afterAll(() => server?.stop());

const search = ({ bearer }: Account, body: object) => world.succeed('callback.search', body, { bearer });
const idsOf = ({ callbacks }: { callbacks: { session_id: number }[] }) => callbacks.map(({ session_id }) => session_id);

describe('callback.search', () => {
  test('finds callbacks by host, by the state they report and by time', async () => {
    const account = await world.freshAccount();
    await using one = await createReceiver();
    await using other = await createReceiver();
    const host = new URL(one.url).host;
    const first = await world.aborted(account, { callback_url: one.url });
    // The search matches the host that receives the callback, not a host in the URL's query.
    const second = await world.aborted(account, { callback_url: `${other.url}?from=${one.url}` });
    await server.advance('PT10M');
    const third = await world.aborted(account, { callback_url: one.url.replace('/hook', '?x=1') });
    expect(idsOf(await search(account, { host }))).toEqual([third, first]);
    expect(idsOf(await search(account, { host: new URL(other.url).host }))).toEqual([second]);
    expect(idsOf(await search(account, { host: '127.0.0.1' }))).toEqual([]);
    expect(idsOf(await search(account, { session_state: 'APPROVED' }))).toEqual([]);
    expect(idsOf(await search(account, { session_state: 'ABORTED', session_id: second }))).toEqual([second]);
    const at = new Date(server.deps.clock.now().getTime() - 300_000).toISOString();
    expect(idsOf(await search(account, { created_from: at }))).toEqual([third]);
    expect(idsOf(await search(account, { created_to: at, host }))).toEqual([first]);
    const page = await search(account, { host, limit: 1 });
    expect(idsOf(page)).toEqual([third]);
    expect(idsOf(await search(account, { host, limit: 1, cursor: page.next_cursor }))).toEqual([first]);
    const stranger = await world.freshAccount();
    expect(await search(stranger, { host })).toEqual({ callbacks: [] });
  });

  test('looks through a limited number of callbacks, and says where to continue', async () => {
    const account = await world.freshAccount();
    const { merchant_id } = await server.ctx.db
      .selectFrom('users')
      .select('merchant_id')
      .where('email', '=', account.email)
      .executeTakeFirstOrThrow();
    const start = server.deps.clock.now().getTime() - 86_400_000;
    const rows = Array.from({ length: MOST_LOOKED_AT + 1 }, (_, index) => ({
      id: `msg_${(start + index).toString(16).padStart(12, '0')}0000${String(index).padStart(24, '0')}`,
      ...{ merchant_id, session_id: 7, type: 'session.state_changed', session_state: 'ABORTED' as const },
      url: index === 0 ? 'https://rare.example/hook' : 'https://usual.example/hook',
      ...{ payload: '{}', state: 'DELIVERED' as const, created: new Date(start + index).toISOString() },
      ...{ next_attempt: null, attempts: 1, attempts_left: 0 },
    }));
    for (let at = 0; at < rows.length; at += 1000)
      await server.ctx.db
        .insertInto('callbacks')
        .values(rows.slice(at, at + 1000))
        .execute();
    const page = await search(account, { host: 'rare.example' });
    expect(page).toEqual({ callbacks: [], next_cursor: expect.any(String) });
    const { callbacks, next_cursor } = await search(account, { host: 'rare.example', cursor: page.next_cursor });
    expect([callbacks.length, next_cursor]).toEqual([1, undefined]);
    expect((await search(account, { state: 'FAILED' })).next_cursor).toBeUndefined();
  });
});
