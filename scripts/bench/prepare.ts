/**
 * Prepares what is measured: an account with a key and a sign-in, open sessions, and approved sessions with images. All of it is
 * made by the service itself in production mode, through its API. The authority of the specimens is a trust anchor like any other.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReaderCall } from '../../sdk/reader/src/session/service-calls.ts';
import { playSpecimen, type Specimen } from '../../sdk/reader/src/specimen/index.ts';
import { createService } from '../../server/compose.ts';
import { readConfig } from '../../server/core/config.ts';
import { createLog } from '../../server/core/log.ts';
import { openDatabase } from '../../server/database/database.ts';
import type { VerificationSession } from '../../server/generated/operations.gen.ts';
import { specimenAuthority } from '../../server/specimen/specimen-authority.ts';
import { freePort } from '../../server/test-service/free-port.ts';
import { type Api, basic, createApi, type Key } from './api.ts';
import { environmentOf, type ServiceData } from './service.ts';
import { startFaceMatcher, startMailServer } from './stand-ins.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface Prepared {
  folder: string;
  service: ServiceData;
  key: Key;
  access_token: string;
  /** Sessions that nobody has opened yet. */
  open: VerificationSession[];
  /** Approved sessions with a portrait and a face. */
  approved: VerificationSession[];
  remove(): void;
}

export interface Amounts {
  open: number;
  approved: number;
}

const UNLIMITED = { requests: 1_000_000_000, window_seconds: 60 };
const AT_ONCE = 16;

export function newServiceData(folder: string, database_url?: string): ServiceData {
  const master_lists_dir = join(folder, 'trust');
  mkdirSync(join(master_lists_dir, 'csca'), { recursive: true });
  for (const [index, certificate] of specimenAuthority().certificates.entries())
    writeFileSync(join(master_lists_dir, `csca/specimen-${index}.cer`), certificate);
  const server_key = randomBytes(32).toString('base64');
  return { data_dir: join(folder, 'data'), server_key, master_lists_dir, database_url };
}

/** @returns what the calls need; the service has ended, and left its data. */
export async function prepare(amounts: Amounts): Promise<Prepared> {
  const folder = temporaryFolder();
  const service = newServiceData(folder.path);
  const made = await withPreparingService(service, async (api, base) => {
    const { email, password, credentials, key } = await signUp(api);
    const open = await times(amounts.open, (index) => openSession(api, key, index));
    const approved = await times(amounts.approved, () => approvedSession(api, key, base));
    return { email, password, key, access_token: credentials.access_token, open, approved };
  });
  await keepSignIns(service);
  return { folder: folder.path, service, ...made, remove: folder.remove };
}

/** A service with a mail server and a matcher of faces, for as long as `work` takes. */
export async function withPreparingService<T>(
  data: ServiceData,
  work: (api: Api, base: string) => Promise<T>,
): Promise<T> {
  const mail = await startMailServer();
  const matcher = await startFaceMatcher();
  const port = await freePort();
  const config = readConfig({ ...environmentOf(data), PORT: String(port), SMTP_URL: mail.url, LOG_LEVEL: 'error' });
  config.face_matcher = {
    by: 'http',
    url: matcher.url,
    token: undefined,
    match_threshold: 0.5,
    liveness_threshold: 0.5,
  };
  const service = await createService({ config, log: createLog('error'), rate_limits: () => UNLIMITED });
  await service.start(port);
  try {
    const base = `http://127.0.0.1:${port}`;
    return await work(createApi(base), base);
  } finally {
    await service.stop();
    await Promise.all([mail.stop(), matcher.stop()]);
  }
}

/** An access token lives for a quarter of an hour. Here it lasts for as long as is measured. */
export async function keepSignIns({ data_dir, database_url }: ServiceData): Promise<void> {
  const { db, close } = openDatabase({ url: database_url, file: join(data_dir, 'sigill.db') });
  await db.updateTable('tokens').set({ expires: '9999-01-01T00:00:00.000Z' }).where('kind', '=', 'ACCESS').execute();
  await close();
}

export async function signUp(api: Api) {
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  const password = randomBytes(12).toString('hex');
  const credentials = await api('password.create', { email, password });
  const authorization = `Bearer ${credentials.access_token}`;
  const { public_key, secret } = await api('user.create_service_user', {}, { authorization });
  return { email, password, credentials, key: { public_key, secret } };
}

async function openSession(api: Api, key: Key, index: number): Promise<VerificationSession> {
  const authorization = basic(key);
  const { id } = await api('session.create', { reference: `order-${index}` }, { authorization });
  return api('session.get', { id }, { authorization });
}

/** Takes the genuine specimen through the reader, with the picture of the holder. */
async function approvedSession(api: Api, key: Key, base: string): Promise<VerificationSession> {
  const authorization = basic(key);
  const specimen = (await (await fetch(`${base}/specimens/genuine.json`)).json()) as Specimen;
  const { id, token } = await api('session.create', { face_verification: true }, { authorization });
  const call = ((name, body, headers) => api(name, body as never, { ...headers })) as ReaderCall;
  const { state } = await playSpecimen({ call, specimen, token, platform: 'CLI', app_version: '1.0.0' });
  if (state !== 'APPROVED') throw new Error(`The specimen was not approved but ${state}`);
  return api('session.get', { id }, { authorization });
}

async function times<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let start = 0; start < count; start += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, index) => make(start + index));
    made.push(...(await Promise.all(batch)));
  }
  return made;
}
