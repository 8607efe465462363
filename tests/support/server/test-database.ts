/** A separate database in the PostgreSQL that TEST_DATABASE_URL names, so that tests do not affect each other; without it, SQLite is used. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openDatabase } from '../../../server/database/database.ts';
import { migrate } from '../../../server/database/migrate.ts';

/** Copied by every test, since copying takes a fifth of the time of the migrations. */
const TEMPLATE = 'sigill_template';

/** @param empty leaves out the tables, for tests that then create them */
export async function createTestDatabase({ empty = false } = {}) {
  const server = process.env['TEST_DATABASE_URL'];
  if (!server) return undefined;
  const name = `test_${randomBytes(8).toString('hex')}`;
  const template = empty ? undefined : process.env['TEST_DATABASE_TEMPLATE'];
  // Copied by files: the other strategy writes each of its pages to the log, too.
  await run(server, `create database ${name} ${template ? `template ${template} strategy file_copy` : ''}`);
  return { url: urlOf(server, name), drop: () => run(server, `drop database ${name} with (force)`) };
}

/** Creates a database with the newest schema. @returns what tests need to know of both. */
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
