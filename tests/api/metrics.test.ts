import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../server/test-service/free-port.ts';
import { debianProgram } from '../support/debian-program.ts';
import { parseExposition } from '../support/outside/exposition.ts';
import { createReceiver } from '../support/server/receiver.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

const onPostgres = Boolean(process.env['TEST_DATABASE_URL']);

let server: TestServer;
let world: World;
let port: number;
beforeAll(async () => {
  port = await freePort();
  server = await createTestServer({ environment: { METRICS_PORT: String(port) } });
  world = createWorld(server, await server.account());
});
afterAll(() => server?.stop());

async function text(): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  return response.text();
}
const scrape = async () => parseExposition(await text());

/** Operators' monitoring depends on these names. The second group exists on PostgreSQL only. */
const NAMES = {
  http_server_request_duration_seconds: 'histogram',
  nodejs_eventloop_delay_p99_seconds: 'gauge',
  nodejs_eventloop_delay_mean_seconds: 'gauge',
  nodejs_eventloop_utilization_ratio: 'gauge',
  process_memory_usage_bytes: 'gauge',
  sigill_database_up: 'gauge',
  sigill_queue_depth: 'gauge',
  sigill_queue_oldest_due_seconds: 'gauge',
  sigill_verifications_total: 'counter',
  sigill_callback_attempts_total: 'counter',
  sigill_trusted_certificates: 'gauge',
  sigill_request_body_bytes: 'gauge',
  sigill_request_log_dropped_total: 'counter',
  sigill_data_disk_free_bytes: 'gauge',
  sigill_build_info: 'gauge',
  ...(onPostgres && {
    db_client_connection_count: 'gauge',
    db_client_connection_max: 'gauge',
    db_client_connection_pending_requests: 'gauge',
  }),
};
const QUEUES = ['bills', 'callbacks', 'endpoint_deliveries', 'mail', 'redactions', 'verdicts'];

test('every metric is there under its name, in the exposition format', async () => {
  await world.ended();
  await eventually(async () => (await text()).includes('sigill_verifications_total'), 'the verdict to be counted');
  const metrics = await scrape();
  expect(Object.fromEntries([...metrics.types].sort())).toEqual(Object.fromEntries(Object.entries(NAMES).sort()));
  for (const name of ['sigill_queue_depth', 'sigill_queue_oldest_due_seconds'])
    expect(
      metrics
        .find(name)
        .map(({ labels }) => labels['queue'])
        .sort(),
    ).toEqual(QUEUES);
  expect(metrics.find('sigill_build_info')).toMatchObject([
    {
      labels: { version: expect.stringMatching(/^\d/), schema: expect.stringMatching(/^\d{4}-/), role: 'all' },
      value: 1,
    },
  ]);
  expect(metrics.value('process_memory_usage_bytes')).toBeGreaterThan(50_000_000);
  expect(metrics.value('sigill_trusted_certificates')).toBe(server.deps.trust.live.size);
});

const promtool = debianProgram('promtool', 'prometheus');
test.skipIf(!promtool)(`promtool, from Debian's package prometheus, accepts it`, async () => {
  const { status, stdout, stderr } = spawnSync(promtool!, ['check', 'metrics'], {
    input: await text(),
    encoding: 'utf8',
  });
  // promtool exits with 3 for advice about names, and with 1 for a wrong format.
  expect([0, 3], stdout + stderr).toContain(status);
  expect(stdout + stderr).not.toMatch(/error|parsing/i);
});

