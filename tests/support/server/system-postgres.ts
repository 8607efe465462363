/**
 * PostgreSQL and its client programs from Debian, because the npm package has only the server, in a version that Debian's programs
 * may not support.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../../server/test-service/free-port.ts';
import { missingProgram } from '../debian-program.ts';

export const withoutSystemPostgres = missingProgram('pg_dump', 'postgresql');

const PASSWORD = 'not-in-any-argument';

export type SystemPostgres = Awaited<ReturnType<typeof startSystemPostgres>>;

export async function startSystemPostgres() {
  const initdb = globSync('/usr/lib/postgresql/*/bin/initdb').toSorted().at(-1);
  if (!initdb) throw new Error('There is a pg_dump, but no server of PostgreSQL (apt-get install postgresql)');
  const folder = mkdtempSync(join(tmpdir(), 'sigill-postgres-'));
  const user = ownerOf(folder);
  const password = join(folder, 'password');
  writeFileSync(password, PASSWORD);
  chmodSync(password, 0o644);
  const data = join(folder, 'data');
  execFileSync(initdb, ['-D', data, '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${password}`, '--no-sync'], {
    ...user,
    stdio: 'ignore',
  });
  const port = await freePort();
  const settings = [`port=${port}`, `unix_socket_directories=${folder}`, 'fsync=off', 'shared_buffers=64MB'];
  const child = spawn(join(dirname(initdb), 'postgres'), ['-D', data, ...settings.flatMap((one) => ['-c', one])], {
    ...user,
    stdio: 'ignore',
  });
  const urlOf = (name: string) => `postgres://postgres:${PASSWORD}@localhost:${port}/${name}`;
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: urlOf('postgres') });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  const deadline = performance.now() + 30_000;
  const isUp = () =>
    run('select 1').then(
      () => true,
      () => false,
    );
  while (!(await isUp())) if (performance.now() > deadline) throw new Error('PostgreSQL did not start within 30 s');

  let databases = 0;
  return {
    password: PASSWORD,
    async createDatabase(): Promise<string> {
      const name = `restored_${databases++}`;
      await run(`create database ${name}`);
      return urlOf(name);
    },
    async stop(): Promise<void> {
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root; its Debian package has a user for it. */
function ownerOf(folder: string): { uid?: number; gid?: number; cwd: string } {
  if (process.getuid?.() !== 0) return { cwd: folder };
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })));
  chownSync(folder, uid!, gid!);
  return { uid: uid!, gid: gid!, cwd: folder };
}
