/** Bodies meant to stop the service, sent over real connections: submissions with a valid token, and strangers' calls without one. */
// CI only: it sends dozens of bodies of six megabytes, and waits for what is sent slowly.
// SQLite only: bodies are refused before the database is queried.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { send } from '../support/server/call.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { createWorld, submitter, type World } from '../support/server/world.ts';

const MEGABYTE = 1024 * 1024;
const LARGEST = 6 * MEGABYTE;

let server: TestServer;
let world: World;
const log: string[] = [];
const sockets: Socket[] = [];

beforeAll(async () => {
  server = await createTestServer({ environment: { TRUSTED_PROXIES: '1' }, log: (line) => log.push(line) });
  world = createWorld(server, await server.account());
});
afterEach(() => sockets.splice(0).forEach((socket) => void socket.destroy()));
afterAll(() => server?.stop());

const repeated = (piece: string, before = '', after = '') =>
  before + piece.repeat(Math.floor((LARGEST - before.length - after.length - 1) / piece.length)) + after;

describe('a body of six megabytes', () => {
  const bodies: [string, () => string, string, RegExp][] = [
    ['of empty objects', () => repeated('{},', '[', '{}]'), 'malformed_body', /more than 1000 values/],
    ['of empty objects after U+0000', () => repeated('{},', '["\\u0000",', '{}]'), 'malformed_body', /1000 values/],
    ['of empty texts', () => repeated('"",', '[', '""]'), 'malformed_body', /1000 values/],
    ['of numbers', () => repeated('1,', '[', '1]'), 'malformed_body', /1000 values/],
    ['of brackets', () => repeated('['), 'malformed_body', /nested deeper than 16 levels/],
    ['of escaped quotation marks', () => repeated('\\"', '{"challenge":"', '"}'), 'malformed_body', /too many escapes/],
    ['of quotation marks', () => repeated('"'), 'malformed_body', /too many quotation marks/],
    ['of one number', () => repeated('1', '{"challenge":', '}'), 'malformed_body', /more than 400 digits/],
    ['of blanks', () => repeated(' ', '{', '}'), 'malformed_body', /too many bytes outside of strings/],
    ['of escapes', () => repeated('\\u0041', '{"challenge":"', '"}'), 'malformed_body', /too many escapes/],
    ['of halves of surrogate pairs', () => repeated('\\ud800', '{"challenge":"', '"}'), 'malformed_body', /escapes/],
    ['of backslashes', () => repeated('\\\\', '{"challenge":"', '"}'), 'malformed_body', /too many escapes/],
    ['of one name', () => repeated('a', '{"', '":1}'), 'missing_property', /^Missing property: challenge$/],
  ];

  test.each(bodies)('%s is refused for what it is', async (_, body, code, error) => {
    const answer = await send(server.base, 'reader.submit', {
      headers: { 'Content-Type': 'application/json', ...submitter(await world.started()) },
      body: body(),
    });
    expect(answer).toMatchObject({ status: 400, body: { code, error: expect.stringMatching(error) } });
  });

  test('of many names is refused, whether one of them is repeated or not', async () => {
    const names = Array.from({ length: 520_000 }, (_, index) => `"n${index.toString(36)}":1`);
    for (const body of [names, [...names, names[0]!]]) {
      const answer = await send(server.base, 'reader.submit', {
        headers: { 'Content-Type': 'application/json', ...submitter(await world.started()) },
        body: `{${body.join(',')}}`,
      });
      expect(answer).toMatchObject({ status: 400, body: { code: 'malformed_body' } });
    }
  });

  test('in single bytes is refused before it is complete', async () => {
    const { socket, text } = await begin({ ...submitter(await world.started()), 'Transfer-Encoding': 'chunked' });
    socket.write('1\r\na\r\n'.repeat(20_000));
    await once(socket, 'close');
    expect(text()).toMatch(/^HTTP\/1\.1 400 [\s\S]*too many pieces/);
  });
});

