// CI only: it asks the mock for every example of every operation.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mockScenarios, type Scenario } from '../../openapi/facts/mock-scenarios.ts';
import { type Mock, startMock } from '../../scripts/mock/start-mock.ts';
import { Sigill } from '../../sdk/client/src/index.ts';
import type { OperationId } from '../../server/generated/operations.gen.ts';
import { responseValidator } from '../../server/http/contract.ts';
import { freePort } from '../../server/test-service/free-port.ts';
import {
  exampleHeaders,
  operationIds,
  requestExamples,
  responseExamples,
  schemesOf,
  statusesOf,
} from '../support/contract/contract.ts';
import { times } from '../support/runs/trials.ts';
import { authorization, type Credentials, send } from '../support/server/call.ts';

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ port: await freePort() });
});
afterAll(() => mock?.stop());

const scenarios = Object.entries<Scenario>(mockScenarios);
const KEY = { public_key: 'public-key-12345678', secret: 'secret-1' };
const JSON_BODY = { 'Content-Type': 'application/json' };

const credentialsFor = (id: OperationId): Credentials =>
  schemesOf(id)[0] === 'apiKey' ? { basic: KEY } : schemesOf(id)[0] ? { bearer: 'any-token' } : {};

const ask = (id: OperationId, prefer?: string, body = requestExamples(id)[0]!.value) =>
  send(mock.base, id, {
    headers: {
      ...JSON_BODY,
      ...authorization(credentialsFor(id)),
      ...exampleHeaders(id),
      ...(prefer && { Prefer: prefer }),
    },
    body: JSON.stringify(id === 'callback.listen' ? { wait_seconds: 0 } : body),
  });

const examplesOf = (id: OperationId) =>
  statusesOf(id).flatMap((status) => responseExamples(id, status).map((example) => ({ status, ...example })));

const DATE = /"\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?"/g;
/** The mock dates the examples by now. */
const undated = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll(DATE, '"a date"'));

describe('every scenario of the mock', () => {
  test.each(scenarios)('%s names operations and examples of the contract', (_, { answers }) => {
    for (const [id, names] of Object.entries(answers)) {
      expect(operationIds).toContain(id);
      expect(examplesOf(id as OperationId).map((example) => example.name)).toEqual(expect.arrayContaining([...names]));
    }
  });

  const answered = scenarios.filter(([, { delay_ms, offline }]) => !delay_ms && !offline);
  test.each(answered)(
    '%s responds to each call as the contract says, and its flows end',
    async (name, { answers, everywhere }) => {
      for (const id of operationIds) {
        const examples = examplesOf(id);
        const usual =
          examples.find((example) => example.name === everywhere) ?? examples.find(({ status }) => status === 200)!;
        const flow = (answers[id] ?? []).map((wanted) => examples.find((example) => example.name === wanted)!);
        // One more call than the flow has steps, because the last step repeats.
        for (const { status, value } of flow.length > 0 ? [...flow, flow.at(-1)!] : [usual]) {
          const answer = await ask(id, `scenario=${name}`);
          expect([id, answer.status, undated(answer.body)]).toEqual([id, status, undated(value)]);
          expect(responseValidator(id, status)?.(answer.body), answer.text).toBe(true);
        }
      }
    },
  );
});

describe('an integration against the mock reaches its end', () => {
  const sdk = (scenario: string) =>
    new Sigill({
      publicKey: KEY.public_key,
      secret: KEY.secret,
      baseUrl: mock.base,
      fetch: (input, init) => {
        const headers = new Headers(init?.headers);
        headers.set('Prefer', `scenario=${scenario}`);
        return fetch(input, { ...init, headers });
      },
      sleep: async () => {},
    });

  test.each([
    ['approved', ['CREATED', 'INITIATED', 'COMPLETED', 'APPROVED']],
    ['rejected', ['CREATED', 'INITIATED', 'COMPLETED', 'REJECTED']],
    ['failed', ['CREATED', 'INITIATED', 'FAILED']],
    ['aborted', ['CREATED', 'INITIATED', 'ABORTED']],
  ])('a session is %s, and the next one starts over', async (scenario, states) => {
    const sigill = sdk(scenario);
    const { id } = await sigill.session.create();
    const seen: string[] = [];
    while (seen.at(-1) !== states.at(-1)) seen.push((await sigill.session.state({ id })).state);
    expect(seen).toEqual(states);
    expect((await sigill.session.state({ id })).state).toBe(states.at(-1));
    const next = await sigill.session.create();
    expect((await sigill.session.state({ id: next.id })).state).toBe('CREATED');
    expect(await sigill.session.waitFor(next.id)).toMatchObject({ id, state: states.at(-1) });
  });

  test('a list ends', async () => {
    const found: unknown[] = [];
    for await (const { reference } of sdk('approved').session.list()) found.push(reference);
    expect(found).toEqual(['order-1042']);
  });

  test('a listener receives the change once, and then waits for news', async () => {
    const listen = (wait_seconds: number) =>
      send(mock.base, 'callback.listen', {
        headers: { ...JSON_BODY, ...authorization({ basic: KEY }), Prefer: 'scenario=no_payment_method' },
        body: JSON.stringify({ wait_seconds }),
      });
    await ask('session.create', 'scenario=no_payment_method');
    const heard = (await listen(25)).body as { callbacks: object[] };
    expect(heard.callbacks).toHaveLength(1);
    const begun = performance.now();
    expect((await listen(1)).body).toMatchObject({ callbacks: [] });
    expect(performance.now() - begun).toBeGreaterThan(900);
  });
});

