/** The mock of the contract, so that clients can be built and tried without the service: it answers as the service would. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMPONENTS, DAYS_SHOWN, type Status } from '../../openapi/facts/status.ts';
import { DIFFERENCES } from '../../scripts/mock/differences.ts';
import type { Mock } from '../../scripts/mock/start-mock.ts';
import { Sigill } from '../../sdk/client/src/index.ts';
import type { OperationId } from '../../server/generated/operations.gen.ts';
import { responseValidator } from '../../server/http/contract.ts';
import {
  exampleHeaders,
  operationIds,
  requestExamples,
  responseExamples,
  schemesOf,
  statusesOf,
} from '../support/contract/contract.ts';
import { createMockWorld, EXAMPLE, scenarioOnMock, startTestMock } from '../support/contract/mock-world.ts';
import { refusals } from '../support/contract/refusals.ts';
import { perform } from '../support/contract/scenarios.ts';
import { times } from '../support/runs/trials.ts';
import { authorization, type Credentials, type RawRequest, type Result, send } from '../support/server/call.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import type { World } from '../support/server/world.ts';

let mock: Mock;
let world: World;
let service: TestServer;
beforeAll(async () => {
  [mock, service] = await Promise.all([startTestMock(), createTestServer()]);
  world = await createMockWorld(mock);
});
afterAll(async () => {
  await mock?.stop();
  await service?.stop();
});

test('the status page has something to show, and a service that is down', async () => {
  const statusOf = async (prefer: string) => {
    const response = await fetch(`${mock.base}/status.json`, { headers: { prefer } });
    return (await response.json()) as Status;
  };
  const status = await statusOf('');
  expect(status.state).toBe('operational');
  expect(status.components.map(({ name }) => name)).toEqual(COMPONENTS);
  expect(status.components.every(({ days }) => days?.length === DAYS_SHOWN)).toBe(true);
  expect(status.incidents?.[0]?.notes[0]).toMatchObject({ en: expect.any(String), es: expect.any(String) });
  expect((await statusOf('scenario=unavailable')).state).toBe('down');
});

const JSON_BODY = { 'Content-Type': 'application/json' };

/** The account of the examples, by the first kind of credentials that the operation takes. */
const ofExamples = (id: OperationId): Credentials =>
  schemesOf(id)[0] === 'apiKey' ? { basic: EXAMPLE.basic } : schemesOf(id)[0] ? { bearer: EXAMPLE.bearer } : {};

const preferring = (id: OperationId, prefer: string) =>
  send(mock.base, id, {
    headers: { ...JSON_BODY, ...authorization(ofExamples(id)), ...exampleHeaders(id), Prefer: prefer },
    body: JSON.stringify(requestExamples(id)[0]!.value),
  });

/** An answer without what is new in each. */
function comparable({ status, headers, body }: Result) {
  const { request_id: _id, ...problem } = body as Record<string, unknown>;
  return { status, allow: headers.get('allow'), challenge: headers.get('www-authenticate'), problem };
}

describe('every operation', () => {
  test.each(operationIds)('%s succeeds where it succeeds at the service, by the contract', async (id) => {
    const { status, body, text } = await perform(world.call, id, await scenarioOnMock(id, world));
    expect(status, text).toBe(200);
    const validate = responseValidator(id, 200)!;
    expect(validate(body) || validate.errors, text).toBe(true);
  });

  /** An answer that operations share is asked of each in turn only when there is time for it. */
  const asked = new Set<string>();
  const isNew = (answer: string): boolean => asked.size < asked.add(answer).size || times(1) > 1;

  test.each(operationIds)('%s gives each example that is asked for by name', async (id) => {
    for (const status of statusesOf(id)) {
      for (const { name, value } of responseExamples(id, status)) {
        if (!isNew(`${status} ${name} ${JSON.stringify(value)}`)) continue;
        // An unnamed example cannot be asked for; it is the only one.
        const result = await preferring(id, name === 'example' ? `code=${status}` : `code=${status}, example=${name}`);
        const shown = status === 200 ? value : { ...(value as object), request_id: result.headers.get('x-request-id') };
        expect([status, name, result.status, result.body]).toEqual([status, name, status, shown]);
        expect(result.headers.has('ratelimit')).toBe(status === 429);
      }
    }
  });

  const comparableRefusals = Object.entries(refusals).flatMap(([name, provoke]) =>
    typeof provoke === 'function' && !(name in DIFFERENCES) ? [[name, provoke] as const] : [],
  );
  test.each(comparableRefusals)('%s, as at the service', async (name, provoke) => {
    const [id, code] = name.split(' ') as [OperationId, string];
    const { status, body, text } = await provoke(world);
    expect((body as { code?: string }).code, text).toBe(code);
    const validate = responseValidator(id, status)!;
    expect(validate(body) || validate.errors, text).toBe(true);
  });
});

