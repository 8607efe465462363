/**
 * An integrator's whole day through `prism proxy`, which checks every response with its own code: nothing on the wire may differ
 * from v1.yaml.
 */
// CI only: it runs the whole day of an integrator through a slow proxy.
// SQLite only: statuses.test.ts gets the same responses on both.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SPECIMENS } from '../../server/specimen/specimens.ts';
import { operationIds } from '../support/contract/contract.ts';
import { responseViolations, startProxy } from '../support/contract/prism.ts';
import { refusals } from '../support/contract/refusals.ts';
import { perform, scenarios } from '../support/contract/scenarios.ts';
import { isWhole, someOf } from '../support/runs/sweep.ts';
import { type Call, createCaller, type Result, send } from '../support/server/call.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let call: Call;
let proxied: World;
/** Preparatory calls go directly to the server. Only the call itself goes through the proxy. */
let world: World;
const violations: string[] = [];
const statuses = new Map<number, number>();

function observe(operation: string, { status, headers, text }: Result): void {
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  violations.push(
    ...responseViolations(headers).map((violation) => `${operation} ${status}: ${violation} in ${text.slice(0, 500)}`),
  );
}

beforeAll(async () => {
  server = await createTestServer();
  proxy = await startProxy(server.base);
  call = createCaller(proxy.base, observe);
  const account = await server.account();
  proxied = createWorld(server, account, call);
  world = { ...createWorld(server, account), call };
});
afterAll(async () => {
  await proxy?.stop();
  await server?.stop();
});

const provoked = Object.keys(refusals).filter((name) => typeof refusals[name] === 'function');

describe('on the wire, the contract is kept by', () => {
  test('a whole day from sign-up to verified data', async () => {
    const email = proxied.freshEmail();
    const { access_token: bearer } = await proxied.succeed('password.create', { email, password: 'correct horse' });
    await proxied.succeed('password.verify_email_send_code', {}, { bearer });
    await proxied.succeed('password.verify_email', { code: await proxied.code(email) }, { bearer });
    expect(await proxied.succeed('user.self', {}, { bearer })).toMatchObject({ email, email_verified: true });
    const basic = await proxied.succeed('user.create_service_user', { name: 'Backend' }, { bearer });
    const callback_url = `${server.base}/_local/callbacks/proxy`;
    const { id, token } = await proxied.succeed('session.create', { reference: 'order-1', callback_url }, { basic });
    await proxied.succeed('session.get', { id }, { basic });
    await proxied.read('genuine', token);
    expect(await proxied.succeed('session.get', { id }, { basic })).toMatchObject({
      state: 'APPROVED',
      reference: 'order-1',
    });
    await proxied.succeed('session.get', { id }, { bearer });
    await eventually(async () => (await server.receivedCallbacks('proxy')).length >= 3, 'three callbacks');
    const { callbacks } = await proxied.succeed('callback.list', { session_id: id }, { bearer });
    for (const callback of callbacks) await proxied.succeed('callback.get', { id: callback.id }, { bearer });
    await proxied.succeed('session.redact', { id }, { basic });
    await proxied.succeed('session.get', { id }, { basic });
    expect(await proxied.succeed('dashboard.get_started', {}, { bearer })).toMatchObject({
      email_verified: true,
      credentials_generated: true,
      integrated: true,
    });
  });

  test.each(SPECIMENS.map(({ name }) => name))('a session and a demo with the specimen %s', async (name) => {
    const { id } = await world.ended(name);
    await proxied.succeed('session.get', { id }, { basic: world.account.basic });
    const { token } = await world.succeed('demo.create', {});
    await world.read(name, token);
    await proxied.succeed('demo.get', { token });
  });

  test.each(someOf(operationIds, 3))('%s', async (id) => {
    const scenario = await scenarios[id](world);
    expect(await perform(call, id, scenario)).toMatchObject({ status: 200 });
  });

  // The HTTP layer refuses calls of all operations in the same way, so every tenth operation is enough here. http-statuses.test.ts
  // tries all operations.
  test.each(operationIds.filter((_, index) => index % 10 === 0))('the usual refusals of %s', async (id) => {
    const scenario = await scenarios[id](world);
    await perform(call, id, { ...scenario, body: { ...scenario.body, colour: 'red' } });
    await call(id, scenario.body, { bearer: 'wrong' });
    await call(id, scenario.body, {}, { 'Sec-Fetch-Site': 'cross-site' });
  });

  test.each(someOf(provoked, 3))('the refusal %s', async (name) => {
    const provoke = refusals[name];
    if (typeof provoke === 'function') expect((await provoke(world)).status).toBeGreaterThanOrEqual(400);
  });

  test('a refused body of another type', async () => {
    observe(
      'user.self',
      await send(proxy.base, 'user.self', {
        headers: { 'Content-Type': 'text/plain', Authorization: `Bearer ${world.account.bearer}` },
        body: '{}',
      }),
    );
  });

  test('every response that passed', () => {
    expect(violations).toEqual([]);
    const met = isWhole ? [200, 400, 401, 403, 409, 429] : [200, 400, 401, 403];
    expect([...statuses.keys()].toSorted((a, b) => a - b)).toEqual(expect.arrayContaining(met));
    expect(statuses.get(200)).toBeGreaterThan(isWhole ? 200 : 80);
  });

  test('a proxy that would have reported a difference', async () => {
    const wrong = responseViolations(
      new Headers({
        'sl-violations':
          '[{"location":["response","body","id"],"severity":"Error","message":"must be integer"},{"location":["request"],"severity":"Error","message":"x"}]',
      }),
    );
    expect(wrong).toEqual(['response.body.id must be integer']);
  });
});
