/** An installation with many sessions, and the service running on it. */
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { type Database, openDatabase } from '../../../server/database/database.ts';
import { freePort } from '../../../server/test-service/free-port.ts';
import { bearer, type Key } from '../api.ts';
import { keepSignIns, newServiceData, signUp, withPreparingService } from '../prepare.ts';
import { say } from '../progress.ts';
import type { ServerProcess } from '../server-process.ts';
import { startService } from '../service.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import type { Dialect } from './dialect.ts';
import { fill } from './fill.ts';

export interface Grown {
  sessions: number;
  /** Beside the service, to measure what is no call. */
  db: Kysely<Database>;
  server: ServerProcess;
  key: Key;
  access_token: string;
  user_id: number;
  /** Sessions, references and bills of the measured account. */
  ids: number[];
  references: string[];
  bills: number[];
  remove(): Promise<void>;
}

const SAMPLES = 500;

/** Makes an account through the API, fills the database around it, and starts the service. */
export async function grow(
  sessions: number,
  dialect: Dialect,
  { database_url, alone }: { database_url?: string | undefined; alone?: boolean } = {},
): Promise<Grown> {
  const folder = temporaryFolder();
  const data = newServiceData(folder.path, database_url);
  const account = await withPreparingService(data, async (api) => {
    const { credentials, key } = await signUp(api);
    const authorization = bearer(credentials.access_token);
    const { id: merchant_id } = await api('merchant.self', {}, { authorization });
    const { id: user_id } = await api('user.self', {}, { authorization });
    return { key, access_token: credentials.access_token, merchant_id, user_id };
  });
  await keepSignIns(data);
  const { db, close } = openDatabase({ url: database_url, file: join(data.data_dir, 'sigill.db') });
  // What is lost in a power cut is filled again, and filling waits for no disk.
  if (dialect.name === 'sqlite') {
    await sql.raw('pragma synchronous = off').execute(db);
    // Keys are random, so that nearly every page of an index is written to again and again.
    await sql.raw('pragma cache_size = -1000000').execute(db);
  }
  const started = performance.now();
  await fill({ db, dialect, sessions, ...account, alone });
  if (dialect.name === 'sqlite') {
    await sql.raw('pragma synchronous = full').execute(db);
    await sql.raw('pragma cache_size = -2000').execute(db);
  }
  say(`${dialect.name}, ${sessions} sessions: filled in ${Math.round((performance.now() - started) / 1000)} s`);
  const samples = await samplesOf(db, account.merchant_id);
  const server = await startService(data, await freePort());
  return {
    ...{
      sessions,
      db,
      server,
      key: account.key,
      access_token: account.access_token,
      user_id: account.user_id,
      ...samples,
    },
    async remove() {
      await server.stop();
      await close();
      folder.remove();
    },
  };
}

async function samplesOf(db: Kysely<Database>, merchant_id: number) {
  const sessions = await db
    .selectFrom('sessions')
    .select(['id', 'reference'])
    .where('merchant_id', '=', merchant_id)
    .orderBy('id')
    .limit(SAMPLES)
    .execute();
  const bills = await db.selectFrom('bills').select('id').where('merchant_id', '=', merchant_id).limit(20).execute();
  return {
    ids: sessions.map(({ id }) => id),
    references: sessions.flatMap(({ reference }) => (reference === null ? [] : [reference])),
    bills: bills.map(({ id }) => id),
  };
}