describe('calls', () => {
  test('are counted by operation and status, with their durations', async () => {
    const own = createWorld(server, await server.account());
    const of = (route: string, status: string) => ({ http_route: route, http_response_status_code: status });
    const before = await scrape();
    const grownBy = (after: Awaited<ReturnType<typeof scrape>>, labels: Record<string, string>) => {
      const count = 'http_server_request_duration_seconds_count';
      return (after.value(count, labels) ?? 0) - (before.value(count, labels) ?? 0);
    };
    const { id, token } = await own.session();
    for (let call = 0; call < 3; call++) await own.succeed('session.get', { id }, own.account);
    await own.succeed('reader.open', { token });
    await own.call('session.get', { id: 'none' }, own.account);
    await own.call('session.get', { id });
    await fetch(`${server.base}/api/v1/canary.not_an_operation`, { method: 'POST' });
    await fetch(`${server.base}/canary-of-a-page`);
    await fetch(`${server.base}/healthz`);
    const after = await eventually(async () => {
      const found = await scrape();
      return grownBy(found, of('page', '200')) === 1 && grownBy(found, of('page', '404')) === 1 && found;
    }, 'the pages to be counted');
    expect({
      create: grownBy(after, of('session.create', '200')),
      get: grownBy(after, of('session.get', '200')),
      open: grownBy(after, of('reader.open', '200')),
      refused: grownBy(after, of('session.get', '400')),
      stranger: grownBy(after, of('session.get', '401')),
      unknown: grownBy(after, of('unknown', '404')),
    }).toEqual({ create: 1, get: 3, open: 1, refused: 1, stranger: 1, unknown: 1 });
    expect(await text()).not.toContain('canary');
  });

  test('have histograms whose buckets add up', async () => {
    const { samples, find, value } = await scrape();
    const counts = samples.filter(({ name }) => name === 'http_server_request_duration_seconds_count');
    expect(counts.length).toBeGreaterThan(3);
    for (const { labels, value: count } of counts) {
      const buckets = find('http_server_request_duration_seconds_bucket', labels).map((bucket) => bucket.value);
      expect(buckets).toEqual(buckets.toSorted((a, b) => a - b));
      expect(value('http_server_request_duration_seconds_bucket', { ...labels, le: '+Inf' })).toBe(count);
      expect(value('http_server_request_duration_seconds_sum', labels)).toBeGreaterThan(0);
    }
  });
});

test('verdicts are counted by result and reason, once each', async () => {
  const series = async () =>
    (await scrape())
      .find('sigill_verifications_total')
      .map(({ labels, value }) => [JSON.stringify(labels), value] as const);
  const before = new Map(await series());
  for (const name of ['genuine', 'tampered-dg1', 'tampered-dg1', 'expired-document'] as const) await world.ended(name);
  const wanted = {
    '{"result":"APPROVED"}': 1,
    '{"result":"REJECTED","reason":"dg_hash_mismatch"}': 2,
    '{"result":"REJECTED","reason":"document_expired"}': 1,
  };
  await expect
    .poll(async () =>
      Object.fromEntries((await series()).map(([labels, value]) => [labels, value - (before.get(labels) ?? 0)])),
    )
    .toEqual(wanted);
});

test('attempts to deliver are counted by outcome', async () => {
  const outcomes = async () => {
    const { value } = await scrape();
    return ['delivered', 'failed'].map((outcome) => value('sigill_callback_attempts_total', { outcome })!);
  };
  const [delivered = 0, failed = 0] = await outcomes();
  await using refusing = await createReceiver(() => ({ status: 500 }));
  await using accepting = await createReceiver();
  for (const { url } of [refusing, accepting, accepting]) {
    const { id } = await world.session({ callback_url: url });
    await world.succeed('session.abort', { id }, world.account);
  }
  await eventually(
    async () => JSON.stringify(await outcomes()) === JSON.stringify([delivered + 2, failed + 1]),
    'three attempts to be counted',
  );
});

test.skipIf(onPostgres)(
  'a database that another process has locked is reported as down, without delaying the rest',
  async () => {
    expect((await scrape()).value('sigill_database_up')).toBe(1);
    const other = new Sqlite(join(server.folder, 'sigill.db'));
    other.exec('begin immediate');
    try {
      const metrics = await eventually(async () => {
        const found = await scrape();
        return found.value('sigill_database_up') === 0 && found;
      }, 'the database to be reported as down');
      expect(metrics.value('process_memory_usage_bytes')).toBeGreaterThan(0);
    } finally {
      other.exec('rollback');
      other.close();
    }
    await eventually(async () => (await scrape()).value('sigill_database_up') === 1, 'the database to be up again');
  },
);

test('the port has nothing else, and the public port has no metrics', async () => {
  const status = async (url: string, method = 'GET') => (await fetch(url, { method })).status;
  expect(await status(`http://127.0.0.1:${port}/`)).toBe(404);
  expect(await status(`http://127.0.0.1:${port}/metrics`, 'POST')).toBe(404);
  expect(await status(`${server.base}/metrics`)).toBe(404);
});
