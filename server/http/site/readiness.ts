/** Tells load balancers whether this process should receive requests. */
import { type FileHandle, open, statfs } from 'node:fs/promises';
import { devNull } from 'node:os';
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
/** With fewer free file handles than this, the next connections and files would be refused. */
const LEAST_HANDLES = 8;
const NO_HANDLES =
  'the process has no file handles left. Raise its limit (LimitNOFILE of systemd, ulimit -n) above MAX_CONNECTIONS, or restart it';

interface Readiness {
  status: 'ok' | 'unavailable';
  database: boolean;
  /** Whether the disk has enough space. Absent when the database is on another machine. */
  disk?: boolean;
  /** Whether files and connections can be opened. Absent unless they cannot. */
  file_handles?: false;
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
    const [written, space, handles] = await Promise.allSettled([
      within(PATIENCE_MS, writeProbe(db)),
      config.database_url ? undefined : freeSpace(config.data_dir),
      openHandles(),
    ]);
    const database = written.status === 'fulfilled';
    // If the free space cannot be determined, only the write counts.
    const free = space.status === 'fulfilled' ? space.value : undefined;
    const disk = free === undefined || free >= LEAST_SPACE;
    const lacksHandles = handles.status === 'rejected' && isLackOfHandles(handles.reason);
    const status = database && disk && !lacksHandles ? 'ok' : 'unavailable';
    if (status !== before) {
      const err = database ? undefined : written.reason;
      if (status === 'ok') log.info('ready again');
      else log.error({ err, free_bytes: free }, lacksHandles ? `not ready: ${NO_HANDLES}` : 'not ready');
    }
    before = status;
    const found = [...(lacksHandles ? [`file handles: ${NO_HANDLES}`] : []), ...warnings()];
    return {
      status,
      database,
      ...(!config.database_url && { disk }),
      ...(lacksHandles && { file_handles: false }),
      ...(found.length > 0 && { warnings: found }),
    };
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

/** EMFILE: the limit of the process; ENFILE: that of the machine. */
export const isLackOfHandles = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['EMFILE', 'ENFILE'].includes(String(error.code));

async function openHandles(): Promise<void> {
  const handles: FileHandle[] = [];
  try {
    while (handles.length < LEAST_HANDLES) handles.push(await open(devNull));
  } finally {
    await Promise.all(handles.map((handle) => handle.close()));
  }
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
