/** Connections meant to lock others out, and requests that can be read in two ways. */
// SQLite only: connections are closed before the database is queried.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';

const MOST = 5;
let server: TestServer;
let small: TestServer;
const sockets: Socket[] = [];

beforeAll(async () => {
  server = await createTestServer();
  small = await createTestServer({ environment: { MAX_CONNECTIONS: String(MOST) } });
});
afterEach(() => sockets.splice(0).forEach((socket) => void socket.destroy()));
afterAll(async () => {
  await server?.stop();
  await small?.stop();
});

async function open({ base } = server) {
  const { port } = new URL(base);
  const socket = connect(Number(port), '127.0.0.1');
  sockets.push(socket);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  // Refused connections are reset.
  socket.on('error', () => {});
  await once(socket, 'connect');
  const responses = () => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  return { socket, text: () => text, responses };
}

const CALL = 'POST /api/v1/reader.state HTTP/1.1\r\nContent-Length: 0\r\n';
const FILE = 'GET /healthz HTTP/1.1\r\n';
const HOST = 'Host: localhost\r\n';

test('a silent connection is closed, and one in use is kept', async () => {
  const [silent, used] = [await open(), await open()];
  used.socket.write(`${CALL}${HOST}\r\n`);
  await eventually(async () => used.responses().length === 1, 'the answer');
  await once(silent.socket, 'close');
  expect(silent.text()).toBe('');
  used.socket.write(`${CALL}${HOST}\r\n`);
  await eventually(async () => used.responses().length === 2, 'the second answer');
});

test('connections beyond MAX_CONNECTIONS are closed immediately, until others end', async () => {
  const held = [];
  for (let number = 0; number < MOST; number++) held.push(await open(small));
  const oneTooMany = await open(small);
  if (!oneTooMany.socket.closed) await once(oneTooMany.socket, 'close');
  held[0]!.socket.destroy();
  await eventually(async () => {
    const next = await open(small);
    next.socket.write(`${FILE}${HOST}\r\n`);
    await Promise.race([once(next.socket, 'data'), once(next.socket, 'close')]);
    return next.responses()[0] === 200;
  }, 'a place');
});

test.each([
  ['a call', CALL],
  ['a page', 'GET / HTTP/1.1\r\n'],
  ['a health check', FILE],
])('%s with two Host headers is refused, whatever they say', async (_, head) => {
  const { socket, responses, text } = await open();
  socket.write(`${head}${HOST}host: evil.example\r\n\r\n`);
  await once(socket, 'close');
  expect(responses()).toEqual([400]);
  expect(text()).toContain('more than one Host header');
});

/** A proxy could see a second request where the service sees a body, or the other way around (RFC 9112, section 11.2). */
test.each([
  ['both a length and chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n'],
  ['two lengths', 'Content-Length: 4\r\nContent-Length: 5\r\n'],
  ['a length with a sign', 'Content-Length: +4\r\n'],
  ['an encoding after chunks', 'Transfer-Encoding: chunked, identity\r\n'],
  ['an unknown encoding', 'Transfer-Encoding: xchunked\r\n'],
  ['a space before a colon', 'Transfer-Encoding : chunked\r\n'],
  ['a header that continues on the next line', 'X-Note: a\r\n b\r\nContent-Length: 0\r\n'],
])('a request with %s is refused, and what follows it is not read as another', async (_, headers) => {
  const { socket, responses } = await open();
  socket.write(`POST /api/v1/reader.state HTTP/1.1\r\n${HOST}${headers}\r\n0\r\n\r\n${FILE}${HOST}\r\n`);
  await once(socket, 'close');
  expect(responses()).toEqual([400]);
});

test('requests that are sent without waiting for responses are answered in order, one after another', async () => {
  const { socket, responses, text } = await open();
  socket.write(`${FILE}${HOST}\r\nGET /none HTTP/1.1\r\n${HOST}\r\n${CALL}${HOST}\r\n${FILE}${HOST}\r\n`);
  await eventually(async () => responses().length === 4 && text().endsWith('{"status":"ok"}'), 'the responses');
  expect(responses()).toEqual([200, 404, 400, 200]);
});

test('a body that arrives after its request had to wait is read', async () => {
  const { socket, responses, text } = await open();
  const head = `POST /api/v1/reader.state HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n`;
  socket.write(`${FILE}${HOST}\r\n${head}Content-Length: 14\r\n\r\n{"to`);
  await eventually(async () => responses().length === 1, 'the first response');
  socket.write('kens":"a"}');
  await eventually(async () => responses().length === 2, 'the second response');
  expect(responses()).toEqual([200, 400]);
  expect(text()).toContain('Missing property: token');
});

test('a connection on which dozens of requests wait for a response that nobody reads is closed', async () => {
  const { socket } = await open();
  socket.pause();
  socket.write(`GET /sdk/sigill-face.tgz HTTP/1.1\r\n${HOST}\r\n${`${FILE}${HOST}\r\n`.repeat(60)}`);
  await eventually(async () => {
    socket.write(`${FILE}${HOST}\r\n`);
    return socket.destroyed;
  }, 'the connection to close');
});

test('what is wrong with a request for a file is said in a few words', async () => {
  const { socket, responses, text } = await open();
  socket.write(`GET /specimens/%E0%A4%A.json HTTP/1.1\r\n${HOST}\r\n`);
  await eventually(async () => responses().length === 1, 'the response');
  expect(responses()).toEqual([400]);
  expect(text()).toContain('text/plain');
  expect(text().endsWith('Bad Request')).toBe(true);
});
