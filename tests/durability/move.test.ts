/** `operator move` from SQLite to PostgreSQL, for an installation that contains some of everything. */
// SQLite only: it starts a PostgreSQL of its own.
// CI only: it makes one call of every operation, and kills ten moves.
import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OperationId } from '../../server/generated/operations.gen.ts';
import { operate } from '../../server/operator/operator.ts';
import { operation, operationIds } from '../support/contract/contract.ts';
import { perform, type Scenario, scenarios } from '../support/contract/scenarios.ts';
import { captured } from '../support/packages/script.ts';
import { createServerProcess } from '../support/process/server-process.ts';
import { times } from '../support/runs/trials.ts';
import { type Postgres, startPostgres } from '../support/server/postgres.ts';
import { createReceiver, type Delivered } from '../support/server/receiver.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { createWorld } from '../support/server/world.ts';

const root = join(import.meta.dirname, '../..');

/** Operations whose responses change with each call or over time. */
const ALWAYS_NEW: OperationId[] = [
  ...(['request.list', 'trust.get', 'session.proof', 'session.pdf'] as const),
  ...(['session.export', 'bill.export', 'audit.export'] as const),
];

let postgres: Postgres;
let server: TestServer;
let installed: string;
let read: { id: OperationId; scenario: Scenario; before: string }[];
let receiver: Awaited<ReturnType<typeof createReceiver>>;
let isReachable = false;
let pending: number;
let person: { id: number; basic: { public_key: string; secret: string } };

/** Leaves out the server's address and `last_used`. */
async function answer({ call }: TestServer, id: OperationId, scenario: Scenario): Promise<string> {
  const { status, text } = await perform(call, id, scenario);
  const elsewhere = text.replaceAll(/http:\/\/localhost:\d+/g, 'BASE').replaceAll(/"last_used":"[^"]+"/g, '');
  return `${id} ${status} ${elsewhere.replaceAll(/"[\w+/=]{1000,}"/g, (image) => hash('sha256', image))}`;
}

beforeAll(async () => {
  postgres = await startPostgres();
  server = await createTestServer();
  const account = await server.account();
  const world = createWorld(server, account);
  const made: [OperationId, Scenario][] = [];
  for (const id of operationIds) {
    const scenario = await scenarios[id](world);
    expect((await perform(server.call, id, scenario)).status, id).toBe(200);
    if (operation(id)['x-query'] && !ALWAYS_NEW.includes(id)) made.push([id, scenario]);
  }
  person = { id: (await world.ended()).id, basic: account.basic };
  // The long Retry-After prevents retries while the calls are compared.
  const busy = { status: 503, headers: { 'retry-after': '1200' } };
  receiver = await createReceiver(() => (isReachable ? { status: 204 } : busy));
  ({ id: pending } = await world.session({ callback_url: receiver.url }));
  await world.succeed('session.abort', { id: pending }, { basic: account.basic });
  await eventually(async () => receiver.received.length > 0, 'the first attempt');
  made.push(['session.get', { body: { id: person.id }, caller: account }]);
  made.push(['audit.list', { body: {}, caller: account }]);
  read = [];
  for (const [id, scenario] of made) read.push({ id, scenario, before: await answer(server, id, scenario) });
  await server.service.stop();
  installed = server.folder;
});
afterAll(async () => {
  rmSync(installed, { recursive: true, force: true });
  await receiver?.[Symbol.asyncDispose]();
  await postgres?.stop();
});

let folder: string;
let url: string;

