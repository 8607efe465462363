/**
 * Each alert is fired by breaking what it watches. Prometheus itself evaluates the rules, on scrapes of the broken service that are
 * stretched over hours. A running Prometheus must also show something in every panel of the dashboard.
 */
// SQLite only: it starts a PostgreSQL of its own.
// CI only: it needs Prometheus (apt-get install prometheus), and breaks the service in twenty ways.
import { mkdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { type ClientRequest, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { timestamp } from '../../server/core/clock.ts';
import { inTransaction } from '../../server/database/transaction.ts';
import { noteBackup } from '../../server/secrets/last-backup.service.ts';
import { freePort } from '../../server/test-service/free-port.ts';
import { missingProgram } from '../support/debian-program.ts';
import { issueListAuthority, issueMasterList } from '../support/documents/master-lists.ts';
import { createRecording, MONITORING, promtool, startPrometheus } from '../support/outside/prometheus.ts';
import { production } from '../support/process/production.ts';
import { createServerProcess, type ServerProcess } from '../support/process/server-process.ts';
import { inside, onSmallDisk, smallDisksExist } from '../support/process/small-disk.ts';
import { createStallingProxy, type StallingProxy } from '../support/process/stalling-proxy.ts';
import { createFiles } from '../support/runs/files.ts';
import { owedBill } from '../support/server/billing.ts';
import { createCaller } from '../support/server/call.ts';
import { newcomers } from '../support/server/newcomers.ts';
import { type Postgres, startPostgres } from '../support/server/postgres.ts';
import { createReceiver } from '../support/server/receiver.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

const missing = missingProgram('prometheus');
if (missing) console.warn(`${missing}: no alert is fired.`);

const root = join(import.meta.dirname, '../..');
const rules = readFileSync(join(MONITORING, 'alerts.yaml'), 'utf8');
const ALERTS = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!);
const fired = new Set<string>();

type Recording = ReturnType<typeof createRecording>;

/** Alerts that a busy machine also triggers. */
const OF_LOAD = ['SigillEventLoopBlocked', 'SigillSlow'];

/** The firing alerts. Of those in OF_LOAD, only `watched` counts. */
function firing(recording: Recording, watched?: string): string[] {
  const names = recording.firing().filter((name) => !OF_LOAD.includes(name) || name === watched);
  for (const name of names) fired.add(name);
  return names;
}

describe.skipIf(missing)('alerts are fired by a process', () => {
  const DISK_MB = 64;
  const possible = smallDisksExist();
  let server: ServerProcess;
  let metrics: string;
  const always = ['SigillBackupMissing', ...(possible ? ['SigillDiskLow'] : []), 'SigillNothingTrusted'];

  beforeAll(async () => {
    const port = await freePort();
    const leak = `--import=${join(import.meta.dirname, '../support/process/leak-on-signal.mjs')}`;
    const environment = { ...production(), METRICS_PORT: String(port), RATE_LIMITS: 'off', NODE_OPTIONS: leak };
    const disk = possible ? (folder: string) => onSmallDisk(folder, DISK_MB) : undefined;
    server = await createServerProcess(environment, disk);
    await server.start();
    metrics = `http://127.0.0.1:${port}/metrics`;
  });
  afterAll(() => server?.remove());

  async function normal(): Promise<Recording> {
    const recording = createRecording(metrics);
    await recording.scrape(120);
    return recording;
  }

  test('without trusted certificates, a backup or space', async () => {
    const recording = await normal();
    expect(firing(recording)).toEqual(always);
  });

  test.skipIf(!possible)('whose disk fills', async () => {
    const recording = await normal();
    writeFileSync(join(inside(server.pid!, server.folder), 'filler'), Buffer.alloc(10 * 1024 * 1024));
    await recording.scrape(120);
    expect(firing(recording)).toEqual([...always, 'SigillDiskFilling'].sort());
  });

  test('that is stopped again and again', async () => {
    const recording = await normal();
    for (let stall = 0; stall < 8; stall++) {
      process.kill(server.pid!, 'SIGSTOP');
      await pause(300);
      process.kill(server.pid!, 'SIGCONT');
      await pause(20);
    }
    await recording.scrape(10);
    expect(firing(recording, 'SigillEventLoopBlocked')).toEqual([...always, 'SigillEventLoopBlocked'].sort());
  });

  test('that keeps more and more memory', async () => {
    const recording = await normal();
    for (let hour = 0; hour < 5; hour++) {
      process.kill(server.pid!, 'SIGUSR2');
      await pause(200);
      await recording.scrape(60);
    }
    expect(firing(recording)).toEqual([...always, 'SigillMemoryGrowing'].sort());
  });

  test.skipIf(!possible)('that cannot write its request log, on a full disk', async () => {
    const { basic } = await newcomers(createCaller(server.base)).account();
    const recording = await normal();
    const disk = inside(server.pid!, server.folder);
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(join(disk, 'everything'), Buffer.alloc(bavail * bsize));
    await callOften(server.base, basic, 21_000);
    await shown(metrics, /^sigill_request_log_dropped_total [1-9]/m);
    await recording.scrape(1);
    expect(firing(recording)).toEqual([...always, 'SigillRequestLogDropped']);
  });

  test('that is gone', async () => {
    const recording = await normal();
    await server.end('SIGKILL');
    await recording.scrape(10);
    expect(firing(recording)).toEqual(['SigillDown']);
  });
});

describe.skipIf(missing)('alerts are fired by a service on PostgreSQL', () => {
  const files = createFiles();
  let postgres: Postgres;
  let proxy: StallingProxy;
  let server: TestServer;
  let world: World;
  let metrics: string;
  let target: string;

  beforeAll(async () => {
    postgres = await startPostgres();
    proxy = await createStallingProxy(postgres.port);
    const through = new URL(postgres.url);
    through.port = String(proxy.port);
    const publisher = issueListAuthority();
    mkdirSync(files.pathOf('roots'));
    files.write('roots/DE.cer', publisher.root.certificate);
    files.write('DE.ml', issueMasterList([publisher.root.certificate], publisher, new Date()));
    const port = await freePort();
    server = await createTestServer({
      environment: {
        DATABASE_URL: through.href,
        DATABASE_POOL_SIZE: '6',
        METRICS_PORT: String(port),
        MASTER_LISTS_DIR: files.pathOf('.'),
        // Nobody listens there.
        SMTP_URL: 'smtp://127.0.0.1:1',
        TRUSTED_PROXIES: '1',
        FIRST_BILL_LIMIT: 'none',
      },
    });
    target = `127.0.0.1:${port}`;
    metrics = `http://${target}/metrics`;
    world = createWorld(server, await server.account());
    await backUp();
  });
  afterAll(async () => {
    await server?.stop();
    await proxy?.close();
    await postgres?.stop();
    files.remove();
  });

  const backUp = () => inTransaction(server.ctx, (ctx) => noteBackup(ctx, timestamp(server.deps.clock.now())));

  async function normal(minutes = 120): Promise<Recording> {
    const recording = createRecording(metrics);
    await recording.scrape(minutes);
    return recording;
  }

  const times = async (count: number, work: () => Promise<unknown>) => {
    for (let left = count; left > 0; left--) await work();
  };
  const list = () => server.call('session.list', {}, { basic: world.account.basic });

  async function lock(tables: string[], mode: 'EXCLUSIVE' | 'ACCESS EXCLUSIVE') {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query(`begin; lock table ${tables.join(', ')} in ${mode} mode`);
    return { [Symbol.asyncDispose]: () => client.end() };
  }

  test('only when something is wrong', async () => {
    await times(5, list);
    await world.ended();
    expect(firing(await normal(600))).toEqual([]);
  });

  test('that suddenly reads documents of unknown issuers', async () => {
    const recording = await normal(10);
    await times(5, () => world.ended('genuine'));
    await recording.scrape(120);
    await world.ended('unknown-issuer');
    await recording.scrape(1);
    await times(25, () => world.ended('unknown-issuer'));
    await recording.scrape(15);
    expect(firing(recording)).toEqual(['SigillIssuersUnknown', 'SigillRejectionsJump']);
  });

  test('whose callbacks are refused', async () => {
    await using receiver = await createReceiver(() => ({ status: 500 }));
    const recording = await normal();
    for (let round = 1; round <= 6; round++) {
      await times(10, async () => {
        const { token } = await world.session({ callback_url: receiver.url });
        await world.succeed('reader.abort', { token });
      });
      await eventually(async () => receiver.received.length >= 10 * round, 'the attempts');
      await recording.scrape(4);
    }
    expect(firing(recording)).toEqual(['SigillCallbacksFailing']);
  });

  test('whose database is slow', async () => {
    const recording = await normal();
    for (let round = 0; round < 4; round++) {
      await using _lock = await lock(['sessions'], 'ACCESS EXCLUSIVE');
      const calls = [list(), list()];
      await pause(1200);
      await _lock[Symbol.asyncDispose]();
      await Promise.all(calls);
      await recording.scrape(5);
    }
    expect(firing(recording, 'SigillSlow')).toContain('SigillSlow');
  });

  test('that holds many bodies', async () => {
    const recording = await normal();
    const uploads = await Promise.all(
      Array.from({ length: 13 }, async (_, network) => {
        const { headers } = await world.submission();
        return holdUpload(server.base, { ...headers, 'X-Forwarded-For': `198.51.100.${network}` });
      }),
    );
    await shown(metrics, /^sigill_request_body_bytes [7-9]\d{7}$/m);
    await recording.scrape(10);
    for (const upload of uploads) upload.destroy();
    expect(firing(recording)).toEqual(['SigillBodiesHeld']);
  });

  test('whose database does not respond', async () => {
    const recording = await normal();
    proxy.stall();
    const some = () => Array.from({ length: 12 }, list);
    let calls = some();
    for (let round = 0; round < 3; round++) {
      for (const { status } of await Promise.all(calls)) expect(status).toBe(503);
      calls = some();
      await recording.scrape(4);
    }
    proxy.heal();
    await Promise.all(calls);
    await eventually(async () => (await fetch(`${server.base}/readyz`)).ok, 'the database');
    const expected = ['SigillDatabaseDown', 'SigillPoolWaiting', 'SigillServerErrors'];
    expect(firing(recording)).toEqual(expect.arrayContaining(expected));
  });

  test('by rules that never fail, and every panel of the dashboard has data', async () => {
    const prometheus = await startPrometheus(target);
    try {
      await list();
      await eventually(async () => (await prometheus.count('sigill_build_info')) === 1, 'the first scrape');
      await pause(2500);
      const panels = JSON.parse(readFileSync(join(MONITORING, 'dashboard.json'), 'utf8')).panels as {
        title: string;
        targets?: { expr: string }[];
      }[];
      const empty: string[] = [];
      for (const { title, targets = [] } of panels)
        for (const { expr } of targets)
          if ((await prometheus.count(filled(expr))) === 0) empty.push(`${title}: ${expr}`);
      expect(empty).toEqual([]);
      for (const { name, health, lastError } of await prometheus.rules())
        expect([name, health, lastError]).toEqual([name, 'ok', undefined]);
    } finally {
      await prometheus.stop();
    }
  });

  test('whose queues stand still, and whose lists and backups are old', async () => {
    const debtor = await server.account();
    // Verifies the address directly, because no email can be delivered here.
    await server.ctx.db.updateTable('users').set({ email_verified: 1 }).where('email', '=', debtor.email).execute();
    await owedBill(world, debtor);
    const recording = createRecording(metrics);
    {
      await using _lock = await lock(['billed_sessions'], 'EXCLUSIVE');
      await world.ended().catch(() => {});
    }
    await using _lock = await lock(['sessions', 'callbacks', 'mails', 'bills'], 'EXCLUSIVE');
    await server.advance('P91D');
    await shown(metrics, /^sigill_queue_oldest_due_seconds\{queue="redactions"\} \d{7}/m);
    await recording.scrape(90);
    const late = ['Bills', 'Callbacks', 'Mail', 'Redactions', 'Verdicts'].map((queue) => `Sigill${queue}Late`);
    expect(firing(recording)).toEqual(expect.arrayContaining([...late, 'SigillBackupMissing', 'SigillTrustOld']));
  });
});

const shown = (metrics: string, line: RegExp) =>
  eventually(async () => line.test(await (await fetch(metrics)).text()), String(line));

const filled = (expression: string) =>
  expression.replaceAll('$job', 'sigill').replaceAll('$instance', '.*').replaceAll('$__rate_interval', '15s');

/** A connection with more unanswered requests is closed. */
const AT_ONCE = 16;

/** For speed, does not wait for each response. */
async function callOften(base: string, { public_key, secret }: { public_key: string; secret: string }, count: number) {
  const credentials = Buffer.from(`${public_key}:${secret}`).toString('base64');
  const head = `POST /api/v1/session.get HTTP/1.1\r\nHost: localhost\r\nAuthorization: Basic ${credentials}\r\n`;
  const request = `${head}Content-Type: application/json\r\nContent-Length: 1\r\n\r\n{`;
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  let [left, unanswered] = [count, 0];
  const send = () => {
    unanswered = Math.min(left, AT_ONCE);
    socket.write(request.repeat(unanswered));
  };
  send();
  let rest = '';
  for await (const chunk of socket) {
    const parts = (rest + String(chunk)).split('HTTP/1.1 400');
    rest = parts.at(-1)!.slice(-20);
    left -= parts.length - 1;
    unanswered -= parts.length - 1;
    if (left <= 0) break;
    if (unanswered <= 0) send();
  }
}

function holdUpload(base: string, headers: Record<string, string>): ClientRequest {
  const size = 6 * 1024 * 1024 - 1;
  const upload = request(`${base}/api/v1/reader.submit`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': size },
  });
  upload.on('error', () => {});
  upload.write(Buffer.alloc(size - 1, ' '));
  return upload;
}

describe.skipIf(missing)('the files', () => {
  test('are valid', () => {
    expect(promtool('check', 'rules', join(MONITORING, 'alerts.yaml'))).toBe('');
    expect(promtool('check', 'config', join(MONITORING, 'prometheus.yaml'))).toBe('');
  });

  test('have an explanation for each alert', () => {
    const [, section = ''] = readFileSync(join(root, 'docs/monitoring.md'), 'utf8').split('\n## Alerts\n');
    const explained = [...section.split('\n## ', 1)[0]!.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name!);
    expect(explained.toSorted()).toEqual(ALERTS.toSorted());
  });

  test.skipIf(!smallDisksExist())('have no alert that no test fires', () => {
    expect([...fired].sort()).toEqual(ALERTS.toSorted());
  });
});
