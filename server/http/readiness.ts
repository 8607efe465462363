/** Whether this process should be sent requests, for load balancers and those who watch. */
import { statfs } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import type { Config } from '../core/config.ts';
import type { Logger } from '../core/log.ts';
import type { Database } from '../database/database.ts';

const NAME = 'readiness';
/** However often it is asked, the disk is written once in this time. */
const KEPT_MS = 1000;
/** What SQLite's log may grow by before it is emptied. */
const LEAST_SPACE = 8 * 1024 * 1024;

export interface Readiness {
  status: 'ok' | 'unavailable';
  /** Whether the database takes writes. */
  database: boolean;
  /** Whether its disk has room for more; of a database elsewhere it is not known. */
  disk?: boolean;
}

export function createReadiness({ db, config, log }: { db: Kysely<Database>; config: Config; log: Logger }) {
  let asked = Number.NEGATIVE_INFINITY;
  let answer: Promise<Readiness> | undefined;
  let before: Readiness['status'] = 'ok';

  async function look(): Promise<Readiness> {
    const [written, space] = await Promise.allSettled([
      writeProbe(db),
      config.database_url ? undefined : freeSpace(config.data_dir),
    ]);
    const database = written.status === 'fulfilled';
    // Where the free space cannot be told, the write alone decides.
    const free = space.status === 'fulfilled' ? space.value : undefined;
    const disk = free === undefined || free >= LEAST_SPACE;
    const status = database && disk ? 'ok' : 'unavailable';
    if (status !== before) {
      if (status === 'ok') log.info('ready again');
      else log.error({ err: database ? undefined : written.reason, free_bytes: free }, 'not ready');
    }
    before = status;
    return { status, database, ...(!config.database_url && { disk }) };
  }

  return {
    check(): Promise<Readiness> {
      const now = performance.now();
      if (answer === undefined || now - asked > KEPT_MS) {
        asked = now;
        answer = look();
      }
      return answer;
    },
  };
}

/** A database that only answers may still be full or read-only: the last word is a committed write. */
async function writeProbe(db: Kysely<Database>): Promise<void> {
  const value = Buffer.from(String(Math.round(performance.now())));
  await db
    .insertInto('server_state')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

async function freeSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
