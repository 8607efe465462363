/** Bodies as somebody sends them who wants to stop the service, each over a real connection and with a token that is good. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send } from '../support/call.ts';
import { createTestServer, eventually, type TestServer } from '../support/test-server.ts';
import { createWorld, submitter, type World } from '../support/world.ts';

const MEGABYTE = 1024 * 1024;
const LARGEST = 6 * MEGABYTE;

let server: TestServer;
let world: World;
const log: string[] = [];

beforeAll(async () => {
  server = await createTestServer({ environment: { TRUSTED_PROXIES: '1' }, log: (line) => log.push(line) });
  world = createWorld(server, await server.account());
});
afterAll(() => server?.stop());

const repeated = (piece: string, before = '', after = '') =>
  before + piece.repeat(Math.floor((LARGEST - before.length - after.length - 1) / piece.length)) + after;

describe('a body of six megabytes', () => {
  const bodies: [string, () => string, string, RegExp][] = [
    ['of empty objects', () => repeated('{},', '[', '{}]'), 'malformed_body', /more than 500 values/],
    ['of empty objects after U+0000', () => repeated('{},', '["\\u0000",', '{}]'), 'malformed_body', /500 values/],
    ['of empty texts', () => repeated('"",', '[', '""]'), 'malformed_body', /500 values/],
    ['of numbers', () => repeated('1,', '[', '1]'), 'malformed_body', /500 values/],
    ['of brackets', () => repeated('['), 'malformed_body', /nested deeper than 16 levels/],
    ['of escaped quotation marks', () => repeated('\\"', '{"challenge":"', '"}'), 'malformed_body', /too many escapes/],
    ['of quotation marks', () => repeated('"'), 'malformed_body', /too many quotation marks/],
    ['of one number', () => repeated('1', '{"challenge":', '}'), 'malformed_body', /more than 400 digits/],
    ['of blanks', () => repeated(' ', '{', '}'), 'malformed_body', /too many bytes outside of texts/],
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

  test('of many names is refused, with any of them twice or not', async () => {
    const names = Array.from({ length: 520_000 }, (_, index) => `"n${index.toString(36)}":1`);
    for (const body of [names, [...names, names[0]!]]) {
      const answer = await send(server.base, 'reader.submit', {
        headers: { 'Content-Type': 'application/json', ...submitter(await world.started()) },
        body: `{${body.join(',')}}`,
      });
      expect(answer).toMatchObject({ status: 400, body: { code: 'malformed_body' } });
    }
  });

  test('in single bytes is refused before it is whole', async () => {
    const socket = await begin({ ...submitter(await world.started()), 'Transfer-Encoding': 'chunked' });
    socket.write('1\r\na\r\n'.repeat(20_000));
    expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 400 [\s\S]*too many pieces/);
  });
});

describe('bytes that wait', () => {
  test('take a network its share and no more, and give it back', async () => {
    const from = '2001:db8:7:7::1';
    const neighbour = '2001:db8:7:7:ffff:1:2:3';
    const held = await Promise.all([hold(from), hold(from)]);
    const submission = await world.submission();
    const { headers, body } = submission;
    const submit = (ip: string) => server.call('reader.submit', body, {}, { ...headers, 'X-Forwarded-For': ip });
    await eventually(async () => (await submitTooMuch(neighbour)) === 429, 'the share to be used up');
    expect((await submit('2001:db8:7:8::1')).status, 'another network').toBe(200);
    for (const socket of held) socket.destroy();
    await eventually(async () => (await submitTooMuch(neighbour)) !== 429, 'the share to be given back');
  });

  test('are bounded in all', async () => {
    const held = await Promise.all(Array.from({ length: 22 }, (_, index) => hold(`198.51.100.${index}`)));
    await eventually(async () => (await submitTooMuch('203.0.113.7')) === 503, 'the budget to be used up');
    // What is small enough still goes.
    expect((await server.call('reader.state', { token: (await world.session()).token })).status).toBe(200);
    for (const socket of held) socket.destroy();
    await eventually(async () => (await submitTooMuch('203.0.113.7')) === 400, 'the budget to be given back');
  });

  test('are not waited for when they come too slowly', async () => {
    const socket = await begin({ ...submitter(await world.started()), 'Content-Length': '5000000' });
    socket.write('{');
    expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 408 /);
  });

  /** Sends all of a body but its last bytes. */
  async function hold(ip: string): Promise<Socket> {
    const length = 6_000_000;
    const socket = await begin({
      ...submitter(await world.started()),
      'X-Forwarded-For': ip,
      'Content-Length': String(length),
    });
    socket.write(`{"challenge":"${'a'.repeat(length - 100)}`);
    return socket;
  }

  async function submitTooMuch(ip: string): Promise<number> {
    const { status, headers } = await send(server.base, 'reader.submit', {
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': ip, ...submitter(await world.started()) },
      body: `{"challenge":"${'a'.repeat(2_000_000)}"}`,
    });
    if (status !== 400) expect(headers.get('retry-after')).toBe('2');
    return status;
  }
});

describe('a client that leaves', () => {
  test.each([
    ['reader.submit', '5000000'],
    ['demo.create', '50000'],
  ])('in the middle of %s is no failure of the service', async (operation, length) => {
    log.length = 0;
    const socket = await begin({ ...submitter(await world.started()), 'Content-Length': length }, operation);
    socket.write('{"challenge":"aaaa');
    await new Promise((resolve) => setImmediate(resolve));
    socket.resetAndDestroy();
    const lines = () => log.map((line) => JSON.parse(line) as { level: number; operation?: string; status?: number });
    await eventually(async () => lines().some((line) => line.operation === operation), 'the line of the call');
    expect(lines().filter(({ level }) => level >= 50)).toEqual([]);
    expect(lines().find((line) => line.operation === operation)!.status).toBe(499);
  });
});

/** Opens a connection of its own and sends the head of a request. */
async function begin(headers: Record<string, string>, operation = 'reader.submit'): Promise<Socket> {
  const { hostname, port } = new URL(server.base);
  const socket = connect(Number(port), hostname);
  // Refused connections are reset; their answer, if any, has come before.
  socket.on('error', () => {});
  await once(socket, 'connect');
  const lines = Object.entries({ Host: 'localhost', 'Content-Type': 'application/json', ...headers });
  socket.write(
    `POST /api/v1/${operation} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  );
  return socket;
}

async function answerOf(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  if (!socket.closed) await once(socket, 'close');
  return text;
}
