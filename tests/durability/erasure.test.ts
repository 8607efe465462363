/** Whether someone with the server's key can read a redacted session in PostgreSQL's files or in an archive of its write-ahead log. */
// CI only: it searches all files of a PostgreSQL and of its archives.
// SQLite only: it starts a PostgreSQL of its own.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reader } from '../../server/commands/reader.ts';
import { openDatabase } from '../../server/database/database.ts';
import { migrate } from '../../server/database/migrate.ts';
import { operate } from '../../server/operator/operator.ts';
import { createSealer } from '../../server/secrets/sealing.ts';
import { captured } from '../support/packages/script.ts';
import { createServerProcess, type ServerProcess } from '../support/process/server-process.ts';
import { createCaller } from '../support/server/call.ts';
import { verifiedAccount } from '../support/server/newcomers.ts';
import { startPostgres } from '../support/server/postgres.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { createWorld } from '../support/server/world.ts';

const SESSIONS = 5;
const DAY_MS = 24 * 3_600_000;

let postgres: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  postgres = await startPostgres((folder) => {
    mkdirSync(join(folder, 'archive'));
    // If run by root, PostgreSQL switches to its own user.
    chmodSync(join(folder, 'archive'), 0o777);
    return [
      'wal_level=replica',
      'archive_mode=on',
      `archive_command=cp %p ${folder}/archive/%f && chmod 644 ${folder}/archive/%f`,
    ];
  });
});
afterAll(() => postgres?.stop());

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    // Files in `archive_status` are skipped: they are empty, and come and go.
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('archive_status'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)));

function* occurrences(bytes: Buffer, of: Buffer): Generator<number> {
  for (let at = bytes.indexOf(of); at !== -1; at = bytes.indexOf(of, at + 1)) yield at;
}

