import { afterAll, expect, test } from 'vitest';
import { callbacks } from '../../sdk/client/src/callbacks.ts';
import { createReceiver } from '../support/server/receiver.ts';
import { createTestServer } from '../support/server/test-server.ts';

const server = await createTestServer();
afterAll(() => server.stop());

test('a test event goes to any address, signed and marked, and its response is shown without the body', async () => {
  const account = await server.account();
  const { bearer } = account;
  const { secret } = (await server.call('callback.secret', {}, { bearer })).body;
  await using receiver = await createReceiver(() => ({
    status: 202,
    body: 'what only the service may see',
    headers: { 'content-type': 'text/plain', 'x-internal': 'yes' },
  }));
  for (const state of ['INITIATED', 'COMPLETED', 'APPROVED', 'REJECTED', 'FAILED', 'ABORTED'] as const) {
    const { status, body, text } = await server.call('callback.test', { url: receiver.url, state }, { bearer });
    expect([status, body.status_code, body.content_type], text).toEqual([200, 202, 'text/plain']);
    const { headers, raw } = receiver.received.at(-1)!;
    expect(raw).toBe(body.sent.body);
    const event = await callbacks.unwrap(raw, headers, secret, { now: server.deps.clock.now() });
    expect(event).toMatchObject({ test: true, type: 'session.state_changed', data: { state, reference: 'test' } });
    // The service sends properties in the contract's order, so the library notices a body that was serialized again.
    const { test, id, ...others } = JSON.parse(raw);
    const reserialized = JSON.stringify({ ...others, test, id });
    await expect(callbacks.unwrap(reserialized, headers, secret)).rejects.toMatchObject({ code: 'reserialized_body' });
    expect('failure' in (event.data as object)).toBe(state === 'REJECTED' || state === 'FAILED');
    expect(text).not.toMatch(/only the service|x-internal/);
  }
  const { callbacks: listed } = (await server.call('callback.list', {}, { bearer })).body;
  expect(listed).toEqual([]);
  const { entries } = (await server.call('audit.list', {}, { bearer })).body;
  expect(entries.filter(({ action }) => action === 'callback.test')).toHaveLength(6);
});

test('a test event to an unreachable host says why, and its address must follow the rules for callbacks', async () => {
  const { bearer } = await server.account();
  const gone = await createReceiver();
  await gone[Symbol.asyncDispose]();
  const nobody = await server.call('callback.test', { url: gone.url, state: 'APPROVED' }, { bearer });
  expect(nobody.body).toMatchObject({ error: 'Connection refused', sent: { body: expect.any(String) } });
  expect(nobody.body).not.toHaveProperty('status_code');
  for (const url of ['http://192.168.0.1/hook', 'https://169.254.169.254/latest', 'https://a:b@shop.example/'])
    expect(await server.call('callback.test', { url, state: 'APPROVED' }, { bearer })).toMatchObject({
      status: 400,
      body: { code: 'callback_url_not_allowed' },
    });
});

test('test events are rate limited for each account', async () => {
  const { bearer } = await server.account();
  const test = () =>
    server.call('callback.test', { url: `${server.base}/_local/callbacks/t`, state: 'APPROVED' }, { bearer });
  const statuses = [];
  for (let count = 0; count < 21; count++) statuses.push((await test()).status);
  expect(statuses).toEqual([...Array<number>(20).fill(200), 429]);
});
