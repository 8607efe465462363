import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { storage } from '../storage/storage';
import { sigill } from './client';
import { type Credentials, credentials } from './credentials';

const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
const tokens = (name: string, access_s: number, refresh_s = 3600): Credentials => ({
  access_token: `access-${name}`,
  access_token_expires: at(access_s),
  refresh_token: `refresh-${name}`,
  refresh_token_expires: at(refresh_s),
});

type Call = { name: string; headers: Headers; body: unknown };
type Answer = { status?: number; body: object };

let calls: Call[];

function serve(answer: (call: Call) => Answer) {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const call = {
      name: String(url).split('/').at(-1) ?? '',
      headers: new Headers(init.headers),
      body: JSON.parse(String(init.body)),
    };
    calls.push(call);
    await Promise.resolve();
    const { status = 200, body } = answer(call);
    return new Response(JSON.stringify(body), { status });
  });
}

const ANSWERS: Record<string, object> = {
  'user.self': {
    id: 1,
    type: 'PASSWORD',
    role: 'owner',
    email: 'a@b.example',
    email_verified: true,
    alias: 'a',
    created: at(0),
  },
  'user.list': { users: [] },
  'dashboard.usage': { today: {}, last_30_days: {}, last_90_days: {}, days: [] },
  'demo.create': { id: 1, token: 'token' },
};
const good = ({ name }: Call): Answer => ({ body: ANSWERS[name] ?? {} });
const problem = (status: number, code: string): Answer => ({
  status,
  body: { error: code, code, request_id: 'req_1' },
});
const tokenOf = ({ headers }: Call) => headers.get('authorization');
const named = (name: string) => calls.filter((call) => call.name === name);

beforeEach(() => {
  calls = [];
  vi.stubGlobal('document', { cookie: 'other=1; XSRF-TOKEN=csrf-1' });
});
afterEach(() => {
  credentials.clear();
  vi.unstubAllGlobals();
});

describe('the client', () => {
  test('sends the access token and repeats the CSRF cookie in a header', async () => {
    credentials.set(tokens('old', 600));
    serve(good);
    await sigill.user.self();
    expect(calls.map(tokenOf)).toEqual(['Bearer access-old']);
    expect(calls[0]?.headers.get('x-xsrf-token')).toBe('csrf-1');
  });

  test('sends no token with public calls', async () => {
    credentials.set(tokens('old', 600));
    serve(good);
    await sigill.demo.create();
    expect(calls.map(tokenOf)).toEqual([null]);
  });

  test('renews a token with less than 60 s left, once for concurrent calls', async () => {
    credentials.set(tokens('old', 59));
    serve((call) => (call.name === 'bearer.renew' ? { body: tokens('new', 900) } : good(call)));
    await Promise.all([sigill.user.self(), sigill.user.list(), sigill.dashboard.usage()]);
    expect(named('bearer.renew').map(({ body }) => body)).toEqual([
      { access_token: 'access-old', refresh_token: 'refresh-old' },
    ]);
    expect(calls.filter(({ name }) => name !== 'bearer.renew').map(tokenOf)).toEqual(
      Array(3).fill('Bearer access-new'),
    );
    expect(credentials.get()?.refresh_token).toBe('refresh-new');
  });

  test('renews a missing access token with the refresh token', async () => {
    const { refresh_token, refresh_token_expires } = tokens('old', 59);
    storage.set('credentials', JSON.stringify({ refresh_token, refresh_token_expires }));
    serve((call) => (call.name === 'bearer.renew' ? { body: tokens('new', 900) } : good(call)));
    await sigill.user.self();
    expect(named('bearer.renew').map(({ body }) => body)).toEqual([{ refresh_token: 'refresh-old' }]);
    expect(named('user.self').map(tokenOf)).toEqual(['Bearer access-new']);
  });

  test('does not renew a token with more than 60 s left', async () => {
    credentials.set(tokens('old', 65));
    serve(good);
    await sigill.user.self();
    expect(named('bearer.renew')).toEqual([]);
  });

  test('signs out when the renewal fails', async () => {
    credentials.set(tokens('old', 10));
    serve(() => problem(401, 'invalid_credentials'));
    await expect(sigill.user.self()).rejects.toMatchObject({ status: 401 });
    expect(credentials.get()).toBeUndefined();
    expect(named('bearer.renew')).toHaveLength(1);
  });

  test('signs out without a call when the refresh token has expired', async () => {
    credentials.set(tokens('old', -1, -1));
    serve(() => problem(401, 'missing_credentials'));
    await expect(sigill.user.self()).rejects.toMatchObject({ status: 401 });
    expect(named('bearer.renew')).toEqual([]);
    expect(credentials.get()).toBeUndefined();
  });

  test('renews once and repeats the call when a token is refused early', async () => {
    credentials.set(tokens('old', 600));
    serve((call) => {
      if (call.name === 'bearer.renew') return { body: tokens('new', 900) };
      return tokenOf(call) === 'Bearer access-new' ? good(call) : problem(401, 'invalid_credentials');
    });
    await Promise.all([sigill.user.self(), sigill.user.list()]);
    expect(named('bearer.renew')).toHaveLength(1);
    expect(named('user.self').map(tokenOf)).toEqual(['Bearer access-old', 'Bearer access-new']);
  });

  test('does not treat a wrong password as a refused token', async () => {
    credentials.set(tokens('old', 600));
    serve(() => problem(401, 'wrong_credentials'));
    const change = sigill.password.changePassword({ password: 'wrong', new_password: 'better' });
    await expect(change).rejects.toMatchObject({ code: 'wrong_credentials' });
    expect(calls).toHaveLength(1);
    expect(credentials.get()).toBeDefined();
  });
});
