/** A start that cannot succeed ends immediately, with a sentence that says what to do, and leaves everything as it was. */
// CI only: it starts the service with everything that can be wrong.
// SQLite only: a start is refused before the database is queried.
import { randomBytes, randomUUID } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../server/database/database.ts';
import { operate } from '../../server/operator/operator.ts';
import { freePort } from '../../server/test-service/free-port.ts';
import { faceModel, numberModel } from '../support/outside/onnx-model.ts';
import { captured, spawned } from '../support/packages/script.ts';
import { createServerProcess, type ServerProcess } from '../support/process/server-process.ts';
import { createCaller } from '../support/server/call.ts';
import { verifiedAccount } from '../support/server/newcomers.ts';

const someKey = () => randomBytes(32).toString('base64');

let service: ServerProcess;
afterEach(() => service?.remove());

async function refusal(): Promise<string> {
  const before = service.stderr.length;
  await expect(service.start()).rejects.toThrow('The server ended with 1 before it was ready');
  return service.stderr.slice(before);
}

const migrate = (environment: Record<string, string>) =>
  spawned('server/migrate.ts', [], { NODE_ENV: '', DATA_DIR: service.folder, ...environment });
const operator = (environment: Record<string, string>, ...args: string[]) =>
  captured((output) => operate(args, { ...output, environment: { DATA_DIR: service.folder, ...environment } }));

const STACK = /^\s+at /m;
const SENTENCE = /^[^\n]+\.\n$/;

/** Makes the service seal something in the database. @returns a check that it can still be read. */
async function use(): Promise<() => Promise<void>> {
  const call = createCaller(service.base);
  const { basic, bearer } = await verifiedAccount(service.base);
  const { body: secret } = await call('callback.secret', {}, { bearer });
  const key = randomUUID();
  const first = await call('session.create', {}, { basic }, { 'Idempotency-Key': key });
  return async () => {
    expect((await call('session.create', {}, { basic }, { 'Idempotency-Key': key })).text).toBe(first.text);
    expect((await call('callback.secret', {}, { bearer })).body).toEqual(secret);
  };
}

describe('a wrong SERVER_KEY', () => {
  test('stops the start and every command, and the right one finds everything again', async () => {
    const right = someKey();
    service = await createServerProcess({ SERVER_KEY: right });
    await service.start();
    const intact = await use();
    await service.end();

    service.environment['SERVER_KEY'] = someKey();
    const said = await refusal();
    expect(said).toMatch(/^SERVER_KEY is not the key of this database, .* Nothing was changed\.\n$/);
    expect(said).toMatch(SENTENCE);
    expect(await operator({ SERVER_KEY: someKey() }, 'accounts')).toMatchObject({ code: 1, output: said });

    service.environment['SERVER_KEY'] = right;
    await service.start();
    await intact();
    expect((await operator({ SERVER_KEY: right }, 'accounts')).code).toBe(0);
  });

  test('is noticed in a database from before the check existed, by the data sealed in it', async () => {
    service = await createServerProcess();
    await service.start();
    const intact = await use();
    await service.end();
    await olderDatabase();
    const file = join(service.folder, 'server.key');
    copyFileSync(file, join(service.folder, 'kept.key'));
    writeFileSync(file, someKey());
    expect(await refusal()).toMatch(/^SERVER_KEY is not the key of this database, .*server\.key/);
    copyFileSync(join(service.folder, 'kept.key'), file);
    await service.start();
    await intact();
  });

  test('cannot be noticed in an empty database from before the check, so the first key stays', async () => {
    service = await createServerProcess({ SERVER_KEY: someKey() });
    await service.start();
    await service.end();
    await olderDatabase();
    service.environment['SERVER_KEY'] = someKey();
    await service.start();
    await service.end();
    service.environment['SERVER_KEY'] = someKey();
    expect(await refusal()).toMatch(/^SERVER_KEY is not the key of this database/);
  });

  /** Without server_state rows, as right after the migration that added the table. */
  async function olderDatabase(): Promise<void> {
    const { db, close } = openDatabase({ file: join(service.folder, 'sigill.db') });
    await db.deleteFrom('server_state').execute();
    await close();
  }
});

describe('a database that cannot be opened', () => {
  const nowhere: [string, (port: number) => Record<string, string>, RegExp][] = [
    ['a folder that cannot be made', () => ({ DATA_DIR: '/dev/null/data' }), /Set DATA_DIR to a folder/],
    ['a folder where none can be made', () => ({ DATA_DIR: '/proc/sigill/data' }), /Set DATA_DIR to a folder/],
    ['a folder in place of the file', () => ({ DATA_DIR: join(service.folder, 'taken') }), /cannot be opened/],
    ['a file of something else', () => ({ DATA_DIR: join(service.folder, 'other') }), /is damaged/],
    [
      'PostgreSQL that is down',
      (port) => ({ DATABASE_URL: `postgres://someone:hidden-password@127.0.0.1:${port}/sigill` }),
      /^The database at 127\.0\.0\.1:\d+\/sigill cannot be used: .*ECONNREFUSED/,
    ],
  ];
  test.each(nowhere)('is reported in one sentence: %s', async (_, environment, sentence) => {
    service = await createServerProcess();
    mkdirSync(join(service.folder, 'taken/sigill.db'), { recursive: true });
    mkdirSync(join(service.folder, 'other'));
    writeFileSync(join(service.folder, 'other/sigill.db'), 'Dear diary, today I was taken for a database.'.repeat(100));
    const wrong = environment(await freePort());
    Object.assign(service.environment, wrong);
    for (const said of [await refusal(), (await migrate(wrong)).output, (await operator(wrong, 'accounts')).output]) {
      expect(said).toMatch(sentence);
      expect(said).toMatch(SENTENCE);
      expect(said).not.toMatch(STACK);
      expect(said).not.toContain('hidden-password');
    }
  });

  test('a taken METRICS_PORT is reported in one sentence too', async () => {
    const port = String(await freePort());
    service = await createServerProcess({ METRICS_PORT: port });
    await service.start();
    const second = await createServerProcess({ METRICS_PORT: port });
    await expect(second.start()).rejects.toThrow(
      `Port ${port} of METRICS_PORT is already in use. Stop the other process`,
    );
    expect(second.stderr).not.toMatch(STACK);
    await second.remove();
  });

  test('a taken port is reported in one sentence too', async () => {
    service = await createServerProcess();
    await service.start();
    const second = await createServerProcess({ PORT: new URL(service.base).port });
    await expect(second.start()).rejects.toThrow(/Port \d+ is already in use\. Stop the other process/);
    expect(second.stderr).not.toMatch(STACK);
    await second.remove();
  });
});

