/** session-face.test.ts tests the comparison of faces in a demo. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
});
afterAll(() => server?.stop());

describe('demo sessions', () => {
  test('end with the data of the specimen, visible to the holder of the token', async () => {
    const { body } = await server.call('demo.create', {});
    expect((await server.call('demo.state', { token: body.token })).body).toEqual({ state: 'CREATED' });
    expect(await world.read('genuine', body.token)).toEqual({ state: 'APPROVED' });
    const demo = (await server.call('demo.get', { token: body.token })).body;
    expect(demo).toMatchObject({
      id: body.id,
      state: 'APPROVED',
      specimen: true,
      surname: expect.any(String),
      portrait: expect.any(String),
    });
  });

  test("and sessions of accounts cannot be reached through each other's calls", async () => {
    const live = await world.session();
    for (const operation of ['demo.get', 'demo.state'] as const) {
      expect(await server.call(operation, { token: live.token })).toMatchObject({
        status: 404,
        body: { error: 'No session found for this token' },
      });
    }
    const demo = (await server.call('demo.create', {})).body;
    expect((await server.call('session.get', { id: demo.id }, { basic: world.account.basic })).status).toBe(404);
    const listed = (await server.call('session.list', {}, { basic: world.account.basic })).body.sessions;
    expect(listed.map(({ id }) => id)).not.toContain(demo.id);
  });

  test('can ask for a face in local mode, where live sessions cannot', async () => {
    expect(await server.call('demo.create', { face_verification: true })).toMatchObject({ status: 200 });
    expect(
      await server.call('session.create', { face_verification: true }, { basic: world.account.basic }),
    ).toMatchObject({
      status: 400,
      body: { code: 'face_verification_unavailable' },
    });
  });
});
