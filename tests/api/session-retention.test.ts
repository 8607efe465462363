import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { timestamp } from '../../server/core/clock.ts';
import { openDatabase } from '../../server/database/database.ts';
import { runOperator } from '../support/packages/script.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server?.stop());

async function keeping(retention_hours?: number): Promise<World> {
  const account = await server.account();
  const world = createWorld(server, account);
  if (retention_hours !== undefined)
    expect(await world.succeed('merchant.update', { retention_hours }, { bearer: account.bearer })).toMatchObject({
      retention_hours,
    });
  return world;
}

const get = ({ succeed, account: { basic } }: World, id: number) => succeed('session.get', { id }, { basic });
const seconds = (from: string | undefined, to: string | undefined) => (Date.parse(to!) - Date.parse(from!)) / 1000;

/** No personal data can be fetched, and nothing is kept that could be decrypted. */
async function expectGone(world: World, id: number): Promise<void> {
  const gone = await eventually(async () => {
    const session = await get(world, id);
    return session.redacted && session;
  }, 'the identity data to be gone');
  for (const name of ['surname', 'portrait', 'user_ip', 'identity_data_until']) expect(gone).not.toHaveProperty(name);
  const { db } = server.ctx;
  for (const table of ['session_keys', 'session_sealed'] as const)
    expect(await db.selectFrom(table).select('session_id').where('session_id', '=', id).execute()).toEqual([]);
}

test('retention is 24 hours unless the account wants less, and a session keeps the time it was created with', async () => {
  const world = await keeping();
  const { bearer } = world.account;
  const { retention_hours } = await world.succeed('merchant.self', {}, { bearer });
  expect(retention_hours).toBe(24);
  const before = await world.session();
  await world.succeed('merchant.update', { retention_hours: 2 }, { bearer });
  const after = await world.ended();
  await world.read('genuine', before.token);
  const [long, short] = [await get(world, before.id), await get(world, after.id)];
  expect(seconds(long.ended, long.identity_data_until)).toBe(24 * 3600);
  expect(seconds(short.ended, short.identity_data_until)).toBe(2 * 3600);

  await server.advance('PT1H59M');
  expect(await get(world, after.id)).toHaveProperty('surname');
  await server.advance('PT2M');
  await expectGone(world, after.id);
  expect(await get(world, before.id)).toHaveProperty('surname');
  await server.advance('PT22H');
  await expectGone(world, before.id);
});

test('retention ends a minute after a backend fetched the data if the account wants nothing kept', async () => {
  const world = await keeping(0);
  const { id } = await world.ended();
  const listed = (await world.succeed('session.list', {}, { basic: world.account.basic })).sessions[0];
  expect(listed).toMatchObject({ id, state: 'APPROVED' });
  // Viewing the session in the portal does not trigger deletion.
  const seen = await world.succeed('session.get', { id }, { bearer: world.account.bearer });
  expect(seconds(seen.ended, seen.identity_data_until)).toBe(3600);
  await server.advance('PT2M');
  expect(await get(world, id)).toHaveProperty('portrait');
  // The data stays available for a minute, because the response may have been lost.
  await server.advance('PT50S');
  expect(await get(world, id)).toHaveProperty('portrait');
  await server.advance('PT11S');
  await expectGone(world, id);
});

test('retention ends after an hour if nobody fetched the data', async () => {
  const world = await keeping(0);
  const approved = await world.ended();
  const rejected = await world.ended('expired-document');
  await server.advance('PT59M');
  const credentials = await server.signIn(world.account);
  for (const { id } of [approved, rejected])
    expect(await world.succeed('session.get', { id }, credentials)).not.toHaveProperty('redacted');
  await server.advance('PT2M');
  for (const { id } of [approved, rejected]) await expectGone(world, id);
});

describe('sessions ended by a version that sets no deletion dates', () => {
  /** A session as left by an older version that runs beside this one: without a deletion date. */
  const undated = async (world: World) => {
    const { id } = await world.ended();
    await server.ctx.db.updateTable('sessions').set({ identity_data_until: null }).where('id', '=', id).execute();
    return id;
  };

  test('are redacted like those of this version, after the hours of their account', async () => {
    const [day, hours] = [await keeping(), await keeping(2)];
    const [long, short] = [await undated(day), await undated(hours)];
    await server.advance('PT1H59M');
    expect(await get(hours, short)).toHaveProperty('surname');
    await server.advance('PT2M');
    await expectGone(hours, short);
    expect(await get(day, long)).toHaveProperty('surname');
    await server.advance('PT22H');
    await expectGone(day, long);
  });

  test('are counted by operator status, as is overdue data that was not deleted', async () => {
    const stopped = await createTestServer();
    const world = createWorld(stopped, await stopped.account());
    const { id } = await world.ended();
    await world.ended();
    // With the service stopped, nothing deletes the data.
    await stopped.service.stop();
    const { database_url: url, data_dir } = stopped.deps.config;
    const { db, close } = openDatabase({ url, file: join(data_dir, 'sigill.db') });
    const status = async (identity_data_until: string | null, which = id) => {
      await db.updateTable('sessions').set({ identity_data_until }).where('id', '=', which).execute();
      const { out, code } = await runOperator(stopped, 'status');
      return { code, line: out.split('\n').find((line) => line.startsWith('identity data')) };
    };
    const now = Date.now();
    expect(await status(timestamp(new Date(now - 1000)))).toEqual({ code: 0, line: 'identity data operational' });
    expect(await status(null)).toEqual({
      code: 0,
      line: 'identity data operational (1 ended session without a deletion date; a running server sets it)',
    });
    expect(await status(timestamp(new Date(now - 3_600_000)))).toEqual({
      code: 1,
      line: 'identity data down (1 ended session past the deletion date, not yet destroyed)',
    });
    await close();
    await stopped.stop();
  });
});

test('retention is a number of hours from 0 to 24, and the audit log says that it was changed', async () => {
  const { account, call, succeed } = await keeping(3);
  for (const retention_hours of [-1, 25, 1.5, '3', null]) {
    const { status, body } = await call('merchant.update', { retention_hours } as object, account);
    expect({ status, body }).toMatchObject({ status: 400, body: { details: [{ path: 'retention_hours' }] } });
  }
  const { entries } = await succeed('audit.list', {}, { bearer: account.bearer });
  expect(entries.filter(({ action }) => action === 'merchant.update')).toHaveLength(1);
});
