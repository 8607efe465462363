/** The servers that are compared. Each has a database of its own with the same content. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { measuredContract } from './contract-part.ts';
import { here } from './paths.ts';
import type { Prepared } from './prepare.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { fillDatabase } from './servers/tables.ts';
import { startService } from './service.ts';
import { UsageError } from './usage-error.ts';

export const YARDSTICK = 'raw';
export const SERVICE = 'sigill';

export interface Contestant {
  name: string;
  title: string;
  /** Whether its packages are installed for the comparison only. */
  is_peer: boolean;
  start(prepared: Prepared): Promise<ServerProcess>;
}

const fromScript = (name: string, title: string, script: string): Contestant => ({
  name,
  title,
  is_peer: script.startsWith('peers/'),
  async start(prepared) {
    const port = await freePort();
    const DATABASE_FILE = join(prepared.folder, `${name}-${port}.db`);
    fillDatabase(DATABASE_FILE, prepared);
    const OPENAPI_FILE = join(prepared.folder, 'openapi.json');
    writeFileSync(OPENAPI_FILE, JSON.stringify(measuredContract()));
    const environment = { NODE_ENV: 'production', DATABASE_FILE, OPENAPI_FILE };
    return startServer({ script: join(here, script), environment, port, ready_path: '/healthz' });
  },
});

export const CONTESTANTS: readonly Contestant[] = [
  fromScript(YARDSTICK, 'node:http by hand', 'servers/raw.ts'),
  {
    name: SERVICE,
    title: 'this service',
    is_peer: false,
    start: async ({ service }) => startService(service, await freePort()),
  },
  fromScript('fastify', 'Fastify + fastify-openapi-glue', 'peers/fastify.js'),
  fromScript('hono', 'Hono + @hono/zod-openapi', 'peers/hono.js'),
  fromScript('express-oav', 'Express + express-openapi-validator', 'peers/express-openapi-validator.js'),
  fromScript('express-oab', 'Express + openapi-backend', 'peers/openapi-backend.js'),
];

/** The yardstick comes first, whatever was chosen. @throws UsageError with the names that there are. */
export function chosen(names: readonly string[] | undefined): Contestant[] {
  const unknown = names?.find((name) => !CONTESTANTS.some((known) => known.name === name));
  if (unknown)
    throw new UsageError(`There is no server "${unknown}": ${CONTESTANTS.map((known) => known.name).join(', ')}`);
  return CONTESTANTS.filter(({ name }) => name === YARDSTICK || !names || names.includes(name));
}
