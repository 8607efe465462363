/** The API is a router that any Express app can mount, and openapi-backend calls every hook and handler in it. */
// SQLite only: it is about the router.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApi } from '../../server/http/api.ts';
import { createBodyBudget } from '../../server/http/limits/body-budget.ts';
import { createRateLimiter, noRateLimits } from '../../server/http/limits/rate-limits.ts';
import { operations } from '../../server/operations.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';

const lines: string[] = [];
let service: TestServer;
let server: Server;
let base: string;
/** The stack where the last request's `Origin` header was read, which is the first step after routing. */
let routing = '';

beforeAll(async () => {
  service = await createTestServer({ log: (line) => lines.push(line) });
  const { router } = createApi({
    ctx: service.ctx,
    handlers: {
      ...operations,
      'trust.get': async () => {
        throw new Error('a defect');
      },
    },
    admissions: { 'reader.submit': async () => {} },
    authenticate: { apiKey: async () => undefined, accessToken: async () => undefined, isOurs: () => false },
    bodies: createBodyBudget(),
    draining: { has_begun: false },
    limiter: createRateLimiter(noRateLimits, service.deps.clock),
  });
  const app = express()
    .get('/identity/about', (_req, res) => void res.send('before the router'))
    .use((req, _res, next) => {
      Object.defineProperty(req.headers, 'origin', { get: noteStack });
      next();
    })
    .use('/identity', router)
    .use((_req, res) => void res.status(404).send('after the router'));
  server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server?.close();
  await service?.stop();
});

function noteStack(): undefined {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 50;
  routing = new Error('here').stack!;
  Error.stackTraceLimit = stackTraceLimit;
}

const call = (path: string) =>
  fetch(`${base}${path}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' });

test('a router mounted under a path handles calls below it, and leaves everything else to the app', async () => {
  const created = await call('/identity/api/v1/demo.create');
  expect(created.status).toBe(200);
  expect(await created.json()).toHaveProperty('token');
  const unknown = await call('/identity/api/v1/demo.destroy');
  expect([unknown.status, await unknown.json()]).toEqual([404, expect.objectContaining({ code: 'not_found' })]);
  expect(await (await fetch(`${base}/identity/about`)).text()).toBe('before the router');
  expect(await (await call('/identity/elsewhere')).text()).toBe('after the router');
  expect(await (await call('/api/v1/demo.create')).text()).toBe('after the router');
});

test("a request passes through Express's router and openapi-backend to its hook", async () => {
  await call('/identity/api/v1/demo.create');
  expect(routing).toMatch(
    /http\/access\/cross-site\.ts.*http\/call\/backend\.ts.*node_modules\/openapi-backend\/backend\.js.*http\/api\.ts.*node_modules\/router\//s,
  );
});

test('the stack of a failing handler names openapi-backend, and the caller gets a plain 500', async () => {
  lines.length = 0;
  const failed = await call('/identity/api/v1/trust.get');
  expect([failed.status, await failed.json()]).toEqual([500, expect.objectContaining({ code: 'internal_error' })]);
  const logged = lines.map((line) => JSON.parse(line)).find(({ err }) => err?.message === 'a defect');
  expect(logged.err.stack).toMatch(/OpenAPIBackend\.handleRequest \(.*node_modules\/openapi-backend\//);
});
