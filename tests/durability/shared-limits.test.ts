import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../server/database/database.ts';
import { createServerProcess, type ServerProcess } from '../support/process/server-process.ts';
import { createCaller } from '../support/server/call.ts';
import { createTestDatabase } from '../support/server/test-database.ts';
import { eventually } from '../support/server/test-server.ts';

const LIMIT = 60;
const FROM = { 'X-Forwarded-For': '192.0.2.7' };
const ELSEWHERE = { 'X-Forwarded-For': '192.0.2.8' };

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let services: ServerProcess[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  const shared = { TRUSTED_PROXIES: '1', ...(database && { DATABASE_URL: database.url }) };
  const first = await createServerProcess(shared);
  services = [first, await createServerProcess({ ...shared, DATA_DIR: first.folder })];
  await Promise.all(services.map((service) => service.start()));
});
afterEach(async () => {
  await Promise.all(services.map((service) => service.remove()));
  await database?.drop();
});

const create = (service: ServerProcess, from = FROM) => createCaller(service.base)('demo.create', {}, {}, from);
const flood = async (service: ServerProcess, times: number) => {
  const answers = await Promise.all(Array.from({ length: times }, () => create(service)));
  return answers.filter(({ status }) => status === 200).length;
};

/**
 * How many calls a process admits before it refuses one. It learns of the other processes' calls about once a second; without that
 * it would admit the full limit again. Meanwhile, one more call becomes available every second.
 */
async function passedUntilRefused(service: ServerProcess): Promise<number> {
  for (let passed = 0; ; passed++) {
    if ((await create(service)).status === 429) return passed;
    await pause(250);
  }
}

test('calls let through by one process count in the other one too', async () => {
  const [one, other] = services as [ServerProcess, ServerProcess];
  expect(await flood(one, LIMIT + 10)).toBeGreaterThanOrEqual(LIMIT);
  expect(await passedUntilRefused(other)).toBeLessThan(LIMIT / 2);
  expect((await create(other, ELSEWHERE)).status).toBe(200);
});

test.each(['SIGTERM', 'SIGKILL'] as const)('a process that restarts after %s continues its counts', async (signal) => {
  const [one] = services as [ServerProcess];
  await flood(one, LIMIT + 10);
  const told = async () => (await stored(one)).reduce((sum, { calls }) => sum + calls, 0);
  await eventually(async () => (await told()) >= LIMIT, 'the count');
  await one.end(signal);
  await one.start();
  expect(await passedUntilRefused(one)).toBeLessThan(LIMIT / 2);
  for (const { stderr } of services) expect(stderr).toBe('');
});

test('calls that use little of a limit write nothing, and no address is stored', async () => {
  const [one] = services as [ServerProcess];
  for (let calls = 0; calls < 5; calls++) expect((await create(one)).status).toBe(200);
  const again = createCaller(one.base);
  await again('demo.create', {}, {}, ELSEWHERE);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(await stored(one)).toEqual([]);
  await flood(one, 20);
  await eventually(async () => (await stored(one)).length > 0, 'the count');
  expect(JSON.stringify(await stored(one))).not.toContain('192.0.2');
});

async function stored({ folder }: ServerProcess) {
  const { db, close } = openDatabase({ url: database?.url, file: join(folder, 'sigill.db') });
  return db.selectFrom('call_counts').selectAll().execute().finally(close);
}
