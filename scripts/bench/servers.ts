/** The measured servers. Each has its own database with the same content. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { readContract } from '../../openapi/contract/contract.ts';
import { partOf } from '../../openapi/contract/part.ts';
import { CASES } from './cases.ts';
import { chosen, here, say } from './measure.ts';
import { type ServerProcess, startServer } from './processes.ts';
import { type Prepared, RATE_LIMITS, startService } from './service.ts';

export const YARDSTICK = 'raw';
export const SERVICE = 'sigill';

interface Contestant {
  name: string;
  title: string;
  /** What the server does in addition to the work that all share, as letters of `PROMISES`. */
  promises: string;
  script?: string;
}

/**
 * Differences that figures do not show. All servers authenticate, count calls against shared rate limits, log requests and sync
 * writes.
 */
export const PROMISES: Readonly<Record<string, string>> = {
  r: 'validates requests against the contract',
  a: 'validates responses against the contract, or serialises them by it',
  b: 'refuses callers before reading their body',
  c: 'commits concurrent writes together',
  e: 'keeps images encrypted, with a key for each session',
};

export const CONTESTANTS: readonly Contestant[] = [
  { name: YARDSTICK, title: 'node:http by hand', promises: 'b', script: 'raw.ts' },
  { name: SERVICE, title: 'this service', promises: 'rabce' },
  { name: 'fastify', title: 'Fastify + fastify-openapi-glue', promises: 'rab', script: 'fastify.js' },
  { name: 'express', title: 'Express + openapi-backend', promises: 'ra', script: 'express.js' },
];

export const contestants = (names?: string[]): Contestant[] =>
  chosen('server', CONTESTANTS, names && [YARDSTICK, ...names]);

export interface Running extends ServerProcess, Contestant {
  database_file: string;
}

export async function startContestant(contestant: Contestant, prepared: Prepared): Promise<Running> {
  const { script } = contestant;
  if (!script) {
    const server = await startService(prepared.service);
    return { ...contestant, ...server, database_file: prepared.service.database_file };
  }
  if (script.endsWith('.js')) installPeers();
  const database_file = copyOf(prepared, contestant.name);
  const document = join(prepared.service.path, 'openapi.json');
  writeFileSync(document, JSON.stringify(measuredContract()));
  const environment = { NODE_ENV: 'production', DATABASE_FILE: database_file, OPENAPI_FILE: document, RATE_LIMITS };
  return { ...contestant, ...(await startServer(join(here, 'servers', script), environment)), database_file };
}

export async function withServers<T>(
  servers: readonly Contestant[],
  prepared: Prepared,
  work: (running: Running[]) => Promise<T>,
): Promise<T> {
  const running: Running[] = [];
  try {
    for (const contestant of servers) {
      say(`Starting ${contestant.title} …`);
      running.push(await startContestant(contestant, prepared));
    }
    return await work(running);
  } finally {
    await Promise.all(running.map(({ stop }) => stop()));
  }
}

function copyOf({ service, approved }: Prepared, name: string): string {
  const file = join(service.path, `${name}-${performance.now()}.db`);
  const original = new Database(service.database_file);
  original.prepare('vacuum into ?').run(file);
  original.close();
  const db = new Database(file);
  db.exec(`delete from session_sealed where kind not in ('identity', 'portrait', 'face')`);
  const open = db.prepare('update session_sealed set sealed = ? where session_id = ? and kind = ?');
  const SHOWN = ['id', 'state', 'created', 'expires', 'face_verification', 'passport_only', 'specimen', 'chip'];
  const COLUMNS = new Set([...SHOWN, 'reference', 'initiated', 'ended', 'user_ip', 'user_agent', 'portrait', 'face']);
  for (const session of approved as (Record<string, unknown> & { id: number })[]) {
    const identity = Object.fromEntries(Object.entries(session).filter(([column]) => !COLUMNS.has(column)));
    open.run(Buffer.from(JSON.stringify(identity)), session.id, 'identity');
    for (const kind of ['portrait', 'face']) open.run(Buffer.from(String(session[kind]), 'base64'), session.id, kind);
  }
  db.close();
  return file;
}

export function measuredContract() {
  const measured = new Set<string>(CASES.map(({ operation }) => operation));
  const part = partOf(readContract(), ({ operationId }) => measured.has(operationId));
  for (const { post } of Object.values(part.paths)) delete post['callbacks'];
  return { ...part, servers: [{ url: '/' }] };
}

/** The peers' versions are exact; their dependencies are the newest ones as of this day. */
const AS_OF = '2026-11-24';

export function installPeers(): void {
  const stamp = join(here, 'node_modules/.installed');
  const wanted = AS_OF + readFileSync(join(here, 'package.json'), 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say('Installing the peers (npm install) …');
  const flags = ['--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--no-workspaces'];
  const { status, error } = spawnSync('npm', ['install', '--before', AS_OF, ...flags], {
    cwd: here,
    stdio: ['ignore', process.stderr, process.stderr],
    shell: process.platform === 'win32',
  });
  if (error || status !== 0) throw new Error('The peers in scripts/bench could not be installed.');
  writeFileSync(stamp, wanted);
}
