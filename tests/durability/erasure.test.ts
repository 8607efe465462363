/** What PostgreSQL keeps of a session that was redacted: in its files and in an archive of its log, to somebody who has the server's key. */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operate } from '../../scripts/operator.ts';
import { createSealer } from '../../server/secrets/sealing.ts';
import { createCaller } from '../support/call.ts';
import { startPostgres } from '../support/postgres.ts';
import { captured } from '../support/script.ts';
import { createServerProcess, type ServerProcess } from '../support/server-process.ts';
import { createTestServer, eventually, type TestServer } from '../support/test-server.ts';
import { createWorld } from '../support/world.ts';

const SESSIONS = 5;

let postgres: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  postgres = await startPostgres((folder) => {
    mkdirSync(join(folder, 'archive'));
    // Run by root, PostgreSQL switches to a user of its own.
    chmodSync(join(folder, 'archive'), 0o777);
    return ['wal_level=replica', 'archive_mode=on', `archive_command=cp %p ${folder}/archive/%f && chmod 644 ${folder}/archive/%f`];
  });
});
afterAll(() => postgres?.stop());

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    // What these say of the archive is in their names, and they come and go.
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('archive_status'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)));

function* occurrences(bytes: Buffer, of: Buffer): Generator<number> {
  for (let at = bytes.indexOf(of); at !== -1; at = bytes.indexOf(of, at + 1)) yield at;
}

describe('somebody with the server key, the files of the database and an archive of its log', () => {
  let server: TestServer;
  let ended: { id: number; merchant_id: number; pieces: Map<string, Buffer> }[];
  /** What is in the folder of erasure keys while they are needed. */
  let erasureKeys: Buffer[];

  beforeAll(async () => {
    server = await createTestServer({ environment: { DATABASE_URL: postgres.url } });
    const world = createWorld(server, await server.account());
    const { db } = server.ctx;
    ended = [];
    for (let number = 0; number < SESSIONS; number++) {
      const { id } = await world.ended();
      const { merchant_id } = await db.selectFrom('sessions').select('merchant_id').where('id', '=', id).executeTakeFirstOrThrow();
      const rows = await db.selectFrom('session_sealed').select(['kind', 'sealed']).where('session_id', '=', id).execute();
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

  /** Tries to open every key of a session in these bytes, and with it the session's pieces. @returns which pieces opened. */
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
          // A key, in the seal of the server alone, or of the server and of an erasure key.
          for (const length of [64, 96]) {
            const wrapped = attempt(() => sealer.open(bytes.subarray(at, at + length), context('key')));
            const key = wrapped && (wrapped.length === 32 ? wrapped : attempt(() => inner!.open(wrapped, context('key'))));
            if (!key) continue;
            for (const [kind, sealed] of session.pieces)
              if (attempt(() => createSealer(key).open(sealed, context(kind)))) found.add(`${session.id} ${kind}`);
          }
        }
    return [...found].toSorted();
  }

  test('opens them while they are kept, if the erasure keys are there as well', async () => {
    const all = ended.flatMap(({ id, pieces }) => [...pieces.keys()].map((kind) => `${id} ${kind}`));
    expect(all.length).toBeGreaterThan(SESSIONS);
    expect(opened(await everything(), erasureKeys)).toEqual(all.toSorted());
  });

  test('opens nothing once they are destroyed, though the pieces are still there', async () => {
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
    // Nor do the keys stay in their folder.
    await eventually(async () => keysIn(server.folder).every((key) => !erasureKeys.some((old) => old.equals(key))), 'the keys to be destroyed');
  });
});
