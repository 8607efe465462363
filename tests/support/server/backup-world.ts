/**
 * For tests of backups: empty installations on either database, the operator's command, and a service in use that holds something
 * of each kind that is sealed.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reader } from '../../../server/commands/reader.ts';
import { operate } from '../../../server/operator/operator.ts';
import { captured, type Ended } from '../packages/script.ts';
import { bundled } from '../process/server-bundle.ts';
import { createServerProcess, type ServerProcess } from '../process/server-process.ts';
import { createCaller, expectSuccess } from './call.ts';
import { verifiedAccount } from './newcomers.ts';
import { type SystemPostgres, startSystemPostgres, withoutSystemPostgres } from './system-postgres.ts';

export const ENGINES = [
  { engine: 'SQLite', reason: undefined },
  { engine: 'PostgreSQL', reason: withoutSystemPostgres },
] as const;

export type Environment = Record<string, string>;
export type BackupWorld = Awaited<ReturnType<typeof createBackupWorld>>;

export async function createBackupWorld(engine: (typeof ENGINES)[number]['engine']) {
  const folder = mkdtempSync(join(tmpdir(), 'sigill-backup-'));
  const postgres: SystemPostgres | undefined = engine === 'PostgreSQL' ? await startSystemPostgres() : undefined;
  const SERVER_KEY = randomBytes(32).toString('base64');
  const services: ServerProcess[] = [];
  let places = 0;
  return {
    folder,
    password: postgres?.password,
    /** The environment of a new, empty installation. */
    async place(): Promise<Environment & { DATA_DIR: string }> {
      const DATA_DIR = join(folder, `place-${places++}`);
      const DATABASE_URL = await postgres?.createDatabase();
      return { NODE_ENV: '', DATA_DIR, SERVER_KEY, ...(DATABASE_URL && { DATABASE_URL }) };
    },
    async service(environment: Environment): Promise<ServerProcess> {
      const service = await createServerProcess({ ...environment, RATE_LIMITS: 'off', TRUSTED_PROXIES: '1' });
      services.push(service);
      await service.start();
      return service;
    },
    async remove(): Promise<void> {
      for (const service of services) await service.remove();
      await postgres?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const operator = (environment: Environment, ...args: string[]): Promise<Ended> =>
  captured((output) => operate(args, { ...output, environment }));

export async function operatorProcess(
  environment: Environment,
  args: string[],
  { kill_after_ms }: { kill_after_ms?: number } = {},
): Promise<Ended> {
  const program = await bundled('operator');
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [program, ...args],
      { env: { ...process.env, NODE_COMPILE_CACHE: join(program, '../.cache'), ...environment } },
      (_, out, err) => resolve({ code: child.exitCode ?? -1, out, err, output: out + err }),
    );
    if (kill_after_ms !== undefined) setTimeout(() => child.kill('SIGKILL'), kill_after_ms);
  });
}

export type Used = Awaited<ReturnType<typeof useService>>;

/** Uses the service until it holds something of each kind that is sealed. */
export async function useService({ base }: ServerProcess) {
  const call = createCaller(base);
  const account = await verifiedAccount(base);
  const { basic, bearer } = account;
  await call('callback.secret', {}, { bearer });
  await call('callback.rotate_secret', {}, { bearer });
  expectSuccess('totp.create', await call('totp.create', {}, { bearer }));
  const session = expectSuccess(
    'session.create',
    await call('session.create', {}, { basic }, { 'Idempotency-Key': randomBytes(8).toString('hex') }),
  );
  const read = ['--token', session.token, '--specimen', 'genuine', '--base', base];
  const { code, output } = await captured((output) => reader(read, output));
  if (code !== 0) throw new Error(`The reading failed: ${output}`);
  await call('session.proof', { id: session.id }, { basic });
  const note = { session_id: session.id, text: 'Her name is Alma.' };
  expectSuccess('session_note.create', await call('session_note.create', note, { bearer }));
  const { body: person } = await call('session.get', { id: session.id }, { basic });
  return { ...account, session_id: session.id, person };
}