test('OpenTelemetry is loaded only if metrics or traces are configured', async () => {
  const hooks = `import { registerHooks } from 'node:module';
    registerHooks({ load: (url, context, next) => (console.error('loaded', url), next(url, context)) });`;
  const NODE_OPTIONS = `--import=data:text/javascript;base64,${Buffer.from(hooks).toString('base64')}`;
  const loaded = () => service.stderr.split('\n').filter((line) => line.startsWith('loaded '));
  service = await createServerProcess({ NODE_OPTIONS });
  await service.start();
  expect(loaded().length).toBeGreaterThan(3);
  expect(loaded().filter((line) => line.includes('open-telemetry'))).toEqual([]);
  await service.end();
  service.environment['METRICS_PORT'] = String(await freePort());
  await service.start();
  expect(loaded().filter((line) => line.includes('open-telemetry'))).not.toEqual([]);
});

test('the data is readable by its own user only', async () => {
  service = await createServerProcess();
  const folder = join(service.folder, 'fresh');
  service.environment['DATA_DIR'] = folder;
  await service.start();
  await use();
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
  expect(mode(folder)).toBe('700');
  const files = readdirSync(folder).filter((name) => statSync(join(folder, name)).isFile());
  expect(files.toSorted()).toEqual(['server.key', 'sigill.db', 'sigill.db-shm', 'sigill.db-wal']);
  for (const name of files) expect([name, mode(join(folder, name))]).toEqual([name, '600']);
  expect(readFileSync(join(folder, 'server.key'), 'utf8')).toMatch(/^[A-Za-z0-9+/]{43}=$/);
  rmSync(folder, { recursive: true });
});

describe('the setting RATE_LIMITS', () => {
  const flood = async (calls: number) => {
    const call = createCaller(service.base);
    const answers = await Promise.all(Array.from({ length: calls }, () => call('demo.create', {})));
    return answers.map(({ status, headers }) => [status, headers.has('ratelimit')].join());
  };

  test('off lifts the limits of calls, with a warning', async () => {
    service = await createServerProcess({ RATE_LIMITS: 'off' });
    await service.start();
    expect(new Set(await flood(100))).toEqual(new Set(['200,false']));
    expect(service.stderr).toMatch(/^Warning: RATE_LIMITS=off\. .*load tests only/);
  });

  test('as a number multiplies each limit, with a warning', async () => {
    service = await createServerProcess({ RATE_LIMITS: '3' });
    await service.start();
    expect(new Set(await flood(100))).toEqual(new Set(['200,true']));
    const { headers } = await createCaller(service.base)('demo.create', {});
    expect(headers.get('ratelimit-policy')).toBe('"default";q=180;w=60');
    expect(service.stderr).toMatch(/^Warning: RATE_LIMITS=3\. Clients may send 3 times as many requests/);
  });
});

describe('a face matcher', () => {
  const model = (bytes: Buffer) => {
    const file = join(service.folder, 'model.onnx');
    writeFileSync(file, bytes);
    service.environment['FACE_MODEL'] = file;
  };

  test('is not started without its name and thresholds, nor twice', async () => {
    service = await createServerProcess({
      FACE_MATCHER_URL: 'http://127.0.0.1:9',
      FACE_MODEL: '/nowhere/face.onnx',
      FACE_LIVENESS_THRESHOLD: '2',
    });
    const said = await refusal();
    expect(said.trimEnd().split('\n')).toEqual([
      'FACE_MODEL points to /nowhere/face.onnx, which is not a file.',
      'FACE_MATCHER_URL and FACE_MODEL cannot be used together. Set one of them.',
      expect.stringMatching(/^FACE_PROVIDER must name whose face verification it is, .*, but is not set\.$/),
      expect.stringMatching(/^FACE_MATCH_THRESHOLD must be a number .*, but is not set\.$/),
      expect.stringMatching(/^FACE_LIVENESS_THRESHOLD must be a number .*, not "2"\.$/),
    ]);
  });

  test('is tested with its model before it is used, and starts with valid ones', async () => {
    service = await createServerProcess({ FACE_MATCH_THRESHOLD: '0.5', FACE_PROVIDER: 'Our model' });
    for (const [bytes, reason] of [
      [Buffer.from('no model'), 'protobuf parsing failed'],
      [numberModel(), 'takes [1, 1] instead of a picture of a fixed size'],
    ] as const) {
      model(bytes);
      const said = await refusal();
      expect(said).toContain(reason);
      expect(said).toMatch(/^FACE_MODEL cannot be used: .*model\.onnx/);
      expect(said).not.toMatch(STACK);
    }
    model(faceModel());
    await service.start();
  });
});