describe('an attacker with the server key, the database files and an archive of its log', () => {
  let server: TestServer;
  let ended: { id: number; merchant_id: number; pieces: Map<string, Buffer> }[];
  /** The erasure keys, read while the sessions still need them. */
  let erasureKeys: Buffer[];

  beforeAll(async () => {
    server = await createTestServer({ environment: { DATABASE_URL: postgres.url } });
    const world = createWorld(server, await server.account());
    const { db } = server.ctx;
    ended = [];
    for (let number = 0; number < SESSIONS; number++) {
      const { id } = await world.ended();
      const { merchant_id } = await db
        .selectFrom('sessions')
        .select('merchant_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const rows = await db
        .selectFrom('session_sealed')
        .select(['kind', 'sealed'])
        .where('session_id', '=', id)
        .execute();
      ended.push({ id, merchant_id: merchant_id!, pieces: new Map(rows.map(({ kind, sealed }) => [kind, sealed])) });
    }
    erasureKeys = keysIn(server.folder);
  });
  afterAll(() => server?.stop());

  const keysIn = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.key') && name !== 'server.key')
      .map((name) => Buffer.from(readFileSync(join(folder, name), 'utf8'), 'base64'));

  /** Everything that PostgreSQL has written, once it is on disk and in the archive. */
  async function everything(): Promise<Buffer[]> {
    const { db } = server.ctx;
    await sql`checkpoint`.execute(db);
    const { rows } = await sql<{ segment: string }>`select pg_walfile_name(pg_switch_wal()) as segment`.execute(db);
    const archive = join(postgres.folder, 'archive');
    await eventually(async () => readdirSync(archive).includes(rows[0]!.segment), 'the log to be archived');
    return [...filesBelow(join(postgres.folder, 'data')), ...filesBelow(archive)];
  }

  /** @returns which data of the sessions could be decrypted with the keys found in these bytes. */
  function opened(files: Buffer[], keys: Buffer[]): string[] {
    const { sealer } = server.deps;
    const inner = keys.length > 0 ? createSealer(...(keys as [Buffer, ...Buffer[]])) : undefined;
    const attempt = (open: () => Buffer) => {
      try {
        return open();
      } catch {
        return undefined;
      }
    };
    const found = new Set<string>();
    for (const bytes of files)
      for (const at of occurrences(bytes, sealer.key_id))
        for (const session of ended) {
          const context = (what: string) => `merchant ${session.merchant_id} session ${session.id} ${what}`;
          // The length of a session key that was sealed with the server key alone, or with an erasure key too.
          for (const length of [64, 96]) {
            const wrapped = attempt(() => sealer.open(bytes.subarray(at, at + length), context('key')));
            const key =
              wrapped && (wrapped.length === 32 ? wrapped : attempt(() => inner!.open(wrapped, context('key'))));
            if (!key) continue;
            for (const [kind, sealed] of session.pieces)
              if (attempt(() => createSealer(key).open(sealed, context(kind)))) found.add(`${session.id} ${kind}`);
          }
        }
    return [...found].toSorted();
  }

  test('can decrypt identity data while it is kept, if they have the erasure keys as well', async () => {
    const all = ended.flatMap(({ id, pieces }) => [...pieces.keys()].map((kind) => `${id} ${kind}`));
    expect(all.length).toBeGreaterThan(SESSIONS);
    expect(opened(await everything(), erasureKeys)).toEqual(all.toSorted());
  });

  test('can decrypt nothing once the keys are destroyed, though the sealed data is still there', async () => {
    await server.advance('P1DT2H');
    await eventually(async () => {
      const { count } = await server.ctx.db
        .selectFrom('sessions')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('redacted', 'is', null)
        .where('ended', 'is not', null)
        .executeTakeFirstOrThrow();
      return count === 0;
    }, 'the sessions to be redacted');
    const files = await everything();
    const identities = ended.map(({ pieces }) => pieces.get('identity')!);
    expect(identities.filter((piece) => files.some((bytes) => bytes.includes(piece))).length).toBeGreaterThan(0);
    expect(opened(files, [])).toEqual([]);
    for (const key of erasureKeys)
      for (const form of [key, key.toString('base64'), key.toString('hex')])
        expect(files.some((bytes) => bytes.includes(form))).toBe(false);
    await eventually(
      async () => keysIn(server.folder).every((key) => !erasureKeys.some((old) => old.equals(key))),
      'the keys to be destroyed',
    );
  });
});

async function createDatabase(name: string): Promise<string> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database ${name}`).finally(() => client.end());
  return postgres.url.replace(/[^/]*$/, name);
}

test('a database in use starts with erasure keys a day later, since an older version may run beside this one until then', async () => {
  const url = await createDatabase('in_use');
  const { db, close } = openDatabase({ url, file: '' });
  await migrate(db);
  const value = Buffer.from(new Date(Date.now() + DAY_MS).toISOString());
  await db.insertInto('server_state').values({ name: 'erasure_from', value }).execute();
  const server = await createTestServer({ environment: { DATABASE_URL: url } });
  try {
    const keyOf = async () => {
      const world = createWorld(server, await server.account());
      const { id } = await world.ended();
      expect(await world.succeed('session.get', { id }, world.account)).toHaveProperty('surname');
      return db.selectFrom('session_keys').select('erasure_key').where('session_id', '=', id).executeTakeFirstOrThrow();
    };
    await server.advance('PT23H');
    expect(await keyOf()).toEqual({ erasure_key: null });
    await server.advance('PT2H');
    expect(await keyOf()).toEqual({ erasure_key: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d$/) });
  } finally {
    await server.stop();
    await close();
  }
});

describe('the folder of erasure keys', () => {
  const processes: ServerProcess[] = [];
  let url: string;
  const shared = mkdtempSync(join(tmpdir(), 'sigill-erasure-'));
  afterAll(async () => {
    await Promise.all(processes.map((process) => process.remove()));
    rmSync(shared, { recursive: true, force: true });
  });
  beforeAll(async () => {
    url = await createDatabase('folders');
  });

  const SERVER_KEY = randomBytes(32).toString('base64');
  const settings = (ERASURE_KEYS_DIR: string) => ({ DATABASE_URL: url, SERVER_KEY, ERASURE_KEYS_DIR });
  async function made(folder: string): Promise<ServerProcess> {
    const made = await createServerProcess(settings(folder));
    processes.push(made);
    return made;
  }
  const operator = (folder: string, ...args: string[]) =>
    captured((output) => operate(args, { ...output, environment: { DATA_DIR: shared, ...settings(folder) } }));

  const signUp = async ({ base }: ServerProcess) => (await verifiedAccount(base)).basic;
  type Basic = Awaited<ReturnType<typeof signUp>>;
  const read = async ({ base }: ServerProcess, basic: Basic) => {
    const { body } = await createCaller(base)('session.create', {}, { basic });
    const ended = await captured((output) =>
      reader(['--token', body.token, '--specimen', 'genuine', '--base', base], output),
    );
    return { id: body.id, ...ended };
  };
  const get = async ({ base }: ServerProcess, basic: Basic, id: number) =>
    (await createCaller(base)('session.get', { id }, { basic })).body;

  const OTHER = /^ERASURE_KEYS_DIR is \S+, which is not the folder of this database\. [^\n]*\.\n$/;

  test('is shared by all processes on one database, and a process with another one is refused before it writes anything', async () => {
    const [first, second, other] = [await made(shared), await made(shared), await made(join(shared, 'other'))];
    await first.start();
    await second.start();
    const basic = await signUp(first);
    const { id } = await read(first, basic);
    expect(await get(second, basic, id)).toMatchObject({ state: 'APPROVED', surname: expect.any(String) });
    await first.end();
    await first.start();
    expect(await get(first, basic, id)).toHaveProperty('portrait');

    await expect(other.start()).rejects.toThrow('The server ended with 1 before it was ready');
    expect(other.stderr).toMatch(OTHER);
    const refused = await operator(join(shared, 'other'), 'accounts');
    expect(refused).toMatchObject({ code: 1, output: expect.stringMatching(OTHER) });
    expect(existsSync(join(shared, 'other'))).toBe(false);
    await Promise.all([first.end(), second.end()]);
  });

  test('makes calls wait while it is unavailable, and loses nothing', async () => {
    const server = await made(shared);
    await server.start();
    const basic = await signUp(server);
    const { id } = await read(server, basic);
    // A restarted process has no keys in memory.
    await server.end();
    await server.start();
    renameSync(shared, `${shared}.away`);
    mkdirSync(shared);
    try {
      const { status, headers } = await createCaller(server.base)('session.get', { id }, { basic });
      expect([status, headers.get('retry-after')]).toEqual([503, '2']);
      expect((await read(server, basic)).output).toMatch(/cannot reach its keys/);
    } finally {
      rmSync(shared, { recursive: true });
      renameSync(`${shared}.away`, shared);
    }
    expect(await get(server, basic, id)).toHaveProperty('portrait');
    expect((await read(server, basic)).code).toBe(0);
    await server.end();
  });

  test('is replaced by an operator if lost: the identity data of the last day is gone, and nothing else', async () => {
    const server = await made(shared);
    await server.start();
    const basic = await signUp(server);
    const { id } = await read(server, basic);
    await server.end();
    rmSync(shared, { recursive: true });
    await expect(server.start()).rejects.toThrow('The server ended with 1 before it was ready');
    expect(server.stderr).toMatch(OTHER);
    const plan = await operator(shared, 'erasure-keys', 'replace');
    expect(plan.output).toMatch(
      /^The identity data of \d sessions can no longer be decrypted, and will be destroyed\.$/m,
    );
    expect(plan).toMatchObject({
      code: 1,
      err: 'This needs a confirmation, and the terminal is not interactive. Add --yes.\n',
    });
    expect((await operator(shared, 'erasure-keys', 'replace', '--yes')).code).toBe(0);

    await server.start();
    const gone = await get(server, basic, id);
    expect(gone).toMatchObject({ state: 'APPROVED', redacted: expect.any(String) });
    expect(gone).not.toHaveProperty('surname');
    const next = await read(server, basic);
    expect(await get(server, basic, next.id)).toHaveProperty('surname');
    await server.end();
  });
});
