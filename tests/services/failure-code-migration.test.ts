/** Sessions from before failure codes were written in lower case: the migration keeps them readable. */
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failureCodes } from '../../server/database/migrations/0010-failure-codes.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
});
afterAll(() => server?.stop());

test('a rejected session and its callback read the same after the migration of failure codes', async () => {
  const { basic, bearer } = world.account;
  const { id } = await world.ended('cloned', { callback_url: `${server.base}/_local/callbacks/migrated` });
  const delivered = await eventually(async () => {
    const { callbacks } = await world.succeed('callback.list', { session_id: id }, { bearer });
    return callbacks.find(({ session_state, state }) => session_state === 'REJECTED' && state === 'DELIVERED');
  }, 'the callback');
  const shown = () =>
    Promise.all([
      world.succeed('session.get', { id }, { basic }),
      world.succeed('callback.get', { id: delivered.id }, { bearer }),
    ]);
  const before = await shown();
  expect(before[0]).toMatchObject({ failure: { code: 'chip_auth_failed' } });

  const { db } = server.ctx;
  await sql`update sessions set failure_code = 'CHIP_AUTH_FAILED', chip = replace(chip, 'chip_auth_failed', 'CHIP_AUTH_FAILED')`.execute(
    db,
  );
  await sql`update callbacks set payload = replace(payload, '"code":"chip_auth_failed"', '"code":"CHIP_AUTH_FAILED"')`.execute(
    db,
  );
  expect((await server.call('session.get', { id }, { basic })).status).toBe(500);

  await failureCodes.up(db as unknown as Kysely<never>);
  expect(await shown()).toEqual(before);
});
