/**
 * A separate database in the PostgreSQL that TEST_DATABASE_URL names, so that tests do not affect each other. Without it, SQLite is
 * used. Both start with a copy of the newest schema, because running the migrations takes much longer.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '../../../server/database/database.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { quickFolder } from './quick-folder.ts';

const TEMPLATE = 'sigill_template';
const FILE = 'sigill.db';

/** @param empty leaves out the tables, for tests that then create them */
export async function createTestDatabase({ empty = false } = {}) {
  const server = process.env['TEST_DATABASE_URL'];
  if (!server) return undefined;
  const name = `test_${randomBytes(8).toString('hex')}`;
  const template = empty ? undefined : process.env['TEST_DATABASE_TEMPLATE'];
  // Copies the template's files, because the other strategy also writes each page to the write-ahead log.
  await run(server, `create database ${name} ${template ? `template ${template} strategy file_copy` : ''}`);
  return { url: urlOf(server, name), drop: () => run(server, `drop database ${name} with (force)`) };
}

let schema: Promise<Buffer> | undefined;

export async function createSqliteFile(folder: string): Promise<void> {
  schema ??= createSchema();
  writeFileSync(join(folder, FILE), await schema, { mode: 0o600 });
}

async function createSchema(): Promise<Buffer> {
  const folder = quickFolder('sigill-schema-');
  const { db, close } = openDatabase({ url: undefined, file: join(folder, FILE) });
  await migrate(db);
  await close();
  const bytes = readFileSync(join(folder, FILE));
  rmSync(folder, { recursive: true });
  return bytes;
}

export async function prepareTestDatabases(server: string) {
  await run(server, `create database ${TEMPLATE}`);
  const { db, close } = openDatabase({ url: urlOf(server, TEMPLATE), file: '' });
  await migrate(db);
  await close();
  return { TEST_DATABASE_URL: server, TEST_DATABASE_TEMPLATE: TEMPLATE };
}

function urlOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function run(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
