/** `npm run bench -- sdk`: compares the SDK with others by size in a bundle, import time and the cost of a call. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundledBytes } from './bundled-bytes.ts';
import { chosen, here, inRounds, machine, median, say, table } from './measure.ts';
import type { ClientSample } from './processes/sdk-client.ts';
import { startAnswering } from './processes.ts';
import { installPeers } from './servers.ts';

/** Each name is a file in `clients` that makes three calls as its package's README shows. */
export const CLIENTS = ['sigill', 'openapi-fetch', 'svix', 'stripe'].map((name) => ({ name }));

const fileOf = (name: string): string => join(here, `clients/${name}.js`);

export async function sdk(options: { rounds: number; scale: number; only: string[] | undefined }): Promise<string> {
  const clients = chosen('client', CLIENTS, options.only);
  if (clients.some(({ name }) => name !== 'sigill')) installPeers();
  const calls = Math.max(4, Math.round(2000 * options.scale));
  const { port, stop } = await startAnswering(ANSWER);
  say(`${options.rounds} rounds of ${calls} calls …`);
  const samples = await inRounds(clients, options, async ({ name }): Promise<ClientSample> => {
    const script = join(here, 'processes/sdk-client.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [script, fileOf(name), `${port}`, `${calls}`]);
    return JSON.parse(stdout);
  });
  stop();
  const rows = [];
  for (const [{ name }, own] of samples) {
    const figure = (one: keyof ClientSample) => median(own.map((sample) => sample[one]));
    const kilobytes = (await bundledBytes(fileOf(name))) / 1000;
    rows.push([name, kilobytes, ...(['import_ms', 'import_cpu_ms', 'call_cpu_us', 'call_us'] as const).map(figure)]);
  }
  const head = 'client | three calls, KB gz | import ms | import CPU ms | CPU µs a call | µs a call';
  return `${machine()}; ${options.rounds} rounds of ${calls} calls\n\n${table(head, rows)}`;
}

const ANSWER = {
  ...{ id: 'a1', uid: 'a1', object: 'customer', name: 'order-1042', state: 'CREATED', created: 1, done: true },
  ...{ token: 't', open_url: 'https://a.example', expires: '2026-11-22T00:00:00.000Z', specimen: false },
  ...{ face_verification: false, passport_only: false, data: [], iterator: null, has_more: false, metadata: {} },
  ...{ createdAt: '2026-11-22T00:00:00.000Z', updatedAt: '2026-11-22T00:00:00.000Z' },
};