describe('the mock dates its responses by now', () => {
  const says = async (id: OperationId, example?: string) =>
    (await ask(id, example && `code=200, example=${example}`)).body as Record<string, string>;

  test('a session that is created expires in a day', async () => {
    const expires = Date.parse((await says('session.create'))['expires']!);
    expect(Math.abs(expires - Date.now() - 86_400_000)).toBeLessThan(60_000);
  });

  test('what has happened keeps its order, and the document its dates', async () => {
    const session = await says('session.get', 'approved');
    const { created, initiated, ended, expires } = session;
    expect([created, initiated, ended, new Date().toISOString(), expires].toSorted()).toEqual([
      ...[created, initiated, ended],
      ...[expect.any(String), expires],
    ]);
    expect(session).toMatchObject({ date_of_birth: '1990-08-12', expiry_date: '2032-04-15' });
  });

  test('what only expires has not expired, and days are days', async () => {
    expect(Date.parse((await says('reader.challenge'))['expires']!)).toBeGreaterThan(Date.now());
    const { cycle_start, cycle_end } = await says('billing.self', 'trial');
    const today = new Date().toISOString().slice(0, 10);
    expect([cycle_start, today, cycle_end].toSorted()).toEqual([cycle_start, today, cycle_end]);
    expect((Date.parse(cycle_end!) - Date.parse(cycle_start!)) / 86_400_000).toBe(29);
  });
});

describe('a caller of the mock can choose', () => {
  /** Responses that operations share are requested once, but in long runs from every operation. */
  const asked = new Set<string>();
  const isNew = (answer: string): boolean => asked.size < asked.add(answer).size || times(1) > 1;

  test('each example by name', async () => {
    for (const id of operationIds)
      for (const { status, name, value } of examplesOf(id)) {
        if (!isNew(`${status} ${name} ${JSON.stringify(value)}`)) continue;
        const answer = await ask(id, name === 'example' ? `code=${status}` : `code=${status}, example=${name}`);
        expect([id, name, answer.status, undated(answer.body)]).toEqual([id, name, status, undated(value)]);
      }
  });

  test('a scenario by the cookie of a page', async () => {
    const cookie = { Cookie: 'theme=dark; mock_scenario=empty_account' };
    const headers = { ...JSON_BODY, ...authorization({ bearer: 'any-token' }), ...cookie };
    expect((await send(mock.base, 'session.list', { headers, body: '{}' })).body).toEqual({ sessions: [] });
  });

  test('a slow service, and one that cannot be reached', async () => {
    const begun = performance.now();
    expect((await ask('session.list', 'scenario=slow')).status).toBe(200);
    expect(performance.now() - begun).toBeGreaterThan(2900);
    await expect(ask('session.list', 'scenario=offline')).rejects.toThrow('fetch failed');
  });

  test('only a scenario that exists', async () => {
    const { status, body } = await ask('session.list', 'scenario=sunshine');
    expect([status, body]).toEqual([400, expect.objectContaining({ code: 'invalid_value' })]);
    expect(responseValidator('session.list', 400)!(body)).toBe(true);
    expect((body as { error: string }).error).toMatch(/^Prefer: scenario must be one of approved, .*, offline$/);
  });
});

describe('the mock refuses a wrong request:', () => {
  const basic = authorization({ basic: KEY });
  test.each([
    ['an unknown property', { ...JSON_BODY, ...basic }, '{"colour":"red"}', 400],
    ['another type', { ...JSON_BODY, ...basic }, '{"face_verification":"yes"}', 400],
    ['malformed JSON', { ...JSON_BODY, ...basic }, '{"face_verification": tru', 400],
    ['another media type', { 'Content-Type': 'text/plain', ...basic }, '{}', 415],
    ['no API key', JSON_BODY, '{}', 401],
  ])('%s', async (_, headers, body, status) => {
    const answer = await send(mock.base, 'session.create', { headers, body });
    expect(answer.status, answer.text).toBe(status);
  });

  test('and does not count it as a step of a flow', async () => {
    await ask('session.create');
    expect((await ask('session.state', undefined, { id: 'no number' })).status).toBe(400);
    expect((await ask('session.state')).body).toEqual({ state: 'CREATED' });
  });

  test('the mock refuses an unknown operation', async () => {
    expect((await send(mock.base, 'session.destroy', { headers: JSON_BODY, body: '{}' })).status).toBe(404);
  });
});

test('pages of other origins may call the mock', async () => {
  const { status, headers } = await send(mock.base, 'user.self', {
    method: 'OPTIONS',
    headers: {
      Origin: 'http://localhost:5173',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization, content-type',
    },
  });
  expect([status, headers.get('access-control-allow-origin')]).toEqual([204, 'http://localhost:5173']);
});
