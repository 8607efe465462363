// CI only: it measures every operation.
// SQLite only: PostgreSQL has its own processors.
/**
 * What calls and pages cost in time of the event loop, compared with `session.state`, so that the speed of the machine does not
 * matter. The account has 100,000 sessions, and optional texts are as long as the contract allows.
 */
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fill, sqlite } from '../../scripts/bench/growth/fill.ts';
import { type OperationId, routes } from '../../server/generated/operations.gen.ts';
import { priceOf, UNIT_MS } from '../../server/http/limits/prices.ts';
import { defaultRateLimits } from '../../server/http/limits/rate-limits.ts';
import { operationIds, requestSchema, resolve, schemesOf } from '../support/contract/contract.ts';
import { credentialsFor, type Scenario, scenarios } from '../support/contract/scenarios.ts';
import type { Sending, Sent } from '../support/process/sending-thread.ts';
import { authorization, type Credentials } from '../support/server/call.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

/** The price of `session.state`, in a service that has run for a while. */
const ORDINARY = 0.4;
const SLACK = 3;
/** A call with an effect is sent a few times only, because each needs its preparation. V8 has not compiled it then. */
const SLACK_OF_FIRST_CALLS = 15;
/** The largest file takes more than a page. */
const SLACK_OF_PAGES = 5;
const OFTEN = 20;
/** The least of them counts, because a busy machine only adds to what a call takes. */
const ROUNDS = 3;
const LONGEST_TURN_MS = 10;
/** A tenth of a processor, and for all of an account or a /48 together a few times that. */
const BUDGET_MS = 6000;
/** They stream their rows in short turns, and have places instead. */
const STREAMED = new Set<OperationId>(['session.export', 'audit.export', 'bill.usage', 'bill.export']);

let server: TestServer;
let world: World;
let ordinary_ms = Number.POSITIVE_INFINITY;
let ordinary: Sending;
const sender = new Worker(new URL('../support/process/sending-thread.ts', import.meta.url));

beforeAll(async () => {
  server = await createTestServer();
  const account = await server.account();
  world = createWorld(server, account);
  const { id: user_id } = await world.succeed('user.self', {}, { bearer: account.bearer });
  const { id: merchant_id } = await world.succeed('merchant.self', {}, { bearer: account.bearer });
  await fill({ db: server.ctx.db, dialect: sqlite, sessions: 100_000, merchant_id, user_id, one_in: 1 });
  const { id } = await world.session();
  ordinary = requestOf('session.state', { body: { id } }, { basic: account.basic });
  await measured({ ...ordinary, times: 300 });
}, 300_000);
afterAll(async () => {
  await sender.terminate();
  await server?.stop();
});

function requestOf(
  id: OperationId,
  { body, headers }: Pick<Scenario, 'body' | 'headers'>,
  credentials: Credentials,
): Sending {
  return {
    url: `${server.base}/api/v1/${id}`,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...authorization(credentials), ...headers },
    body: JSON.stringify(body),
    times: 1,
  };
}

/** The time that this thread spends on a request. It does nothing else meanwhile, because another thread sends. */
async function measured(sending: Sending): Promise<{ ms: number; status: number }> {
  const before = process.threadCpuUsage();
  const sent = await new Promise<Sent>((resolve) => {
    sender.once('message', resolve);
    sender.postMessage(sending);
  });
  const { user, system } = process.threadCpuUsage(before);
  if ('error' in sent) throw new Error(sent.error);
  return { ms: (user + system) / 1000 / sending.times, status: sent.status };
}

/** In units of `prices.ts`. */
async function priceOfRequest(requests: () => Promise<Sending>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    ordinary_ms = Math.min(ordinary_ms, (await measured({ ...ordinary, times: 10 })).ms);
    least = Math.min(least, (await measured(await requests())).ms);
  }
  return (least / ordinary_ms) * ORDINARY;
}

const ACCENTS = 'a\u0301\u0301\u0301\u0301';

/** The optional texts of a query, as long as the contract allows. Beside a search, other filters would leave less to search in. */
function longestTexts(id: OperationId, body: object): Record<string, string> {
  const texts: Record<string, string> = {};
  const { properties: { search, ...others } = {} } = requestSchema(id);
  for (const [name, schema] of Object.entries(search ? { search } : others)) {
    const { type, maxLength = 0, pattern, enum: values } = resolve(schema);
    const text = ACCENTS.repeat(maxLength).slice(0, maxLength);
    const isAllowed = text !== '' && !values && (pattern === undefined || new RegExp(pattern, 'u').test(text));
    if (type === 'string' && isAllowed && !(name in body)) texts[name] = text;
  }
  return texts;
}

async function dearest(id: OperationId): Promise<Sending> {
  const scenario = await scenarios[id](world);
  const request = (body: object) =>
    requestOf(id, { ...scenario, body: body as Scenario['body'] }, credentialsFor(id, scenario.caller));
  const plain = request(scenario.body);
  if (!routes[id].query) return plain;
  const texts = request({ ...scenario.body, ...longestTexts(id, scenario.body) });
  return { ...((await measured(texts)).status === 200 ? texts : plain), times: OFTEN };
}

const found: Record<string, number> = {};
afterAll(() => {
  if (process.env['PRICES']) console.info(JSON.stringify([ordinary_ms, ...Object.entries(found)]));
});

test.each(operationIds.filter((id) => !STREAMED.has(id)))('%s costs no more than its price', async (id) => {
  const { query } = routes[id];
  const price = await priceOfRequest(() => dearest(id));
  found[id] = price;
  expect(price).toBeGreaterThan(0);
  expect(price).toBeLessThan(priceOf(id) * (query ? SLACK : SLACK_OF_FIRST_CALLS));
});

/** As long as Node accepts. */
const HOSTILE_HEADERS = {
  'Accept-Language': Array.from({ length: 5000 }, (_, n) => 'abcdefghij'[n % 10]! + 'klmnopqrst'[n % 7]!).join(','),
  'If-None-Match': '"a",'.repeat(3700),
};

test.each([
  '/',
  '/es/pricing',
  '/docs',
  '/nothing-here',
  '/open?token=1.AAAA&redirect_url=https%3A%2F%2Fexample.com',
  '/v/AAAAAAAAAAAA',
  '/status.json',
  '/openapi.json',
  '/specimens.json',
  '/specimens/genuine.json',
  '/specimens/genuine.svg',
  '/.well-known/jwks.json',
  '/sdk/sigill-sdk.tgz',
])('%s costs no more than a page may', async (path) => {
  for (const [name, value] of Object.entries(HOSTILE_HEADERS)) {
    const request = { url: server.base + path, method: 'GET', headers: { [name]: value }, times: OFTEN };
    const price = await priceOfRequest(async () => request);
    found[`${path} ${name}`] = price;
    expect(price, name).toBeLessThan(SLACK_OF_PAGES * priceOf('site'));
  }
});

test('no call may hold the event loop for long', () => {
  for (const id of operationIds)
    if (!STREAMED.has(id)) expect(priceOf(id) * UNIT_MS, id).toBeLessThanOrEqual(LONGEST_TURN_MS);
});

test('no limit admits more than a tenth of a processor', () => {
  for (const id of operationIds) {
    const limit = defaultRateLimits(id, schemesOf(id).length > 0 ? 'authenticated' : 'anyone')!;
    const price = limit.when_scarce === undefined ? priceOf(id) : 1;
    expect(limit.requests * price * UNIT_MS, id).toBeLessThanOrEqual(BUDGET_MS);
  }
});
