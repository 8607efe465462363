/**
 * The service as it is measured: in production mode, started as operators start it. Accounts, keys and sessions are made through
 * its API. The specimens' authority is a trust anchor like a real State's, and a stand-in compares the faces.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReaderCall } from '@sigill/reader';
import { playSpecimen, type Specimen } from '@sigill/reader/specimen';
import Database from 'better-sqlite3';
import { openDatabase } from '../../server/database/database.ts';
import type { OperationId, Operations, VerificationSession } from '../../server/generated/operations.gen.ts';
import { specimenAuthorities } from '../../server/specimen/specimens.ts';
import { memoryEnvironment, nodeArguments, scheduling } from '../artefact/process.ts';
import { build } from '../build.ts';
import { root, say, temporaryFolder } from './measure.ts';
import type { Job } from './processes/load.ts';
import { type ServerProcess, startAnswering, startServer } from './processes.ts';

const artefactOf = (folder: string) => join(folder, 'dist/server.mjs');
const isBuilt = (folder: string) => existsSync(artefactOf(folder));

export const serviceKind = (folder = root): string => `service: ${isBuilt(folder) ? 'built (dist)' : 'from source'}`;

/** Limits a thousand times the usual are never reached, but every call is still counted. */
export const RATE_LIMITS = '1000';

export function newService(database_url?: string) {
  const folder = temporaryFolder();
  const trust = join(folder.path, 'trust');
  mkdirSync(join(trust, 'csca'), { recursive: true });
  for (const [index, certificate] of specimenAuthorities().entries())
    writeFileSync(join(trust, `csca/specimen-${index}.cer`), certificate);
  const environment = {
    NODE_ENV: 'production',
    DATA_DIR: join(folder.path, 'data'),
    SERVER_KEY: randomBytes(32).toString('base64'),
    MASTER_LISTS_DIR: trust,
    PUBLIC_URL: 'http://localhost',
    SMTP_URL: 'smtp://127.0.0.1:1',
    DRAIN_SECONDS: '0',
    RATE_LIMITS,
    ...(database_url && { DATABASE_URL: database_url }),
    ...memoryEnvironment,
  };
  return { ...folder, environment, database_file: join(environment.DATA_DIR, 'sigill.db') };
}

export type NewService = ReturnType<typeof newService>;

/** Whether this user may give processes real-time priority. */
export const canSchedule = spawnSync('chrt', [...scheduling, 'true']).status === 0;

/**
 * Starts the built artefact if the folder has one, otherwise the sources. The artefact of this project is brought up to date first.
 * With `isScheduled`, the process is scheduled as by the unit for systemd, if this user may do that.
 */
export function startService(
  { environment }: NewService,
  folder = root,
  { isScheduled = false } = {},
): Promise<ServerProcess> {
  if (isBuilt(folder) && folder === root) build(['artefact']);
  const script = isBuilt(folder) ? artefactOf(folder) : join(folder, 'server/main.ts');
  const prefix = isScheduled && canSchedule ? ['chrt', ...scheduling] : [];
  return startServer(script, environment, nodeArguments, prefix);
}

/** Calls the service at `base`. @throws unless it responds with 200. */
export function createApi(base: string) {
  return async <Id extends OperationId>(
    id: Id,
    body: Operations[Id]['body'],
    headers: object = {},
  ): Promise<Operations[Id]['response']> => {
    const response = await fetch(`${base}/api/v1/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${id} responded with ${response.status}: ${text}`);
    return JSON.parse(text) as Operations[Id]['response'];
  };
}

export interface Account {
  key: { public_key: string; secret: string };
  access_token: string;
}

export const basic = ({ public_key, secret }: Account['key']): string =>
  `Basic ${Buffer.from(`${public_key}:${secret}`).toString('base64')}`;
export const bearer = (token: string): string => `Bearer ${token}`;

export const jobFor = (
  { port }: { port: number },
  operation: OperationId,
  authorization: string,
  bodies: object[],
  more: Partial<Job> = {},
): Job => ({
  ...{ port, path: `/api/v1/${operation}`, requests: bodies.length, connections: 1 },
  headers: { authorization, 'content-type': 'application/json' },
  bodies: bodies.map((body) => JSON.stringify(body)),
  ...more,
});

/**
 * An account that can create any number of sessions. In production mode no email arrives, so the database is changed instead: the
 * account's address is verified, and its credit is large.
 */
export async function signUp(api: ReturnType<typeof createApi>, service: NewService): Promise<Account> {
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  const { access_token } = await api('password.create', { email, password: randomBytes(12).toString('hex') });
  const key = await api('user.create_service_user', {}, { authorization: bearer(access_token) });
  const { DATABASE_URL: url } = service.environment as { DATABASE_URL?: string };
  const { db, close } = openDatabase({ url, file: service.database_file });
  const terms = { address_verified: new Date().toISOString(), credit: 1_000_000_000_000 };
  await db.updateTable('billing_accounts').set(terms).execute().finally(close);
  return { key, access_token };
}

export interface Prepared extends Account {
  service: NewService;
  open: VerificationSession[];
  approved: VerificationSession[];
}

/** Accounts are prepared in local mode, in which a face matcher may run on this machine. */
const PREPARING = {
  NODE_ENV: 'development',
  SMTP_URL: '',
  FACE_PROVIDER: 'Benchmark',
  FACE_LIVENESS: 'off',
  FACE_MATCH_THRESHOLD: '0.5',
};

/** The service has stopped when this returns; its data remains. */
export async function prepare(amounts: { open: number; approved: number; reference?: string }): Promise<Prepared> {
  say('Preparing an account with sessions …');
  const service = newService();
  const matcher = await startAnswering({ score: 1 });
  const environment = { ...service.environment, ...PREPARING, FACE_MATCHER_URL: `http://127.0.0.1:${matcher.port}/` };
  const server = await startServer(join(root, 'server/main.ts'), environment);
  try {
    const api = createApi(server.base);
    const account = await signUp(api, service);
    const authorization = basic(account.key);
    const open = await times(amounts.open, async (index) => {
      const { id } = await api('session.create', { reference: `order-${index}` }, { authorization });
      return api('session.get', { id }, { authorization });
    });
    const specimen = await specimenOf(server, 'genuine');
    const call = ((name, body, headers) => api(name, body as never, headers)) as ReaderCall;
    const { reference } = amounts;
    const input = { face_verification: true, ...(reference && { reference }) };
    const approved = await times(amounts.approved, async () => {
      const { id, token } = await api('session.create', input, { authorization });
      const { state } = await playSpecimen({ call, specimen, token, platform: 'CLI', app_version: '1' });
      if (state !== 'APPROVED') throw new Error(`The specimen was not approved but ${state}`);
      return api('session.get', { id }, { authorization });
    });
    return { service, ...account, open, approved };
  } finally {
    await server.stop();
    matcher.stop();
    // An access token expires after 15 minutes, which is too soon here.
    const db = new Database(service.database_file);
    db.exec(`update tokens set expires = '9999-01-01T00:00:00.000Z' where kind = 'ACCESS'`);
    db.close();
  }
}

export const specimenOf = async ({ base }: { base: string }, name: string): Promise<Specimen> =>
  (await (await fetch(`${base}/specimens/${name}.json`)).json()) as Specimen;

const AT_ONCE = 16;

export async function times<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let start = 0; start < count; start += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, index) => make(start + index));
    made.push(...(await Promise.all(batch)));
  }
  return made;
}
