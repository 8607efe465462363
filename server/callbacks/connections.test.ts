import { createServer, request, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createKeptConnections } from './connections.ts';
import { TargetRefused } from './target.ts';

let server: Server;
let sockets: Socket[];
let addresses: string[];
let now: number;
let connections: ReturnType<typeof createKeptConnections>;
let released: Promise<void>;

beforeEach(async () => {
  sockets = [];
  addresses = ['127.0.0.1'];
  now = 0;
  released = Promise.resolve();
  server = createServer((_, response) => void released.then(() => response.end('ok')));
  // 0 never closes an idle connection.
  server.keepAliveTimeout = 0;
  server.on('connection', (socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  connections = createKeptConnections(
    'local',
    async () => addresses,
    () => now,
  );
});
afterEach(() => {
  connections.close();
  server.closeAllConnections();
  server.close();
});

/** @returns the address that the request went to. */
async function call(): Promise<string | undefined> {
  const url = new URL(`http://shop.example:${(server.address() as AddressInfo).port}/`);
  const connection = await connections.connect(url);
  return new Promise((resolve, reject) => {
    const sent = request(url, connection, (response) => {
      const { remoteAddress } = response.socket;
      response.resume().on('end', () => setImmediate(resolve, remoteAddress));
    });
    sent.on('error', reject).end();
  });
}

const open = () => sockets.filter(({ destroyed, readableEnded }) => !destroyed && !readableEnded).length;

test('a connection is kept for the next callback', async () => {
  for (let count = 0; count < 5; count++) {
    await call();
    now += 2000;
  }
  expect(sockets).toHaveLength(1);
});

test('a name that moves to a private address is refused, and its open connection is closed', async () => {
  await call();
  addresses = ['10.0.0.1'];
  now += 2000;
  await expect(call()).rejects.toThrow(TargetRefused);
  await expect.poll(open).toBe(0);
  expect(sockets).toHaveLength(1);
  addresses = ['127.0.0.1', '169.254.169.254'];
  await expect(call()).rejects.toThrow(TargetRefused);
});

test('a name that moves to another address is called there, also while a connection to the old one is in use', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  released = promise;
  const during = call();
  await expect.poll(open).toBe(1);
  released = Promise.resolve();
  addresses = ['127.0.0.2'];
  now += 2000;
  expect(await call()).toBe('127.0.0.2');
  resolve();
  expect(await during).toBe('127.0.0.1');
  expect(await call()).toBe('127.0.0.2');
  await expect.poll(open).toBe(1);
});

test('a name that no longer resolves is not called over an open connection', async () => {
  await call();
  connections.close();
  let isKnown = true;
  connections = createKeptConnections(
    'local',
    async () => {
      if (!isKnown) throw new Error('ENOTFOUND');
      return addresses;
    },
    () => now,
  );
  await call();
  isKnown = false;
  now += 2000;
  await expect(call()).rejects.toThrow('ENOTFOUND');
  await expect.poll(open).toBe(0);
});
