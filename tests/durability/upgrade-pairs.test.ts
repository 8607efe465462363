/**
 * Runs the version from before a migration and the current version on one database, as in a rolling update. The earlier version is
 * checked out from the repository's history. CI tries one migration for each commit, on PostgreSQL, where a migration has to wait
 * for the locks of other calls. Running this file by name tries all.
 */
// CI only: each pair of versions takes half a minute.
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../server/database/database.ts';
import { migrations } from '../../server/database/migrate.ts';
import { checkOut, commitBefore, removeCheckOut } from '../support/process/old-version.ts';
import { createServerProcess, type ServerProcess } from '../support/process/server-process.ts';
import { seedOfRun } from '../support/runs/trials.ts';
import { type Call, createCaller } from '../support/server/call.ts';
import { verifiedAccount } from '../support/server/newcomers.ts';
import { createTestDatabase } from '../support/server/test-database.ts';
import { eventually, type TestServer } from '../support/server/test-server.ts';
import { createWorld } from '../support/server/world.ts';

const CLIENTS = 2;
const SESSIONS = 3;

const all = Object.keys(migrations);
const commits = new Map(all.map((name) => [name, commitBefore(name, all)]));
const known = all.filter((name) => commits.get(name) !== undefined);
for (const name of all)
  if (!known.includes(name))
    process.stderr.write(
      `Not tried beside the version before ${name}: the history that was fetched does not hold it, or it came together with others.\n`,
    );
const inCi = process.env['RUN_SEED'] !== undefined;
const tried = inCi ? known.slice(seedOfRun % known.length).slice(0, 1) : known;
const isElsewhere = inCi && process.env['TEST_DATABASE_URL'] === undefined;

describe.skipIf(known.length === 0 || isElsewhere)('beside the version from before the migration', () => {
  test.each(known.length > 0 ? tried : all)(
    '%s, both versions serve, and nothing that has ended is kept',
    { timeout: 600_000 },
    async (name) => {
      await using pair = await createPair(commits.get(name)!);
      const { older, newer, statuses, errors } = pair;
      await older.start();
      const before = await client(pair, older);
      const first = await before.session();

      await Promise.all([newer.start(), before.sessions()]);
      const clients = [before, await client(pair, newer)];
      for (let number = clients.length; number < 2 * CLIENTS; number++)
        clients.push(await client(pair, number % 2 === 0 ? older : newer));
      const read = (await Promise.all(clients.map((each) => each.sessions()))).flat();
      for (const session of [first, ...read])
        for (const { base } of [older, newer])
          expect(await session.get(createCaller(base, pair.observe)), `read at ${base}`).toMatchObject({
            state: 'APPROVED',
            surname: expect.any(String),
          });

      expect(await older.end()).toBe(0);
      await fetch(`${newer.base}/_local/clock`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ advance: 'PT25H' }),
      });
      await eventually(async () => (await pair.countSealed()) === 0, 'what has ended to be destroyed');
      expect([...statuses.keys()].filter((status) => Number(status.split(' ')[0]) >= 400)).toEqual([]);
      expect(errors()).toBe('');
    },
  );
});

async function createPair(commit: string) {
  const code = checkOut(commit);
  // Versions keep their generators in different places.
  const generators = globSync('scripts/{generate,generate/generate}.ts', { cwd: code });
  execFileSync(process.execPath, generators, { cwd: code, stdio: 'ignore' });
  const folder = mkdtempSync(join(tmpdir(), 'sigill-upgrade-'));
  const database = await createTestDatabase({ empty: true });
  const environment = { DATA_DIR: folder, ...(database && { DATABASE_URL: database.url }) };
  const older = await createServerProcess(environment, undefined, { cwd: code, file: join(code, 'server/main.ts') });
  const newer = await createServerProcess(environment);
  const statuses = new Map<string, number>();
  return {
    older,
    newer,
    statuses,
    observe(operation: string, { status }: { status: number }) {
      const what = `${status} ${operation}`;
      statuses.set(what, (statuses.get(what) ?? 0) + 1);
    },
    errors: () => older.stderr + newer.stderr,
    async countSealed(): Promise<number> {
      const { db, close } = openDatabase({ url: database?.url, file: join(folder, 'sigill.db') });
      const { rows } = await sql<{ count: number }>`
        select (select count(*) from session_sealed join sessions on sessions.id = session_id where ended is not null)
          + (select count(*) from session_keys join sessions on sessions.id = session_id where ended is not null) as count`
        .execute(db)
        .finally(close);
      return Number(rows[0]!.count);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([older.remove(), newer.remove()]);
      await database?.drop();
      removeCheckOut(code);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** An account that signs up and reads sessions at one of the processes. */
async function client({ observe }: Awaited<ReturnType<typeof createPair>>, { base }: ServerProcess) {
  const call = createCaller(base, observe);
  const account = await verifiedAccount(base);
  const { basic } = account;
  // The world uses only these two properties of the server.
  const world = createWorld({ base, call } as TestServer, account, call);
  const session = async () => {
    const { headers, body, id } = await world.submission();
    await world.succeed('reader.submit', body, {}, headers);
    await eventually(
      async () => (await world.succeed('session.state', { id }, { basic })).state === 'APPROVED',
      'the verdict',
    );
    return { id, get: async (at: Call) => (await at('session.get', { id }, { basic })).body };
  };
  return {
    session,
    async sessions() {
      const read = [];
      for (let number = 0; number < SESSIONS; number++) read.push(await session());
      return read;
    },
  };
}
