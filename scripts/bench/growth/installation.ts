/** An installation with many sessions, and the service running on it: on SQLite, or on a PostgreSQL server named by the caller. */
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { type Database, openDatabase } from '../../../server/database/database.ts';
import { say } from '../measure.ts';
import type { ServerProcess } from '../processes.ts';
import { type Account, bearer, createApi, newService, signUp, startService } from '../service.ts';
import { fill, postgresql, sqlite } from './fill.ts';

export interface Installation extends Account {
  sessions: number;
  db: Kysely<Database>;
  server: ServerProcess;
  merchant_id: number;
  user_id: number;
  ids: number[];
  references: string[];
  links: number[];
  bills: number[];
  remove(): Promise<void>;
}

const SAMPLES = 500;

export async function install(sessions: number, postgres?: string): Promise<Installation> {
  const database = postgres ? await createDatabase(postgres) : undefined;
  const service = newService(database?.url);
  const preparing = await startService(service);
  const api = createApi(preparing.base);
  const account = await signUp(api, service);
  const authorization = bearer(account.access_token);
  const { id: merchant_id } = await api('merchant.self', {}, { authorization });
  const { id: user_id } = await api('user.self', {}, { authorization });
  await preparing.stop();

  const { db, patiently, close } = openDatabase({ url: database?.url, file: service.database_file });
  const pragmas = (...settings: string[]) =>
    Promise.all(settings.map((setting) => !database && sql.raw(`pragma ${setting}`).execute(db)));
  // Durability does not matter while filling. Keys are random, so nearly every page of an index is rewritten often: cache them all.
  await pragmas('synchronous = off', 'cache_size = -1000000');
  // An access token expires after 15 minutes, which is too soon here.
  await db.updateTable('tokens').set({ expires: '9999-01-01T00:00:00.000Z' }).where('kind', '=', 'ACCESS').execute();
  const started = performance.now();
  // On PostgreSQL this takes longer than a statement of the service may.
  await patiently((db) => fill({ db, dialect: database ? postgresql : sqlite, sessions, merchant_id, user_id }));
  await pragmas('synchronous = full', 'cache_size = -2000');
  say(`${sessions} sessions: filled in ${Math.round((performance.now() - started) / 1000)} s`);

  const own = await db
    .selectFrom('sessions')
    .select(['id', 'reference', 'link_id'])
    .where('merchant_id', '=', merchant_id)
    .orderBy('id')
    .limit(SAMPLES)
    .execute();
  const bills = await db.selectFrom('bills').select('id').where('merchant_id', '=', merchant_id).limit(20).execute();
  const server = await startService(service);
  return {
    ...{ ...account, sessions, db, server, merchant_id, user_id },
    ids: own.map(({ id }) => id),
    references: own.flatMap(({ reference }) => reference ?? []),
    links: [...new Set(own.flatMap(({ link_id }) => link_id ?? []))],
    bills: bills.map(({ id }) => id),
    async remove() {
      await server.stop();
      await close();
      await database?.drop();
      service.remove();
    },
  };
}

async function createDatabase(address: string) {
  const name = `sigill_bench_${Date.now()}`;
  const url = new URL(address);
  url.pathname = `/${name}`;
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await run(`create database ${name}`);
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) };
}