async function query<Row extends pg.QueryResultRow>(text: string, at = url): Promise<Row[]> {
  const client = new pg.Client({ connectionString: at });
  await client.connect();
  const { rows } = await client.query<Row>(text).finally(() => client.end());
  return rows;
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sigill-move-'));
  cpSync(installed, folder, { recursive: true });
  const name = `move_${Date.now()}`;
  await query(`create database ${name}`, postgres.url);
  url = postgres.url.replace(/postgres$/, name);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const arguments_ = (...more: string[]) => ['move', '--to', url, '--yes', ...more];
const environment = () => ({ NODE_ENV: '', DATA_DIR: folder });
const move = (...more: string[]) =>
  captured((output) => operate(arguments_(...more), { ...output, environment: environment() }));

/** Compares rows, because the bytes of the file may change while its rows do not. */
function contents(): string {
  const db = new Sqlite(join(folder, 'sigill.db'), { readonly: true });
  const names = db.prepare("select name from sqlite_schema where type = 'table' order by name").pluck().all();
  const rows = names.map((name) => [name, db.prepare(`select * from "${name}"`).all()]);
  db.close();
  return JSON.stringify(rows);
}

const onPostgres = () => createTestServer({ environment: { DATA_DIR: folder, DATABASE_URL: url } });

describe('a moved installation', () => {
  test('responds to every call that reads as before, sends pending callbacks and emails, and destroys identity data on time', async () => {
    const before = contents();
    const { code, out, err } = await move();
    expect(err).toBe('');
    expect(out).toMatch(/^sessions: \d+ rows are equal, SHA-256 [\da-f]{64}$/m);
    expect(out).toContain(`shred -u ${folder}/sigill.db`);
    expect(out).toMatch(/identity data of \d+ sessions, the first of which must be destroyed by 20/);
    expect(code).toBe(0);
    expect(contents()).toBe(before);

    const moved = await onPostgres();
    try {
      const after = await Promise.all(read.map(({ id, scenario }) => answer(moved, id, scenario)));
      expect(after).toEqual(read.map(({ before }) => before));
      expect(read.length).toBeGreaterThan(35);

      isReachable = true;
      await moved.advance('PT1H');
      const isPending = ({ raw }: Delivered) => JSON.parse(raw).data?.id === pending;
      await eventually(async () => receiver.received.filter(isPending).length > 1, 'the pending callback');

      const portrait = async () =>
        JSON.parse((await moved.call('session.get', { id: person.id }, { basic: person.basic })).text).portrait;
      expect(await portrait()).toEqual(expect.any(String));
      await moved.advance('P3D');
      await eventually(async () => (await portrait()) === undefined, 'the identity data to be destroyed');
      const left = 'select 1 from session_keys inner join sessions on id = session_id where ended is null';
      await eventually(async () => (await query(left)).length === 0, 'sessions that a reader has left to expire');
      await moved.advance('P2D');
      await eventually(async () => keys().length === 0, 'the erasure keys to be destroyed');
    } finally {
      await moved.service.stop();
    }
  });

  const keys = () => readdirSync(join(folder, 'erasure-keys')).filter((name) => name.endsWith('.key'));

  test('has one erasure key for each hour in which sessions ended', async () => {
    const db = new Sqlite(join(folder, 'sigill.db'));
    db.prepare("update sessions set ended = '2026-01-02T03:04:05.678Z' where id = ?").run(person.id);
    db.close();
    expect((await move()).code).toBe(0);
    expect(keys()).toContain('2026-01-02T03.key');
    const stored = await query<{ erasure_key: string }>('select distinct erasure_key from session_keys');
    expect(keys().toSorted()).toEqual(stored.map(({ erasure_key }) => `${erasure_key}.key`).toSorted());
  });

  test('has no sequences, whose values would have to be moved as well', async () => {
    expect((await move()).code).toBe(0);
    expect(await query('select * from pg_sequences')).toEqual([]);
  });

  test.each([
    [
      'a value',
      'update merchants set retention_hours = 23 where id = ID',
      /merchants id ID differs in retention_hours/,
    ],
    ['a missing row', 'delete from tokens where hash = ID', /tokens hash ID is missing in PostgreSQL/],
    ['another row', "insert into throttles values ('~', 1)", /throttles id ~ is in PostgreSQL only/],
    [
      'a key',
      'update session_keys set wrapped_key = set_byte(wrapped_key, 50, 255 - get_byte(wrapped_key, 50)) where session_id = ID',
      /session_keys session_id ID differs in wrapped_key/,
    ],
  ])('is compared again on request, which finds %s that was changed', async (_, change, said) => {
    expect((await move()).code).toBe(0);
    expect(await move('--compare')).toMatchObject({ code: 0, out: expect.stringContaining('All rows are equal.') });
    const [, table, column] = / (\w+) (?:set .*)?where (\w+) = ID/.exec(change) ?? [];
    const [row] = table ? await query<{ id: string }>(`select "${column}" as id from ${table} limit 1`) : [];
    const id = String(row?.id);
    await query(change.replace('ID', /^\d+$/.test(id) ? id : `'${id}'`));
    const { code, out } = await move('--compare');
    expect(out).toMatch(new RegExp(`^DIFFERENT: ${said.source.replace('ID', id)}$`, 'm'));
    expect(out.match(/DIFFERENT/g)).toHaveLength(1);
    expect(out).toContain('Do not start the service on PostgreSQL.');
    expect(code).toBe(1);
  });
});

describe('move refuses', () => {
  test('while a server runs on the installation, and a server does not start during a move', async () => {
    const running = await createTestServer({ environment: { DATA_DIR: folder } });
    const refused = await move();
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Another process uses the database in .*Stop the service/),
    });
    await running.service.stop();
    expect(await query("select 1 from pg_class where relname = 'sessions'")).toEqual([]);
    const other = await createServerProcess({ DATA_DIR: folder });
    const ask = async () => {
      await expect(other.start()).rejects.toThrow('Another program has locked the database');
      return 'y';
    };
    const { code } = await captured((output) =>
      operate(['move', '--to', url], { ...output, ask, environment: environment() }),
    );
    expect(code).toBe(0);
    await other.remove();
  });

  test('a database that is not empty, and says how to empty it', async () => {
    expect((await move()).code).toBe(0);
    const again = await move();
    expect(again).toMatchObject({
      code: 1,
      err: expect.stringMatching(/ is not empty: \w+ has rows\. .* --compare .*drop schema public cascade/s),
    });
    await query('drop schema public cascade; create schema public');
    expect((await move()).err).toMatch(/erasure-keys is not empty: .* Set ERASURE_KEYS_DIR to an empty folder/);
    rmSync(join(folder, 'erasure-keys'), { recursive: true });
    expect((await move()).code).toBe(0);
  });

  test('the database of another program', async () => {
    await query('create table customers (id int)');
    expect(await move()).toMatchObject({
      code: 1,
      err: expect.stringContaining('is not empty: it has the table customers.'),
    });
    expect(await query("select 1 from pg_class where relname = 'sessions'")).toEqual([]);
  });

  test('what is missing or wrong', async () => {
    const said = async (args: string[], more: Record<string, string> = {}) =>
      (
        await captured((output) =>
          operate(['move', ...args], { ...output, environment: { ...environment(), ...more } }),
        )
      ).err;
    expect(await said([])).toMatch(/^Add --to with the URL of a PostgreSQL database\./);
    expect(await said(['--to', 'mysql://x/y'])).toMatch(/^--to must /);
    expect(await said(['--to', url], { DATABASE_URL: url })).toMatch(/^DATABASE_URL is set\. Unset it/);
    expect(await said(['--to', url, '--yes'], { DATA_DIR: join(folder, 'nowhere') })).toMatch(
      /^There is no database in /,
    );
    expect(await said(['--to', url.replace(/\d+\/move/, '1/move'), '--yes'])).toMatch(
      /cannot be used: .*Check --to\.$/m,
    );
    expect(await said(['--to', url, '--yes', '--compare'])).toMatch(/has no copy of this installation/);
    writeFileSync(join(folder, 'server.key'), Buffer.alloc(32).toString('base64'));
    expect(await said(['--to', url, '--yes'])).toMatch(/^SERVER_KEY is not the key of this database/);
  });
});