describe('buffered bytes of slow bodies', () => {
  test('of strangers never keep a submission out', async () => {
    const prefix = `2001:db8:${randomBytes(2).toString('hex')}`;
    // Eleven /64s send 111 bodies each. Most of each body arrives at once, the rest too slowly.
    const strangers: Sender[] = [];
    for (let network = 1; network <= 11; network++)
      strangers.push(...(await partsOfBodies(111, `${prefix}:${network}::1`)));
    const { headers, body } = await world.submission();
    const padded = { ...body, files: { ...body.files, dg11: 'A'.repeat(80_000), dg12: 'A'.repeat(80_000) } };
    const { status } = await server.call('reader.submit', padded, {}, { ...headers, 'X-Forwarded-For': '203.0.113.9' });
    expect(status).toBe(200);
    const { token } = await world.session();
    expect((await server.call('reader.state', { token }, {}, { 'X-Forwarded-For': '203.0.113.9' })).status).toBe(200);
  });

  test('are counted by what became of them', async () => {
    const senders = await partsOfBodies(200, '192.0.2.77');
    for (const { socket } of senders) socket.write('a'.repeat(12_999));
    const answers = await Promise.all(senders.map(({ status }) => status));
    expect(answers.filter((status) => status === 429 || status === 503)).toEqual([]);
  });

  test('are limited for a /48', async () => {
    const size = 500_000;
    const hold = (ip: string) =>
      begin({ 'X-Forwarded-For': ip, 'Content-Length': String(size + 1) }, 'stripe/webhook', size);
    const one = `2001:db8:${randomBytes(2).toString('hex')}`;
    const held = await Promise.all(Array.from({ length: 57 }, (_, n) => hold(`${one}:${n % 3}::1`)));
    const neighbour = await hold(`2001:db8:${randomBytes(2).toString('hex')}::1`);
    const refused = () => held.filter(({ text }) => /^HTTP\/1\.1 (429|503) /.test(text()));
    // 50 of these bodies fit into the 24 MB that are buffered for a /48.
    await eventually(async () => refused().length >= 6, 'what is too much to be refused');
    expect(refused().length).toBeLessThan(12);
    expect(neighbour.text()).toBe('');
  });

  test('let people behind one address submit at the same time', async () => {
    const length = 3_000_000;
    const people = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const headers = { ...submitter(await world.started()), 'X-Forwarded-For': '192.0.2.78' };
        return begin({ ...headers, 'Content-Length': String(length) }, 'reader.submit', length - 100);
      }),
    );
    await read();
    for (const { socket } of people) socket.write('a'.repeat(100));
    // The bodies were read, but are not valid submissions.
    expect(await Promise.all(people.map(({ status }) => status))).toEqual(people.map(() => 400));
  });

  test('make room for a quick body', async () => {
    const from = '192.0.2.79';
    const slow = await Promise.all(Array.from({ length: 6 }, () => hold(from)));
    await eventually(async () => (await submitTooMuch(from)) === 400, 'the quick one to be read');
    await eventually(async () => slow.some(({ text }) => text() !== ''), 'a slow one to be answered');
    const dropped = slow.filter(({ text }) => text() !== '');
    expect(dropped.length).toBeLessThan(4);
    for (const { text } of dropped) {
      expect(text()).toMatch(/^HTTP\/1\.1 503 /);
      expect(text()).toMatch(/\r\nRetry-After: 2\r\n/i);
      expect(text()).toMatch(/\r\nConnection: close\r\n/i);
    }
  });

  test('are limited in total', async () => {
    const held = await Promise.all(Array.from({ length: 20 }, (_, index) => hold(`198.51.100.${index}`)));
    // 16 of these bodies fit into the 96 MB that are buffered for all submissions together.
    await eventually(async () => held.filter(({ text }) => text().startsWith('HTTP/1.1 503')).length >= 3, 'the bound');
    expect((await server.call('reader.state', { token: (await world.session()).token })).status).toBe(200);
  });

  test('are dropped when they come too slowly', async () => {
    const { socket, text } = await begin({ ...submitter(await world.started()), 'Content-Length': '5000000' });
    socket.write('{');
    await once(socket, 'close');
    expect(text()).toMatch(/^HTTP\/1\.1 408 /);
  });

  /** Sends most of each 60 kB body, and then one more byte, to an operation that needs no credentials. */
  async function partsOfBodies(count: number, ip: string): Promise<Sender[]> {
    const headers = { 'X-Forwarded-For': ip, 'Content-Length': '60000' };
    const senders = await Promise.all(Array.from({ length: count }, () => begin(headers, 'bearer.revoke', 47_000)));
    await read();
    for (const { socket } of senders) socket.write('a');
    await read();
    return senders;
  }

  /** Waits until the service has read what was sent before: it accepts connections in turn, and this one comes last. */
  async function read() {
    for (let time = 0; time < 5; time++) {
      const { socket, status } = await begin({ 'Content-Length': '0' }, 'reader.state');
      await status;
      socket.destroy();
    }
  }

  const hold = async (ip: string) =>
    begin(
      { ...submitter(await world.started()), 'X-Forwarded-For': ip, 'Content-Length': '6000000' },
      'reader.submit',
      5_999_900,
    );

  async function submitTooMuch(ip: string): Promise<number> {
    const { status, headers } = await send(server.base, 'reader.submit', {
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': ip, ...submitter(await world.started()) },
      body: `{"challenge":"${'a'.repeat(2_000_000)}"}`,
    });
    if (status !== 400) expect(headers.get('retry-after')).toBe('2');
    return status;
  }
});

describe('a client that disconnects', () => {
  test.each([
    ['reader.submit', '5000000'],
    ['demo.create', '50000'],
  ])('in the middle of %s is not a failure of the service', async (operation, length) => {
    log.length = 0;
    const { socket } = await begin({ ...submitter(await world.started()), 'Content-Length': length }, operation);
    socket.write('{"challenge":"aaaa');
    await new Promise((resolve) => setImmediate(resolve));
    socket.resetAndDestroy();
    const lines = () => log.map((line) => JSON.parse(line) as { level: number; operation?: string; status?: number });
    await eventually(async () => lines().some((line) => line.operation === operation), 'the line of the call');
    expect(lines().filter(({ level }) => level >= 50)).toEqual([]);
    expect(lines().find((line) => line.operation === operation)!.status).toBe(499);
  });
});

type Sender = Awaited<ReturnType<typeof begin>>;

async function begin(headers: Record<string, string>, operation = 'reader.submit', bytes = 0) {
  const { hostname, port } = new URL(server.base);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  let text = '';
  const status = new Promise<number>((resolve) => {
    socket.on('data', (chunk) => {
      text += chunk;
      resolve(Number(text.split(' ', 2)[1]));
    });
    socket.on('close', () => resolve(0));
  });
  // Refused connections are reset, but only after the response has arrived.
  socket.on('error', () => {});
  await once(socket, 'connect');
  const lines = Object.entries({ Host: 'localhost', 'Content-Type': 'application/json', ...headers });
  socket.write(
    `POST /api/${operation.includes('/') ? '' : 'v1/'}${operation} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  );
  if (bytes > 0) await new Promise((sent) => socket.write(`{"challenge":"`.padEnd(bytes, 'a'), sent));
  return { socket, status, text: () => text };
}
