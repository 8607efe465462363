import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { Streamed, sendStreamed } from './streamed.ts';

async function* endless() {
  for (;;) yield 'x'.repeat(16_384);
}

/** Serves a file to one client. @returns what the client sees, and a promise of the end on our side. */
async function serve(parts: AsyncIterable<string>, patience_ms: number) {
  let ends = 0;
  const { promise: sent, resolve } = Promise.withResolvers<unknown>();
  const file = new Streamed({ content_type: 'text/csv', file_name: 'a.csv', parts, ended: () => ends++ });
  const server = createServer((_req, res) => void sendStreamed(res, file, {}, patience_ms).then(resolve, resolve));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const call = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent: false });
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  call.on('error', () => {});
  answer.on('error', () => {});
  return { answer, sent, ends: () => ends, close: () => server.close() };
}

test('a file that the client does not read is abandoned, and `ended` is called', async () => {
  const { answer, sent, ends, close } = await serve(endless(), 50);
  answer.pause();
  expect(await sent).toBeUndefined();
  expect(ends()).toBe(1);
  close();
});

test('a client that leaves before the first part also ends the file', async () => {
  const { answer, sent, ends, close } = await serve(endless(), 60_000);
  answer.destroy();
  expect(await sent).toBeUndefined();
  expect(ends()).toBe(1);
  close();
});

test('a file that fails while it is generated is cut off, and `ended` is called', async () => {
  const { answer, sent, ends, close } = await serve(
    (async function* () {
      yield 'x';
      throw new Error('no database');
    })(),
    60_000,
  );
  answer.resume();
  expect(await sent).toMatchObject({ message: 'no database' });
  expect(ends()).toBe(1);
  close();
});

test('a client that has left before the response begins is not an error, and `ended` is called', async () => {
  let ends = 0;
  const file = new Streamed({ content_type: 'text/csv', file_name: 'a.csv', parts: endless(), ended: () => ends++ });
  const { promise: sent, resolve } = Promise.withResolvers<unknown>();
  const server = createServer((_req, res) => {
    res.once('close', () => void sendStreamed(res, file, {}).then(resolve, resolve));
    call.destroy();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const call = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent: false });
  call.on('error', () => {});
  expect(await sent).toBeUndefined();
  expect(ends).toBe(1);
  server.close();
});