/** Runs a move in its own process and kills it once it has printed this many lines. @returns whether it was killed. */
function killedAfter(lines: number): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'server/operator/operator.ts'), ...arguments_()], {
      env: { ...process.env, ...environment(), NODE_COMPILE_CACHE: join(installed, 'compiled') },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
      if (out.split('\n').length > lines) child.kill('SIGKILL');
    });
    child.once('exit', (_, signal) => resolve(signal === 'SIGKILL'));
  });
}

test('a move that is killed leaves SQLite as it was, and PostgreSQL empty or complete', async () => {
  const before = contents();
  const all = (await move()).out.split('\n').length;
  const startOver = async () => {
    await query('drop schema public cascade; create schema public');
    rmSync(join(folder, 'erasure-keys'), { recursive: true, force: true });
  };
  await startOver();
  const outcomes: string[] = [];
  const KILLS = times(10);
  for (let kill = 0; kill < KILLS; kill++) {
    expect(await killedAfter(1 + Math.floor((kill * (all - 5)) / KILLS))).toBe(true);
    expect(contents()).toBe(before);
    const isComplete =
      (await query("select 1 from pg_class where relname = 'sessions'")).length > 0 &&
      (await query('select 1 from sessions')).length > 0;
    outcomes.push(isComplete ? 'complete' : 'empty');
    if (!isComplete) continue;
    expect((await move()).err).toMatch(/ is not empty: \w+ has rows\./);
    expect((await move('--compare')).code).toBe(0);
    await startOver();
  }
  expect(new Set(outcomes)).toEqual(new Set(['empty', 'complete']));
  const running = await createTestServer({ environment: { DATA_DIR: folder } });
  await running.service.stop();
  expect((await move()).code).toBe(0);
});
