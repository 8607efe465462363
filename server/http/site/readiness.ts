/** Tells load balancers whether this process should receive requests. */
import { statfs } from 'node:fs/promises';
import express, { type Router } from 'express';
import type { Config } from '../../core/config.ts';
import type { Logger } from '../../core/log.ts';
import { within } from '../../core/promises.ts';
import type { Db } from '../../database/database.ts';
import { writeProbe } from '../../database/write-probe.ts';
import type { Draining } from '../limits/draining.ts';

/** A result is cached for this long, to limit writes to the disk. */
const KEPT_MS = 1000;
/** A database that takes longer to write one row cannot serve requests. */
const PATIENCE_MS = 2000;
/** The least free space on the disk: a thread moves the write-ahead log into the file at 16 MB, and if it fails, SQLite does so at 64 MB. */
const LEAST_SPACE = 64 * 1024 * 1024;

interface Readiness {
  status: 'ok' | 'unavailable';
  database: boolean;
  /** Whether the disk has enough space. Absent when the database is on another machine. */
  disk?: boolean;
  warnings?: string[];
}

interface ReadinessOptions {
  db: Db;
  config: Config;
  log: Logger;
  warnings(): string[];
}

export function createReadiness({ db, config, log, warnings }: ReadinessOptions) {
  let asked = Number.NEGATIVE_INFINITY;
  let answer: Promise<Readiness> | undefined;
  let is_looking = false;
  let before: Readiness['status'] = 'ok';

  async function look(): Promise<Readiness> {
    const [written, space] = await Promise.allSettled([
      within(PATIENCE_MS, writeProbe(db)),
      config.database_url ? undefined : freeSpace(config.data_dir),
    ]);
    const database = written.status === 'fulfilled';
    // If the free space cannot be determined, only the write counts.
    const free = space.status === 'fulfilled' ? space.value : undefined;
    const disk = free === undefined || free >= LEAST_SPACE;
    const status = database && disk ? 'ok' : 'unavailable';
    if (status !== before) {
      if (status === 'ok') log.info('ready again');
      else log.error({ err: database ? undefined : written.reason, free_bytes: free }, 'not ready');
    }
    before = status;
    const found = warnings();
    return { status, database, ...(!config.database_url && { disk }), ...(found.length > 0 && { warnings: found }) };
  }

  return {
    check(): Promise<Readiness> {
      const now = performance.now();
      if (answer === undefined || (!is_looking && now - asked > KEPT_MS)) {
        asked = now;
        is_looking = true;
        answer = look().finally(() => {
          is_looking = false;
        });
      }
      return answer;
    },
  };
}

async function freeSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

export function createHealthChecks(
  readiness: ReturnType<typeof createReadiness>,
  draining: Pick<Draining, 'has_begun'>,
): Router {
  const router = express.Router();
  router.use(['/healthz', '/readyz'], (_req, res, next) => {
    res.set('Cache-Control', 'no-store');
    next();
  });
  router.get('/healthz', (_req, res) => void res.json({ status: 'ok' }));
  router.get('/readyz', async (_req, res) => {
    if (draining.has_begun) return void res.status(503).json({ status: 'stopping' });
    const answer = await readiness.check();
    res.status(answer.status === 'ok' ? 200 : 503).json(answer);
  });
  return router;
}
