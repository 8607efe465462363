/** Documents are verified in threads, which may run out of memory, or crash because of a defect that only one document reveals. */
// SQLite only: threads do not use the database.
import type { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;
/** How many of the next threads to terminate before they can reply. */
let doomed: number;
const onThread = (thread: Worker) => {
  if (doomed-- > 0) void thread.terminate();
};

beforeAll(() => void process.on('worker', onThread));
afterAll(() => void process.off('worker', onThread));
beforeEach(async () => {
  doomed = 0;
  server = await createTestServer();
  world = createWorld(server, await server.account());
});
afterEach(() => server?.stop());

test('a document whose thread dies is verified in a new one', async () => {
  const { body, headers } = await world.submission();
  doomed = 1;
  expect((await server.call('reader.submit', body, {}, headers)).body).toEqual({ state: 'APPROVED' });
  expect(doomed).toBeLessThan(0);
});

test('a document that ends two threads is refused, and may be submitted again', async () => {
  const { token, body, headers } = await world.submission();
  const state = async () => (await server.call('reader.open', { token })).body.state;
  doomed = 2;
  const refused = await server.call('reader.submit', body, {}, headers);
  expect(refused).toMatchObject({
    status: 503,
    body: { code: 'service_unavailable', error: 'The document could not be verified. Submit it again' },
  });
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(await state()).toBe('INITIATED');
  expect((await server.call('reader.submit', body, {}, headers)).body).toEqual({ state: 'APPROVED' });
});

test('a shutdown waits for documents that are being verified', async () => {
  const { body, headers } = await world.submission();
  const submitted = server.call('reader.submit', body, {}, headers);
  await expect.poll(() => server.deps.portraits.sessions().length).toBe(1);
  await Promise.all([server.stop(), submitted]);
  expect((await submitted).body).toEqual({ state: 'APPROVED' });
  server = await createTestServer();
});
