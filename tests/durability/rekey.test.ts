/** The server's key is changed while the service runs. Even if the change is interrupted, nothing is lost. */
// CI only: it kills the service at each step of the change.
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { reader } from '../../server/commands/reader.ts';
import { readConfig } from '../../server/core/config.ts';
import { openDatabase } from '../../server/database/database.ts';
import { operate } from '../../server/operator/operator.ts';
import { captured, spawned } from '../support/packages/script.ts';
import { createServerProcess, type ServerProcess } from '../support/process/server-process.ts';
import { createCaller } from '../support/server/call.ts';
import { verifiedAccount } from '../support/server/newcomers.ts';
import { createTestDatabase } from '../support/server/test-database.ts';

const someKey = () => randomBytes(32).toString('base64');
const OLD = someKey();
const NEW = someKey();
const CHANGING = { SERVER_KEY: NEW, SERVER_KEY_PREVIOUS: OLD };
/** More responses than one batch of the change. */
const ANSWERS = 102;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let service: ServerProcess;

const where = (): Record<string, string> => (database ? { DATABASE_URL: database.url } : {});
const environment = (keys: Record<string, string>) => ({ NODE_ENV: '', DATA_DIR: service.folder, ...where(), ...keys });

async function startWith(keys: Record<string, string>): Promise<void> {
  await service.end();
  delete service.environment['SERVER_KEY_PREVIOUS'];
  Object.assign(service.environment, keys);
  await service.start();
}

/** Runs in this process. Stops at the first line that matches `cutOff`, as if the machine had gone down. */
const rekey = (keys: Record<string, string> = CHANGING, cutOff?: RegExp) =>
  captured(({ write, ...output }) => {
    const cutting = (text: string) => {
      write(text);
      if (cutOff?.test(text)) throw new Error('cut off');
    };
    return operate(['rekey'], { ...output, write: cutting, environment: environment(keys) });
  });

/** Makes the service seal something of each kind. `intact` checks that all of it can still be used. */
async function use() {
  const call = createCaller(service.base);
  const { basic, bearer } = await verifiedAccount(service.base);
  await call('callback.secret', {}, { bearer });
  const { body: rotated } = await call('callback.rotate_secret', {}, { bearer });
  await call('merchant.update', { document_memory_days: 30 }, { bearer });
  const verified = async () => {
    const { body: session } = await call('session.create', {}, { basic });
    const read = ['--token', session.token, '--specimen', 'genuine', '--base', service.base];
    expect((await captured((output) => reader(read, output))).code).toBe(0);
    return session;
  };
  const session = await verified();
  const person = async () => (await call('session.get', { id: session.id }, { basic })).body;
  const identity = await person();
  expect(identity).toMatchObject({ state: 'APPROVED', portrait: expect.any(String) });
  const signer = async () => {
    const { proof } = (await call('session.proof', { id: session.id }, { basic })).body;
    return JSON.parse(Buffer.from(proof.split('.', 1)[0]!, 'base64url').toString()) as object;
  };
  const signed = await signer();
  const keys = Array.from({ length: ANSWERS }, () => randomUUID());
  const create = (key: string) => call('session.create', {}, { basic }, { 'Idempotency-Key': key });
  /** In small groups, so that a busy machine need not serve a hundred calls at once. */
  const createAll = async (keys: string[]) => {
    const made: Awaited<ReturnType<typeof create>>[] = [];
    for (let from = 0; from < keys.length; from += 10)
      made.push(...(await Promise.all(keys.slice(from, from + 10).map(create))));
    return made;
  };
  const first = await createAll(keys);
  expect(first.filter(({ status }) => status !== 200)).toEqual([]);
  const intact = async () => {
    const again = await createAll(keys);
    expect(again.map(({ text }) => text)).toEqual(first.map(({ text }) => text));
    expect(await person()).toEqual(identity);
    const { secret } = (await call('callback.secret', {}, { bearer })).body;
    expect(secret).toBe(rotated.secret);
    expect(await signer()).toEqual(signed);
    // A document that was verified under another key is still recognised.
    const { sessions } = (await call('session.seen_before', { id: (await verified()).id }, { bearer })).body;
    expect(sessions.map(({ id }) => id)).toContain(session.id);
    const audit = await captured((output) => operate(['audit'], { ...output, environment: environment(keysNow()) }));
    expect(audit.code).toBe(0);
  };
  return { intact, create, createAll };
}

const keysNow = (): Record<string, string> => ({
  SERVER_KEY: service.environment['SERVER_KEY']!,
  ...(service.environment['SERVER_KEY_PREVIOUS'] && { SERVER_KEY_PREVIOUS: OLD }),
});