test('what differs on purpose names refusals that the service has', () => {
  for (const name of Object.keys(DIFFERENCES)) expect(Object.keys(refusals)).toContain(name);
});

describe('a wrong request is answered as by the service', () => {
  const basic = authorization({ basic: EXAMPLE.basic });
  const requests: [string, string, RawRequest][] = [
    ['an unknown property', 'demo.create', { headers: JSON_BODY, body: '{"colour":"red"}' }],
    ['another type', 'demo.create', { headers: JSON_BODY, body: '{"face_verification":"yes"}' }],
    ['a missing property', 'password.create', { headers: JSON_BODY, body: '{"email":"ada@example.com"}' }],
    ['malformed JSON', 'demo.create', { headers: JSON_BODY, body: '{"face_verification": tru' }],
    ['a repeated property', 'demo.create', { headers: JSON_BODY, body: '{"a":1,"a":2}' }],
    ['a body that is too large', 'demo.create', { headers: JSON_BODY, body: `"${'x'.repeat(70_000)}"` }],
    ['another media type', 'demo.create', { headers: { 'Content-Type': 'text/plain' }, body: '{}' }],
    ['another method', 'session.get', { method: 'GET' }],
    ['an unknown operation', 'session.destroy', { headers: JSON_BODY, body: '{}' }],
    ['no API key', 'session.create', { headers: JSON_BODY, body: '{}' }],
    ['no access token', 'user.self', { headers: JSON_BODY, body: '{}' }],
    ['a key that is none', 'session.create', { headers: { ...JSON_BODY, Authorization: 'Basic ?' }, body: '{}' }],
    [
      'a page of another site',
      'demo.create',
      { headers: { ...JSON_BODY, Origin: 'https://evil.example' }, body: '{}' },
    ],
  ];
  test.each(requests)('%s', async (_, id, request) => {
    const [one, other] = await Promise.all([send(mock.base, id, request), send(service.base, id, request)]);
    expect(comparable(one)).toEqual(comparable(other));
    expect(one.status).toBeGreaterThanOrEqual(400);
  });

  test('an API key where a user must sign in', async () => {
    const wrong = (credentials: Credentials) => ({
      headers: { ...JSON_BODY, ...authorization(credentials) },
      body: '{}',
    });
    const { basic: own } = await service.account();
    const one = await send(mock.base, 'user.self', wrong({ basic: EXAMPLE.basic }));
    expect(comparable(one)).toEqual(comparable(await send(service.base, 'user.self', wrong({ basic: own }))));
    expect(one.status).toBe(403);
  });

  test.each([
    ['code=418', /^Prefer: session.list has no such code: choose 200, 400, /],
    ['code=404, example=nobody', /^Prefer: session.list has no such example with code=404: choose session_not_found, /],
    ['example=nobody', /^Prefer: session.list has no such example: choose page, /],
    ['scenario=sunshine', /^Prefer: there is no such scenario: choose approved, rejected, .* or offline$/],
    ['scenario=rejected:sunshine', /^Prefer: scenario=rejected has no such reason: choose malformed, /],
  ])('a wish that cannot be granted: %s', async (prefer, text) => {
    const { status, body } = await send(mock.base, 'session.list', {
      headers: { ...JSON_BODY, ...basic, Prefer: prefer },
      body: '{}',
    });
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({ code: 'invalid_value', error: expect.stringMatching(text) }),
    ]);
  });
});

