/** How a version treats the database of a newer one, of a much older one, and an empty one; and what operator commands leave alone. */
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../server/database/database.ts';
import { migrations } from '../../server/database/migrate.ts';
import { operate } from '../../server/operator/operator.ts';
import { captured, spawned } from '../support/packages/script.ts';
import { createServerProcess, type ServerProcess } from '../support/process/server-process.ts';
import { createCaller } from '../support/server/call.ts';
import { createTestDatabase } from '../support/server/test-database.ts';
import { eventually } from '../support/server/test-server.ts';

const NEWEST = Object.keys(migrations).at(-1)!;
const SENTENCES = /^[^\n]+\.\n$/;

let postgres: Awaited<ReturnType<typeof createTestDatabase>>;
let service: ServerProcess;
beforeEach(async () => {
  postgres = await createTestDatabase({ empty: true });
  service = await createServerProcess(postgres ? { DATABASE_URL: postgres.url } : {});
});
afterEach(async () => {
  await service.remove();
  await postgres?.drop();
});

const place = () => ({ DATA_DIR: service.folder, ...(postgres && { DATABASE_URL: postgres.url }) });
const operator = (args: string[], environment: Record<string, string> = place()) =>
  captured((output) => operate(args, { ...output, environment }));

async function withDatabase<T>(work: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  const { db, close } = openDatabase({ url: postgres?.url, file: join(service.folder, 'sigill.db') });
  return work(db).finally(close);
}

/** Leaves the database as a version that ends with this migration does. */
const migratedTo = (name: string) =>
  withDatabase(async (db) => {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
    const { error } = await migrator.migrateTo(name);
    if (error) throw error;
  });
const applied = () =>
  withDatabase(async (db) => {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    return rows.map(({ name }) => name);
  });

async function refusal(): Promise<string> {
  const before = service.stderr.length;
  await expect(service.start()).rejects.toThrow('The server ended with 1 before it was ready');
  return service.stderr.slice(before);
}

const signUp = async () => {
  const credentials = { email: `${randomUUID()}@example.com`, password: 'correct horse' };
  return (await createCaller(service.base)('password.create', credentials)).status;
};

describe('after a newer version has migrated the database', () => {
  /** Migrates as a newer version would, and sets the oldest schema that may still run. */
  const newer = (oldest?: string) =>
    withDatabase(async (db) => {
      await sql`alter table sessions add column colour text`.execute(db);
      await sql`insert into kysely_migration (name, timestamp) values ('9998-colours', '2030-01-01T00:00:00.000Z')`.execute(
        db,
      );
      if (oldest)
        await sql`update server_state set value = ${Buffer.from(oldest)} where name = 'oldest_schema'`.execute(db);
    });

  test('with additions only, this version can start again and serve, and so can its commands', async () => {
    await service.start();
    await service.end();
    await newer();
    await service.start();
    expect(await signUp()).toBe(200);
    expect(await operator(['accounts'])).toMatchObject({ code: 0, err: '' });
    expect(await applied()).toContain('9998-colours');
  });

  test('with changes that this version does not know, start and commands refuse in one sentence', async () => {
    await service.start();
    await service.end();
    await newer('9998-colours');
    const said = await refusal();
    expect(said).toBe(
      `The database is at 9998-colours, and this version knows it up to ${NEWEST} only: it takes one that knows 9998-colours. Start a newer version, or restore the backup from before the upgrade. Nothing was changed.\n`,
    );
    expect(await operator(['accounts'])).toMatchObject({ code: 1, output: said });
    expect((await spawned('server/migrate.ts', [], { NODE_ENV: '', ...place() })).output).toBe(said);
  });
});

test('a version too old to run beside this one is stopped first: a start refuses, and the migrate command proceeds', async () => {
  await migratedTo('0020-branding');
  const said = await refusal();
  expect(said).toMatch(/^The database is at 0020-branding, and a version that old cannot run beside this one\. /);
  expect(said).toMatch(SENTENCES);
  expect((await applied()).at(-1)).toBe('0020-branding');
  expect((await spawned('server/migrate.ts', [], { NODE_ENV: '', ...place() })).code).toBe(0);
  await service.start();
  expect(await signUp()).toBe(200);
});

test.skipIf(!process.env['TEST_DATABASE_URL'])(
  'a migration that meets calls of an older version lets them finish first, and breaks none of them',
  async () => {
    await migratedTo('0028-failure-causes');
    const call = new pg.Client({ connectionString: postgres!.url });
    await call.connect();
    try {
      await call.query('begin');
      await call.query('select id from sessions');
      const migrating = spawned('server/migrate.ts', [], { NODE_ENV: '', ...place() });
      await eventually(async () => {
        const { rowCount } = await call.query(
          "select 1 from pg_locks where relation = 'sessions'::regclass and not granted",
        );
        return rowCount === 1;
      }, 'the migration to wait for the call');
      // The migration has already locked this table.
      await call.query('select id from merchants');
      await call.query('commit');
      expect(await migrating).toMatchObject({ code: 0, err: '' });
    } finally {
      await call.end();
    }
  },
);

describe('operator commands', () => {
  let elsewhere: string;
  beforeEach(() => {
    elsewhere = mkdtempSync(join(tmpdir(), 'sigill-elsewhere-'));
  });
  afterEach(() => rmSync(elsewhere, { recursive: true }));

  test('migrate only when asked to', async () => {
    await migratedTo('0037-requests-of-session');
    const environment = { ...place(), SERVER_KEY: randomBytes(32).toString('base64') };
    const { code, output } = await operator(['status'], environment);
    expect({ code, output }).toEqual({
      code: 1,
      output: `The database is at 0037-requests-of-session, and this version needs ${NEWEST}. Start the service, or add --migrate to bring it there. Nothing was changed.\n`,
    });
    expect((await applied()).at(-1)).toBe('0037-requests-of-session');
    expect((await operator(['accounts', '--migrate'], environment)).code).toBe(0);
    expect((await applied()).at(-1)).toBe(NEWEST);
  });

  test('create nothing if DATA_DIR is wrong', async () => {
    const missing = join(elsewhere, 'data');
    for (const DATA_DIR of [missing, elsewhere]) {
      for (const more of [[], ['--migrate']]) {
        const { code, output } = await operator(['accounts', ...more], { DATA_DIR });
        expect([code, output]).toEqual([
          1,
          expect.stringMatching(/^There is no database in .*DATA_DIR must name a folder/),
        ]);
        expect(output).toMatch(SENTENCES);
      }
    }
    expect(existsSync(missing)).toBe(false);
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test('create nothing in an empty database', async () => {
    if (!postgres) {
      const file = join(elsewhere, 'sigill.db');
      await openDatabase({ file }).close();
    }
    const { code, output } = await operator(['accounts', '--migrate'], {
      ...place(),
      ...(!postgres && { DATA_DIR: elsewhere }),
    });
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^The database\b.* is empty, and this command makes none\./),
    ]);
    if (postgres) expect(await withDatabase((db) => db.introspection.getTables())).toEqual([]);
  });

  test('need no SMTP_URL, since they send nothing', async () => {
    const production = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://id.example.com',
      SERVER_KEY: randomBytes(32).toString('base64'),
    };
    Object.assign(service.environment, { SERVER_KEY: production.SERVER_KEY });
    await service.start();
    await service.end();
    expect(await operator(['accounts'], { ...production, ...place() })).toEqual(
      expect.objectContaining({ code: 0, out: 'None yet.\n', err: '' }),
    );
  });
});
