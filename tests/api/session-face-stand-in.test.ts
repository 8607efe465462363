/** Local mode's stand-in for a face provider: each outcome that it can be asked for, met by an integrator through the public API. */
// SQLite only: faces are compared outside the database.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
});
afterAll(() => server?.stop());
beforeEach(() => choose('off'));

const face = { face_verification: true };
const choose = (choice: string) => server.local<{ choice: string }>('face/choice', { choice });
const get = (id: number) => world.succeed('session.get', { id }, { basic: world.account.basic });
const matchOf = async (id: number) => {
  const session = await get(id);
  return 'chip' in session ? session.chip?.face_match : undefined;
};

test.each([
  ['passed', 'APPROVED', undefined, { score: '0.9800', liveness: { score: '0.9700', threshold: '0.5000' } }],
  ['mismatch', 'REJECTED', 'face_mismatch', { score: '0.1200' }],
  ['not_live', 'REJECTED', 'liveness_failed', { score: '0.9800', liveness: { score: '0.0800', threshold: '0.5000' } }],
  ['slow', 'APPROVED', undefined, { score: '0.9800', liveness: { score: '0.9700', threshold: '0.5000' } }],
] as const)(
  'asked for %s, a live session is %s, by a provider that says it is a stand-in',
  async (choice, state, code, shown) => {
    await choose(choice);
    const { id, token } = await world.session(face);
    expect(await world.read('genuine', token)).toMatchObject({ state, ...(code && { failure: { code } }) });
    expect(await matchOf(id)).toEqual({
      ...{ matcher: 'http', provider: 'Stand-in, decides nothing', threshold: '0.5000' },
      ...shown,
    });
  },
  60_000,
);

test.each(['unavailable', 'nonsense'])(
  'asked to be %s, it leaves the session COMPLETED until it responds',
  async (choice) => {
    await choose(choice);
    const { id, token } = await world.session(face);
    expect(await world.read('genuine', token)).toEqual({ state: 'COMPLETED' });
    await choose('passed');
    await server.advance('PT91S');
    const ended = await eventually(async () => {
      const session = await get(id);
      return session.state !== 'COMPLETED' && session.state;
    }, 'the verdict');
    expect(ended).toBe('APPROVED');
  },
);

test('demos meet the same outcomes, and without a choice a demonstration compares and checks no liveness', async () => {
  await choose('not_live');
  const first = await world.succeed('demo.create', face);
  expect(await world.read('genuine', first.token)).toMatchObject({ failure: { code: 'liveness_failed' } });
  await choose('off');
  const second = await world.succeed('demo.create', face);
  await world.read('genuine', second.token);
  const session = await world.succeed('demo.get', { token: second.token });
  expect('chip' in session && session.chip?.face_match).toEqual({
    matcher: 'specimen',
    score: expect.any(String),
    threshold: '0.9000',
  });
});

test('its page says that it is a stand-in, shows what is chosen, and takes a choice from a form', async () => {
  const form = await fetch(`${server.base}/_local/face/choice`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'choice=mismatch',
  });
  const page = await form.text();
  expect(page).toContain('This is a stand-in. It looks at no picture');
  expect(page).toMatch(/value="mismatch" aria-pressed="true"/);
  expect(await (await fetch(`${server.base}/_local/`)).text()).toContain('href="/_local/face/"');
  const wrong = await fetch(`${server.base}/_local/face/choice`, { method: 'POST', body: '{"choice":"maybe"}' });
  expect([wrong.status, await wrong.json()]).toEqual([
    400,
    { error: expect.stringMatching(/^choice must be one of off, passed, /), code: 'invalid_value' },
  ]);
});