describe('a flow comes to its end', () => {
  /** The SDK, as an integrator's test has it. Its waits end at once. */
  const sdk = ({ prefer, ...keys }: { prefer?: string; publicKey?: string; secret?: string } = {}) =>
    new Sigill({
      publicKey: world.account.basic.public_key,
      secret: world.account.basic.secret,
      ...keys,
      baseUrl: mock.base,
      fetch: (input, init) => {
        const headers = new Headers(init?.headers);
        if (prefer) headers.set('Prefer', prefer);
        return fetch(input, { ...init, headers });
      },
      sleep: async () => {},
    });

  test('a session is found with what was sent, and approved after its steps', async () => {
    const sigill = sdk();
    const reference = 'order-7001';
    const { id, open_url } = await sigill.session.create({ reference, passport_only: true });
    expect(open_url).toContain(mock.base);
    const states: string[] = [];
    for (let polls = 0; polls < 4; polls++) states.push((await sigill.session.state({ id })).state);
    expect(states).toEqual(['CREATED', 'INITIATED', 'COMPLETED', 'APPROVED']);
    expect(await sigill.session.get({ id })).toMatchObject({
      id,
      reference,
      passport_only: true,
      surname: 'ERIKSSON',
    });
    const { sessions } = await sigill.session.list({ reference });
    expect(sessions.map((session) => [session.id, session.state])).toEqual([[id, 'APPROVED']]);
  });

  test.each([
    ['rejected', { state: 'REJECTED', failure: { code: 'chip_auth_failed' } }],
    ['rejected:document_expired', { state: 'REJECTED', failure: { code: 'document_expired' } }],
    ['failed:timeout', { state: 'FAILED', failure: { code: 'timeout' } }],
    ['aborted', { state: 'ABORTED' }],
  ])('waitFor returns, in the scenario %s', async (scenario, end) => {
    const sigill = sdk({ prefer: `scenario=${scenario}` });
    const { id } = await sigill.session.create();
    expect(await sigill.session.waitFor(id)).toMatchObject({ id, ...end });
  });

  test.each(['dg1', 'dg2'] as const)('a reading without %s is rejected, as at the service', async (name) => {
    const { body, headers } = await world.submission();
    const { [name]: _, ...files } = body.files;
    expect(await world.succeed('reader.submit', { ...body, files }, {}, headers)).toMatchObject({
      state: 'REJECTED',
      failure: { code: 'dg_missing', retryable: true },
    });
  });

  test('a list ends, page by page', async () => {
    const { basic } = await world.freshAccount();
    for (const reference of ['a', 'b', 'c', 'd']) await world.succeed('session.create', { reference }, { basic });
    const first = await world.succeed('session.list', { limit: 2 }, { basic });
    const last = await world.succeed('session.list', { limit: 2, cursor: first.next_cursor! }, { basic });
    expect([first, last].map(({ sessions }) => sessions.map(({ reference }) => reference))).toEqual([
      ['d', 'c'],
      ['b', 'a'],
    ]);
    expect(last.next_cursor).toBeUndefined();
    const found: unknown[] = [];
    const sigill = sdk({ publicKey: basic.public_key, secret: basic.secret });
    for await (const { reference } of sigill.session.list({ limit: 3 })) found.push(reference);
    expect(found).toEqual(['d', 'c', 'b', 'a']);
  });

  test('each change of state is called back, signed, on this machine', async () => {
    const bodies: string[] = [];
    const sigill = sdk();
    const { secret } = await world.succeed('callback.secret', {}, { basic: world.account.basic });
    const received: Promise<string>[] = [];
    const receiver = createServer((req, res) => {
      let body = '';
      req.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
      req.on('end', () => {
        bodies.push(body);
        received.push(
          sigill.callbacks
            .unwrap(body, req.headers, secret)
            .then((event) => (event.type === 'session.state_changed' ? event.data.state : event.type)),
        );
        res.end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const { port } = receiver.address() as AddressInfo;
    const { id } = await sigill.session.create({ callback_url: `http://127.0.0.1:${port}/hook` });
    await sigill.session.waitFor(id);
    await eventually(async () => bodies.length >= 3, 'three callbacks');
    receiver.close();
    expect(await Promise.all(received)).toEqual(['INITIATED', 'COMPLETED', 'APPROVED']);
    const { callbacks } = await sigill.callback.list({ session_id: id });
    expect(callbacks.map(({ session_state }) => session_state)).toEqual(['APPROVED', 'COMPLETED', 'INITIATED']);
  });

  test('whoever listens hears each change once, and waits for the next', async () => {
    const { basic } = await world.freshAccount();
    const listen = (cursor?: string, wait_seconds = 0) =>
      world.succeed('callback.listen', { wait_seconds, ...(cursor && { cursor }) }, { basic });
    const first = await listen();
    const { id } = await world.succeed('session.create', { specimen: true }, { basic });
    const waiting = listen(first.cursor, 25);
    await world.succeed('session.abort', { id }, { basic });
    const heard = await waiting;
    const { secret } = await world.succeed('callback.secret', {}, { basic });
    const { headers, body } = heard.callbacks[0]!;
    expect((await sdk().callbacks.unwrap(body, { ...headers }, secret)).data).toMatchObject({ id, state: 'ABORTED' });
    expect(await listen(heard.cursor)).toEqual({ callbacks: [], cursor: heard.cursor });
  });

  test('a session has a new link, as long as nobody has started it', async () => {
    const { basic } = await world.freshAccount();
    const { id, token } = await world.succeed('session.create', {}, { basic });
    const renewed = await world.succeed('session.renew_link', { id }, { basic });
    expect(new URL(renewed.open_url).searchParams.get('token')).toBe(renewed.token);
    expect((await world.call('reader.state', { token })).status).toBe(404);
    await world.succeed('reader.start', { token: renewed.token, platform: 'CLI', app_version: '1.0.0' });
    expect(await world.call('session.renew_link', { id }, { basic })).toMatchObject({
      status: 409,
      body: { code: 'session_already_started' },
    });
  });

  test('a call repeated under its idempotency key has the same answer and no second effect', async () => {
    const { basic } = await world.freshAccount();
    const create = () =>
      world.call('session.create', { reference: 'once' }, { basic }, { 'Idempotency-Key': 'order-1' });
    const [one, other] = [await create(), await create()];
    expect(other.text).toBe(one.text);
    const { sessions } = await world.succeed('session.list', {}, { basic });
    expect(sessions).toHaveLength(1);
  });

  test('what somebody changes in an account is there the next time', async () => {
    const { bearer, key_id } = await world.freshAccount();
    await world.succeed('user.rename_service_user', { id: key_id, name: 'Back office' }, { bearer });
    await world.succeed('billing.update', { company: 'Example AB', country: 'SE' }, { bearer });
    expect(await world.succeed('user.get', { id: key_id }, { bearer })).toMatchObject({ name: 'Back office' });
    expect(await world.succeed('billing.self', {}, { bearer })).toMatchObject({
      company: 'Example AB',
      vat_rate: '0.25',
    });
    const { entries } = await world.succeed('audit.list', {}, { bearer });
    expect(entries.map(({ action }) => action)).toEqual([
      'billing.update',
      'user.rename_service_user',
      'user.create_service_user',
    ]);
    await world.succeed('user.delete', { id: key_id }, { bearer });
    expect((await world.call('user.get', { id: key_id }, { bearer })).status).toBe(404);
  });

  test('somebody who has signed out is signed out', async () => {
    const { bearer, credentials } = await world.freshAccount();
    await world.succeed('bearer.revoke', { access_token: bearer });
    expect((await world.call('user.self', {}, { bearer })).status).toBe(401);
    expect((await world.call('bearer.renew', { refresh_token: credentials.refresh_token })).status).toBe(401);
  });
});

describe('a scenario', () => {
  const inScenario = (scenario: string, id: OperationId, body = {}) =>
    world.call(id, body, ofExamples(id), { Prefer: `scenario=${scenario}` });

  test('shows an account as it could be, beside the usual one', async () => {
    expect((await inScenario('trial_over', 'session.create')).body).toMatchObject({ code: 'billing_inactive' });
    expect((await inScenario('credit_exhausted', 'session.create')).body).toMatchObject({ code: 'credit_exhausted' });
    expect((await inScenario('no_payment_method', 'payment_method.list')).body).toEqual({ payment_methods: [] });
    expect((await inScenario('no_payment_method', 'billing.enable')).body).toMatchObject({
      code: 'payment_method_missing',
    });
    expect((await inScenario('no_payment_method', 'billing.self')).body).toMatchObject({ state: 'TRIAL' });
    expect((await inScenario('empty_account', 'session.list')).body).toEqual({ sessions: [] });
    const { payment_methods } = await world.succeed('payment_method.list', {}, { bearer: EXAMPLE.bearer });
    expect(payment_methods).toHaveLength(2);
  });

  test('refuses, or does not answer at all', async () => {
    const limited = await inScenario('rate_limited', 'session.list');
    expect([limited.status, limited.headers.get('retry-after'), limited.headers.has('ratelimit')]).toEqual([
      429,
      '2',
      true,
    ]);
    expect((await inScenario('unavailable', 'session.list')).status).toBe(503);
    expect((await inScenario('signed_out', 'user.self')).body).toMatchObject({ code: 'invalid_credentials' });
    await expect(inScenario('offline', 'session.list')).rejects.toThrow('fetch failed');
  });

  test('lets an answer wait behind others', async () => {
    const slow = inScenario('slow', 'session.list').then(({ status }) => ['slow', status]);
    const usual = world.call('session.list', {}, ofExamples('session.list')).then(({ status }) => ['usual', status]);
    expect(await Promise.race([slow, usual])).toEqual(['usual', 200]);
    expect(await slow).toEqual(['slow', 200]);
  });

  test('is also named by the cookie of a page', async () => {
    const headers = { Cookie: 'theme=dark; mock_scenario=empty_account' };
    expect((await world.call('session.list', {}, { bearer: EXAMPLE.bearer }, headers)).body).toEqual({ sessions: [] });
    const broken = await world.call('session.list', {}, { bearer: EXAMPLE.bearer }, { Cookie: 'mock_scenario=%E0' });
    expect(broken.body).toMatchObject({ code: 'invalid_value' });
  });
});
