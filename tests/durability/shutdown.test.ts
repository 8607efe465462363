// SQLite only: it is about open connections and signals.
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { createConnection, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServerProcess, type ServerProcess } from '../support/process/server-process.ts';
import { createCaller } from '../support/server/call.ts';
import { newcomers } from '../support/server/newcomers.ts';
import { eventually } from '../support/server/test-server.ts';

let server: ServerProcess;

beforeAll(async () => {
  server = await createServerProcess({ DRAIN_SECONDS: '2' });
  await server.start();
});
afterAll(() => server?.remove());

interface Outcome {
  answered: number;
  end: string;
}

async function keepCalling(): Promise<Outcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let answered = 1; ; answered++) {
    try {
      const { headers } = await post(agent);
      if (headers.connection === 'close') return { answered, end: 'told' };
    } catch (error) {
      return { answered: answered - 1, end: String((error as NodeJS.ErrnoException).code) };
    }
  }
}

const post = (agent: Agent): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const req = request(`${server.base}/api/v1/reader.state`, {
      agent,
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
    });
    req.on('error', reject).on('response', (res) => {
      res.on('error', reject).on('end', () => resolve(res));
      res.resume();
    });
    req.end(JSON.stringify({ token: 'no token of anybody' }));
  });

test('SIGTERM resets no connection: every call gets a response, and each client is told to reconnect', async () => {
  expect((await fetch(`${server.base}/readyz`)).status).toBe(200);
  const clients = Array.from({ length: 20 }, keepCalling);
  const ended = server.end('SIGTERM');
  await eventually(async () => {
    const ready = await fetch(`${server.base}/readyz`);
    return ready.status === 503 && (await ready.text()).includes('stopping');
  }, '/readyz to say that the service stops');
  expect((await fetch(`${server.base}/healthz`)).status).toBe(200);
  const outcomes = await Promise.all(clients);
  expect(outcomes.map(({ end }) => end)).toEqual(Array<string>(20).fill('told'));
  expect(outcomes.every(({ answered }) => answered > 0)).toBe(true);
  expect(await ended).toBe(0);
});

test('a request that arrives on an idle connection as the port closes is answered', async () => {
  await server.end();
  await server.start();
  const { hostname, port } = new URL(server.base);
  const connect = () => createConnection({ host: hostname, port: Number(port) });
  const isOpen = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect().once('error', () => resolve(false));
      socket.once('connect', () => resolve(Boolean(socket.destroy())));
    });
  const ask = async (socket: Socket): Promise<string> => {
    if (socket.destroyed) return 'closed';
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    return String(await once(socket, 'data').catch(String));
  };
  const idle = Array.from({ length: 20 }, connect);
  expect(await Promise.all(idle.map(ask))).toEqual(Array(20).fill(expect.stringContaining('Connection: keep-alive')));
  const ended = server.end('SIGTERM');
  await eventually(async () => !(await isOpen()), 'the port to close');
  expect(await Promise.all(idle.map(ask))).toEqual(Array(20).fill(expect.stringContaining('Connection: close')));
  expect(await ended).toBe(0);
});

test('the last calls before a shutdown are in the log of requests after the next start', async () => {
  // Without draining, the server ends immediately, so that nothing is written meanwhile.
  server.environment['DRAIN_SECONDS'] = '0';
  await server.end();
  await server.start();
  const call = createCaller(server.base);
  const { basic, bearer } = await newcomers(call).account();
  const made = [];
  for (let count = 0; count < 30; count++)
    made.push((await call('session.list', {}, { basic })).headers.get('x-request-id'));
  expect(await server.end('SIGTERM')).toBe(0);
  await server.start();
  const { requests } = (await call('request.list', { limit: 100 }, { bearer })).body;
  expect(requests.map(({ request_id }) => request_id)).toEqual(made.toReversed());
});
