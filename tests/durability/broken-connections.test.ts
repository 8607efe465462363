/** A thousand connections that break off at every moment of a request leave nothing behind in the process. */
// SQLite only: it counts what connections hold.
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServerProcess, type ServerProcess } from '../support/process/server-process.ts';
import { type Call, createCaller, send } from '../support/server/call.ts';
import { verifiedAccount } from '../support/server/newcomers.ts';
import { eventually } from '../support/server/test-server.ts';

const CONNECTIONS = 1000;
const AT_ONCE = 25;
/** Far below what the requests of one moment would hold, and far above what differs from one collection to the next. */
const MOST_MEMORY_LEFT = 12 * 1024 * 1024;
const HOST = 'Host: localhost\r\n';

interface Held {
  resources: Record<string, number>;
  files: Record<string, number>;
  memory: number;
}

let server: ServerProcess;
let call: Call;
let bearer: string;
let basic: { public_key: string; secret: string };
let moments: [string, (socket: Socket, number: number) => Promise<unknown>][];

beforeAll(async () => {
  server = await createServerProcess({
    RATE_LIMITS: 'off',
    NODE_OPTIONS: `--import=${join(import.meta.dirname, '../support/process/report-on-signal.mjs')}`,
  });
  server.environment['RESOURCES_FILE'] = join(server.folder, 'resources.json');
  await server.start();
  call = createCaller(server.base);
  ({ bearer, basic } = await verifiedAccount(server.base));
  for (let number = 0; number < 20; number++) await call('session.create', {}, { basic });
  moments = momentsOf();
});
afterAll(() => server?.remove());

const get = (path: string) => `GET ${path} HTTP/1.1\r\n${HOST}\r\n`;

function post(operation: string, body: string, headers = '', length = body.length): string {
  const type = 'Content-Type: application/json\r\n';
  return `POST /api/v1/${operation} HTTP/1.1\r\n${HOST}${type}${headers}Content-Length: ${length}\r\n\r\n${body}`;
}

/** What is slow to read, to draw or to compute, or takes a place. */
function requests(): string[] {
  const owner = `Authorization: Bearer ${bearer}\r\n`;
  return [
    get('/sdk/sigill-face.tgz'),
    get('/sdk/sigill-testing.tgz'),
    get('/sdk/go/sigill.example/go/@v/list'),
    get('/'),
    get('/api/none'),
    post('session.export', '{"format":"csv"}', owner),
    post('session.list', '{}', owner),
    post('callback.listen', '{"wait_seconds":20}', owner),
    post('reader.state', '{"token":"none"}'),
  ];
}

function momentsOf(): typeof moments {
  const all = requests();
  const one = (number: number) => all[number % all.length]!;
  const several = (number: number, first: string) =>
    first + Array.from({ length: 1 + ((number * 7) % 99) }, (_, place) => one(number + place)).join('');
  const write = async (socket: Socket, text: string) => void socket.write(text);
  const read = (socket: Socket) => Promise.race([once(socket, 'data'), once(socket, 'close')]);
  return [
    ['before the first byte', async () => {}],
    ['in the head', (socket, number) => write(socket, one(number).slice(0, 5 + (number % 30)))],
    ['in the body', (socket) => write(socket, post('session.create', '{"refer', '', 100_000))],
    ['in the body of a submission', (socket) => write(socket, post('reader.submit', '{"token":"', '', 3_000_000))],
    ['with the response unread', (socket, number) => write(socket.pause(), one(number))],
    [
      'in the middle of a response',
      async (socket, number) => {
        socket.write(one(number));
        await read(socket);
      },
    ],
    [
      'idle after a response',
      async (socket) => {
        socket.write(get('/healthz'));
        await read(socket);
      },
    ],
    ['with requests that wait for one file', (socket, number) => write(socket.pause(), several(number, all[0]!))],
    ['with requests that wait for each other', (socket, number) => write(socket.pause(), several(number, one(number)))],
    [
      'with requests that wait, and one incomplete',
      (socket, number) => write(socket.pause(), `${several(number, all[0]!)}${one(number).slice(0, 20)}`),
    ],
  ];
}

/** Clients end a connection in three ways: all at once, politely, or with a reset. */
const WAYS = [
  (socket: Socket) => void socket.destroy(),
  (socket: Socket) => void socket.end(() => socket.destroy()),
  (socket: Socket) => void socket.resetAndDestroy(),
];