async function underEachKey(): Promise<number[]> {
  const { db, close } = openDatabase({ url: database?.url, file: join(service.folder, 'sigill.db') });
  const rows = await db.selectFrom('idempotency_keys').select('answer').execute().finally(close);
  return Object.values(Object.groupBy(rows, ({ answer }) => answer.toString('hex', 0, 4)))
    .map((of) => of?.length ?? 0)
    .toSorted((a, b) => b - a);
}

describe('rekey', () => {
  beforeEach(async () => {
    database = await createTestDatabase();
    service = await createServerProcess({ ...where(), SERVER_KEY: OLD, RATE_LIMITS: 'off' });
    await service.start();
  });
  afterEach(async () => {
    await service.remove();
    await database?.drop();
  });

  test('seals everything again while the service runs, which then starts with the new key alone', async () => {
    const { intact } = await use();
    await startWith(CHANGING);
    await intact();
    const busy = use();
    const { code, out, err } = await rekey();
    expect(out).toMatch(/^responses stored under idempotency keys: 100 of 10\d$/m);
    expect(out).toMatch(/^callback signing secrets: 1 of 1$/m);
    expect(out).toMatch(/^proof signing keys: 1 of 1$/m);
    expect(out).toMatch(/re-encrypted\. SERVER_KEY_PREVIOUS is no longer needed\. Start every process without it\.\n$/);
    expect(err).toBe('');
    expect(code).toBe(0);
    const { intact: alsoIntact } = await busy;
    await intact();
    await alsoIntact();

    await startWith({ SERVER_KEY: NEW });
    expect(await underEachKey()).toHaveLength(1);
    await intact();
    await alsoIntact();
    expect(await rekey({ SERVER_KEY: NEW })).toMatchObject({
      code: 0,
      out: 'Nothing is encrypted under a previous key.\n',
    });
    await service.end();
    service.environment['SERVER_KEY'] = OLD;
    await expect(service.start()).rejects.toThrow('SERVER_KEY is not the key of this database');
  });

  test('leaves everything readable when interrupted, and continues when run again', async () => {
    const { intact } = await use();
    await startWith(CHANGING);
    await expect(rekey(CHANGING, /^responses stored/)).rejects.toThrow('cut off');
    expect(await underEachKey()).toEqual([100, expect.any(Number)]);
    await intact();

    await service.end();
    Object.assign(service.environment, { SERVER_KEY: NEW, SERVER_KEY_PREVIOUS: '' });
    await expect(service.start()).rejects.toThrow('SERVER_KEY is not the key of this database');
    await startWith(CHANGING);
    await intact();
    expect((await rekey()).code).toBe(0);
    await startWith({ SERVER_KEY: NEW });
    await intact();
  });

  test('loses nothing beside a process that still has the old key, and is then repeated', async () => {
    const { intact, create, createAll } = await use();
    // The old process may refuse calls that need data sealed with the new key, but what it acknowledges must last.
    const keys = Array.from({ length: ANSWERS }, () => randomUUID());
    const busy = Promise.all(keys.map(create));
    const { code, out } = await rekey();
    // Both results are possible: it depends on whether the old process sealed anything after the last pass.
    expect(out).toMatch(
      code === 0
        ? /Start every process without it/
        : /by a process that still uses it as SERVER_KEY\. Start every process/,
    );
    const first = await busy;
    await startWith(CHANGING);
    await intact();
    const again = await createAll(keys);
    for (const [index, { status, text }] of first.entries()) if (status < 300) expect(again[index]!.text).toBe(text);
    expect((await rekey()).code).toBe(0);
    await startWith({ SERVER_KEY: NEW });
    await intact();
  });

  test('counts what none of the keys decrypts, and leaves it', async () => {
    await use();
    const { db, close } = openDatabase({ url: database?.url, file: join(service.folder, 'sigill.db') });
    const row = await db.selectFrom('idempotency_keys').selectAll().limit(1).executeTakeFirstOrThrow();
    const answer = Buffer.concat([randomBytes(4), row.answer.subarray(4)]);
    await db.updateTable('idempotency_keys').set({ answer }).where('id', '=', row.id).execute().finally(close);
    const ended = await spawned('server/operator/operator.ts', ['rekey'], environment(CHANGING));
    expect(ended.code).toBe(1);
    expect(ended.out).toContain(
      'responses stored under idempotency keys: 1 cannot be decrypted with any of the keys, and were left unchanged.',
    );
  });
});

test.each([
  ['too short', 'c2hvcnQ='],
  ['one of two too short', `${OLD},c2hvcnQ=`],
])('stops the start if a previous key is %s', (_, key) => {
  const settings = { SERVER_KEY: NEW, SERVER_KEY_PREVIOUS: key };
  expect(() => readConfig(settings)).toThrow('SERVER_KEY_PREVIOUS must be 32 bytes in base64, not 5.');
});
