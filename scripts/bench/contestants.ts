/** The servers that are compared. Each has a database of its own with the same content. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../server/test-service/free-port.ts';
import { measuredContract } from './contract-part.ts';
import { here } from './paths.ts';
import type { Prepared } from './prepare.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { fillDatabase } from './servers/tables.ts';
import { RATE_LIMITS, startService } from './service.ts';
import { UsageError } from './usage-error.ts';

export const YARDSTICK = 'raw';
export const SERVICE = 'sigill';
export const FASTIFY = 'fastify';
export const EXPRESS = ['express-oav', 'express-oab'] as const;

export interface Contestant {
  name: string;
  title: string;
  /** Whether its packages are installed for the comparison only. */
  is_peer: boolean;
  /** What it does beyond what all do, as signs of `PROMISES`. */
  promises: string;
  start(prepared: Prepared): Promise<MeasuredServer>;
}

/** A server with the SQLite file that it writes. */
export type MeasuredServer = ServerProcess & { database_file: string };

/** What figures do not show. All servers authenticate, count calls against shared limits, keep a log of requests and sync what they write. */
export const PROMISES: Readonly<Record<string, string>> = {
  r: 'checks requests by the contract',
  a: 'checks answers by the contract, or writes them by it',
  b: 'refuses callers before it reads their body',
  c: 'commits what comes at the same time together',
  e: 'keeps images encrypted, with a key for each session',
};

const fromScript = (name: string, title: string, promises: string, script: string): Contestant => ({
  name,
  title,
  promises,
  is_peer: script.startsWith('peers/'),
  async start(prepared) {
    const port = await freePort();
    const DATABASE_FILE = join(prepared.folder, `${name}-${port}.db`);
    fillDatabase(DATABASE_FILE, prepared);
    const OPENAPI_FILE = join(prepared.folder, 'openapi.json');
    writeFileSync(OPENAPI_FILE, JSON.stringify(measuredContract()));
    const environment = { NODE_ENV: 'production', DATABASE_FILE, OPENAPI_FILE, RATE_LIMITS };
    const server = await startServer({ script: join(here, script), environment, port, ready_path: '/healthz' });
    return { ...server, database_file: DATABASE_FILE };
  },
});

export const CONTESTANTS: readonly Contestant[] = [
  fromScript(YARDSTICK, 'node:http by hand', 'b', 'servers/raw.ts'),
  {
    name: SERVICE,
    title: 'this service',
    is_peer: false,
    promises: 'rabce',
    start: async ({ service }) => ({
      ...(await startService(service, await freePort())),
      database_file: join(service.data_dir, 'sigill.db'),
    }),
  },
  fromScript(FASTIFY, 'Fastify + fastify-openapi-glue', 'rab', 'peers/fastify.js'),
  fromScript('hono', 'Hono + @hono/zod-openapi', 'rb', 'peers/hono.js'),
  fromScript(EXPRESS[0], 'Express + express-openapi-validator', 'ra', 'peers/express-openapi-validator.js'),
  fromScript(EXPRESS[1], 'Express + openapi-backend', 'ra', 'peers/openapi-backend.js'),
];

/** The yardstick comes first, whatever was chosen. @throws UsageError with the names that there are. */
export function chosen(names: readonly string[] | undefined): Contestant[] {
  const unknown = names?.find((name) => !CONTESTANTS.some((known) => known.name === name));
  if (unknown)
    throw new UsageError(`There is no server "${unknown}": ${CONTESTANTS.map((known) => known.name).join(', ')}`);
  return CONTESTANTS.filter(({ name }) => name === YARDSTICK || !names || names.includes(name));
}
