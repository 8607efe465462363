/** The specimen documents that the demo and `npm run reader` download. */
// SQLite only: they need no database.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await createTestServer({ starts_at: '2026-03-02T09:10:00Z' });
});
afterAll(() => server?.stop());

const file = (path: string, headers = {}) => fetch(`${server.base}/specimens/${path}`, { headers });
const text = async (path: string) => (await file(path)).text();

test.each(['genuine.json', 'genuine.svg'])(
  '%s is issued once an hour, however many people ask for it',
  async (path) => {
    const together = await Promise.all(Array.from({ length: 10 }, () => text(path)));
    expect(new Set([...together, await text(path)]).size).toBe(1);
    const etag = (await file(path)).headers.get('etag')!;
    // Otherwise fetch would ask for a response that is not compared.
    const again = await file(path, { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' });
    expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'no-cache']);
  },
);

test('a specimen is another document in the next hour, and each name has its own', async () => {
  const before = await text('genuine.json');
  expect(JSON.parse(before).name).toBe('genuine');
  expect(await text('genuine.svg')).toContain('<svg');
  await server.advance('PT1H');
  const after = await text('genuine.json');
  expect(JSON.parse(after).files.sod).not.toBe(JSON.parse(before).files.sod);
  expect((await file('none.json')).status).toBe(404);
});
