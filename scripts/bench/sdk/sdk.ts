/** `npm run bench -- sdk`: the SDK beside others, by the bytes that it adds, the time it takes to import, and what a call costs. */
import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installPeers } from '../install-peers.ts';
import { machine } from '../machine.ts';
import { here } from '../paths.ts';
import { say } from '../progress.ts';
import { median, rotated } from '../statistics.ts';
import { bundledBytes } from './bundled-bytes.ts';
import { clientsNamed, generateHeyApi, pathOf, type SdkClient } from './clients.ts';

interface Sample {
  import_ms: number;
  import_cpu_ms: number;
  call_cpu_us: number;
  call_us: number;
}

interface Options {
  rounds: number;
  scale: number;
  only: string[] | undefined;
}

export async function sdk({ rounds, scale, only }: Options): Promise<string> {
  const clients = clientsNamed(only);
  if (clients.some(({ is_peer }) => is_peer)) installPeers('sdk-peers');
  if (clients.some(({ name }) => name === 'hey-api')) await generateHeyApi();
  const calls = Math.max(4, Math.round(2000 * scale));
  const samples = new Map<SdkClient, Sample[]>(clients.map((client) => [client, []]));
  const server = await answering();
  const head = machine();
  try {
    for (let round = 0; round < rounds; round++) {
      say(`Round ${round + 1} of ${rounds} …`);
      for (const client of rotated(clients, round)) samples.get(client)!.push(await sampleOf(client, server, calls));
    }
  } finally {
    server.close();
  }
  const lines = [];
  for (const client of clients) lines.push(lineOf(client, await bundledBytes(pathOf(client)), samples.get(client)!));
  return `${head}; ${rounds} rounds of ${calls} calls\n\n${HEAD}\n${lines.join('\n')}\n`;
}

const HEAD = `| client | three calls, KB gz | import ms | import CPU ms | CPU µs a call | µs a call |
|---|---:|---:|---:|---:|---:|`;

function lineOf({ label }: SdkClient, bytes: number, samples: Sample[]): string {
  const figure = (name: keyof Sample) => median(samples.map((sample) => sample[name]));
  const cells = [
    label,
    (bytes / 1000).toFixed(1),
    figure('import_ms').toFixed(1),
    figure('import_cpu_ms').toFixed(1),
    figure('call_cpu_us').toFixed(0),
    figure('call_us').toFixed(0),
  ];
  return `| ${cells.join(' | ')} |`;
}

async function sampleOf(client: SdkClient, server: Server, calls: number): Promise<Sample> {
  const { port } = server.address() as AddressInfo;
  const script = join(here, 'processes/sdk-client.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, pathOf(client), `${port}`, `${calls}`]);
  return JSON.parse(stdout);
}

/** Has what each of the clients looks for in an answer. */
const ANSWER = JSON.stringify({
  ...{ id: 'a1', object: 'customer', name: 'order-1042', token: 't', open_url: 'https://a.example', state: 'CREATED' },
  ...{
    created: 1,
    expires: '2026-11-22T00:00:00.000Z',
    face_verification: false,
    passport_only: false,
    specimen: false,
  },
  ...{ data: [], list_metadata: {}, domains: [], done: true, iterator: null, has_more: false, metadata: {} },
  ...{ createdAt: '2026-11-22T00:00:00.000Z', updatedAt: '2026-11-22T00:00:00.000Z', uid: 'a1', rateLimit: 1 },
});

async function answering(): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(ANSWER));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