async function breakOff(number: number): Promise<void> {
  const socket = connect(Number(new URL(server.base).port), '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  const [, moment] = moments[number % moments.length]!;
  await moment(socket, number);
  // The service reads, and begins to respond, at different speeds.
  await new Promise((resolve) => setTimeout(resolve, number % 40));
  // The service may have closed it already.
  if (socket.closed) return;
  const closed = once(socket, 'close');
  WAYS[Math.floor(number / moments.length) % WAYS.length]!(socket);
  await closed;
}

async function breakOffAll(count: number): Promise<void> {
  let next = 0;
  const one = async () => {
    while (next < count) await breakOff(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

async function held(): Promise<Held> {
  const file = server.environment['RESOURCES_FILE']!;
  rmSync(file, { force: true });
  process.kill(server.pid!, 'SIGUSR2');
  await eventually(async () => existsSync(file), 'the report');
  return JSON.parse(readFileSync(file, 'utf8'));
}

test('connections that break off at any moment leave no file, socket, timer, place or memory behind', async () => {
  await breakOffAll(5 * moments.length);
  const before = await settled();
  await breakOffAll(CONNECTIONS);
  const after = await settled();
  expect(after.files).toEqual(before.files);
  expect(after.resources).toEqual(before.resources);
  expect(after.memory - before.memory).toBeLessThan(MOST_MEMORY_LEFT);

  const json = { 'Content-Type': 'application/json', Authorization: `Bearer ${bearer}` };
  const exported = () => send(server.base, 'session.export', { headers: json, body: '{"format":"csv"}' });
  const both = await Promise.all([exported(), exported()]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(stacksIn(server)).toEqual([]);
});

/** What the process holds once it no longer changes: it has then noticed that everybody has left. */
async function settled(): Promise<Held> {
  let last = await held();
  return eventually(async () => {
    const [before, now] = [last, await held()];
    last = now;
    const isSame = (name: 'files' | 'resources') => JSON.stringify(before[name]) === JSON.stringify(now[name]);
    return isSame('files') && isSame('resources') && now;
  }, 'the process to settle');
}

test('without file handles, the service says so in one line and in /readyz, and recovers when connections end', async () => {
  const small = await createServerProcess({ RATE_LIMITS: 'off' }, () => [
    'sh',
    '-c',
    'ulimit -n 120 && exec "$@"',
    'sh',
  ]);
  try {
    await small.start();
    const { port } = new URL(small.base);
    const first = await reader(Number(port));
    expect(await first.get('/readyz')).toContain('"status":"ok"');
    const others = Array.from({ length: 200 }, () => connect(Number(port), '127.0.0.1').on('error', () => {}));
    const texts: string[] = [];
    await eventually(async () => (await first.get('/readyz')).includes('503'), 'readyz to notice');
    const answer = await first.get('/readyz');
    expect(answer).toContain('"file_handles":false');
    expect(answer).toContain('the process has no file handles left. Raise its limit');
    for (let number = 0; number < 20; number++) texts.push(await first.get('/sdk/sigill-emrtd.tgz'));
    for (const text of texts) expect(text).toMatch(/^HTTP\/1\.1 503 [\s\S]+cannot open any more files/);
    expect(texts[0]).not.toMatch(/last-modified|accept-ranges/i);
    for (const other of others) other.destroy();
    await eventually(async () => (await fetch(`${small.base}/readyz`)).status === 200, 'readyz to recover');
    const lines = small.stdout.split('\n').filter((line) => line.includes('"level":50'));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0]!)).toMatchObject({ msg: expect.stringContaining('no file handles left') });
    expect(stacksIn(small)).toEqual([]);
  } finally {
    await small.remove();
  }
});

const stacksIn = ({ stderr }: ServerProcess) => stderr.split('\n').filter((line) => /^\s+at /.test(line));

/** A connection that is kept, because no other can be opened. */
async function reader(port: number) {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return {
    async get(path: string): Promise<string> {
      let text = '';
      const more = (chunk: Buffer) => {
        text += chunk.toString('latin1');
      };
      socket.on('data', more).write(get(path));
      const length = () => Number(/content-length: (\d+)/i.exec(text)?.[1]);
      const isWhole = () => text.length >= text.indexOf('\r\n\r\n') + 4 + length();
      await eventually(async () => text.includes('\r\n\r\n') && isWhole(), `a response to ${path}`);
      socket.off('data', more);
      return text;
    },
  };
}
