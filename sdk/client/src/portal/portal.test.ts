import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest';
import { ServerError, type SigillError } from '../errors.ts';
import { problem, serve } from '../testing/scripted-server.ts';
import { connectPortal, createPortalClient } from './portal.ts';
import { sessionCreateMutation, sessionGetOptions, sessionListOptions } from './react-query.ts';

afterEach(() => vi.unstubAllGlobals());

function portalOf(baseUrl: string, options: Parameters<typeof createPortalClient>[0] = {}) {
  const waits: number[] = [];
  vi.stubGlobal('document', { cookie: 'theme=dark; XSRF-TOKEN=a%2Bb' });
  const client = createPortalClient({
    fetch: (path, init) => fetch(`${baseUrl}${path}`, init),
    sleep: async (delayMs) => void waits.push(delayMs),
    random: () => 0,
    logLevel: 'off',
    ...options,
  });
  return { client, waits };
}

describe('the portal client', () => {
  test('sends the current access token and the cookie header with each attempt', async () => {
    await using server = await serve(problem(503), {});
    let renewals = 0;
    const { client } = portalOf(server.baseUrl, { accessToken: async () => `token-${++renewals}` });
    await client.user.createServiceUser();
    expect(server.received.map(({ headers }) => [headers.authorization, headers['x-xsrf-token']])).toEqual([
      ['Bearer token-1', 'a+b'],
      ['Bearer token-2', 'a+b'],
    ]);
    expect(server.received[0]?.headers['idempotency-key']).toBe(server.received[1]?.headers['idempotency-key']);
  });

  test('asks for no token where none is needed, so that the token itself can be renewed', async () => {
    await using server = await serve();
    const accessToken = vi.fn();
    await portalOf(server.baseUrl, { accessToken }).client.bearer.renew({ refresh_token: 'r' });
    expect(accessToken).not.toHaveBeenCalled();
    expect(server.received[0]?.headers).not.toHaveProperty('authorization');
  });

  test('sends no cookie to another origin', async () => {
    await using server = await serve();
    await portalOf('', { baseUrl: server.baseUrl, fetch }).client.demo.create();
    expect(server.received[0]?.headers).not.toHaveProperty('x-xsrf-token');
  });

  test('retries after 3 and 6 seconds, then throws', async () => {
    await using server = await serve(problem(502));
    const { client, waits } = portalOf(server.baseUrl);
    await expect(client.demo.create()).rejects.toBeInstanceOf(ServerError);
    expect(waits).toEqual([3000, 6000]);
  });

  test('throws at once when the service asks for a long wait', async () => {
    await using server = await serve({ status: 429, headers: { 'retry-after': '30' } });
    const { client, waits } = portalOf(server.baseUrl);
    await expect(client.demo.create()).rejects.toMatchObject({ status: 429 });
    expect(waits).toEqual([]);
  });

  test('refuses an unknown option, a check that a compiled app need not carry', async () => {
    const misspelt: object = { accesToken: () => 'token' };
    expect(() => createPortalClient(misspelt)).toThrow('Unknown option: accesToken. Did you mean accessToken?');
    expect(() => connectPortal(misspelt)).not.toThrow();
    const call: object = { retries: 1 };
    await using server = await serve();
    const { client } = portalOf(server.baseUrl);
    await expect(client.demo.create({}, call)).rejects.toThrow('Unknown option: retries.');
  });

  test('throws the error of a failed token renewal unchanged', async () => {
    await using server = await serve(problem(503));
    const { client, waits } = portalOf(server.baseUrl, {
      accessToken: async () => (await client.bearer.renew({ refresh_token: 'r' })).access_token,
    });
    await expect(client.user.self()).rejects.toMatchObject({ status: 503 });
    expect(waits).toEqual([3000, 6000]);
    expect(server.received.every(({ path }) => path === '/api/v1/bearer.renew')).toBe(true);
  });
});

describe('the Query options', () => {
  test('use the client created last and return the data', async () => {
    await using server = await serve({ body: { sessions: [{ id: 1 }] } });
    portalOf(server.baseUrl, { accessToken: () => 'token' });
    const data = await new QueryClient().fetchQuery(sessionListOptions({ state: 'APPROVED' }));
    expectTypeOf(data.sessions[0]?.id).toEqualTypeOf<number | undefined>();
    expect(data).toEqual({ sessions: [{ id: 1 }] });
    expect(server.received).toMatchObject([
      { body: { state: 'APPROVED' }, headers: { authorization: 'Bearer token' } },
    ]);
  });

  test('have typed errors', async () => {
    await using server = await serve(problem(404, 'not_found', 'No session found with id: 1'));
    portalOf(server.baseUrl);
    const options = sessionGetOptions({ id: 1 });
    expectTypeOf<Extract<typeof options.throwOnError, (...args: never) => unknown>>()
      .parameter(0)
      .toEqualTypeOf<SigillError>();
    await expect(new QueryClient().fetchQuery({ ...options, retry: false })).rejects.toMatchObject({
      message: 'No session found with id: 1',
    });
  });

  test('create mutations', async () => {
    await using server = await serve();
    portalOf(server.baseUrl);
    const client = new QueryClient();
    const mutation = client.getMutationCache().build(client, sessionCreateMutation());
    expect(await mutation.execute({ reference: 'a' })).toMatchObject({ id: 1 });
    expect(server.received[0]?.body).toEqual({ reference: 'a' });
  });

  test('end their call when the query is cancelled', async () => {
    await using server = await serve(() => void client.cancelQueries());
    const { waits } = portalOf(server.baseUrl);
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    await expect(client.fetchQuery(sessionListOptions())).rejects.toThrow('CancelledError');
    expect(waits).toEqual([]);
  });

  test('name the address of the page when there is no response, without the hint for developers', async () => {
    vi.stubGlobal('location', { origin: 'https://id.shop.example' });
    // A browser tells a page no more than this about a lost network.
    const fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const { client } = portalOf('', { fetch, maxRetries: 0 });
    await expect(client.demo.create()).rejects.toMatchObject({
      message: 'Could not reach https://id.shop.example.',
      code: 'connection_failed',
      url: 'https://id.shop.example/api/v1/demo.create',
    });
  });
});
