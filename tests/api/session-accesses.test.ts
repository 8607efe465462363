/** Who has seen a person's identity data: in the account's audit log and in the session's timeline. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { teammate } from '../support/server/team.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;
let owner: { id: number; bearer: string };
let support: { id: number; bearer: string };
const STARTS = '2026-06-01T10:05:00.000Z';

beforeAll(async () => {
  server = await createTestServer({ starts_at: STARTS });
  world = createWorld(server, await server.account());
  const { bearer } = world.account;
  owner = { id: (await world.succeed('user.self', {}, { bearer })).id, bearer };
  support = await teammate(world, world.account, 'support');
});
afterAll(() => server?.stop());

const entriesAbout = async (id: number) =>
  (await world.succeed('audit.list', { limit: 100 }, { bearer: owner.bearer })).entries
    .filter(({ target_id }) => target_id === id)
    .map(({ action, actor, user_id }) => [action, actor, user_id]);

const accessesOf = async (id: number) =>
  (await world.succeed('session.timeline', { id }, { bearer: owner.bearer })).events
    .filter(({ user_id }) => user_id !== undefined)
    .map(({ kind, user_id }) => [kind, user_id]);

describe('reading identity data in the portal', () => {
  test('is recorded once per person, session and hour, in the audit log and in the timeline', async () => {
    const { id } = await world.ended();
    const other = await world.ended();
    for (let look = 0; look < 3; look++) await world.succeed('session.get', { id }, { bearer: support.bearer });
    await world.succeed('session.get', { id }, { bearer: owner.bearer });
    await world.succeed('session.get', { id: other.id }, { bearer: owner.bearer });
    expect(await entriesAbout(id)).toEqual([
      ['session.get', 'USER', owner.id],
      ['session.get', 'USER', support.id],
    ]);
    expect(await accessesOf(id)).toEqual([
      ['VIEWED', support.id],
      ['VIEWED', owner.id],
    ]);
    expect(await entriesAbout(other.id)).toEqual([['session.get', 'USER', owner.id]]);
  });

  test('is recorded once for many concurrent reads', async () => {
    const { id } = await world.ended();
    await Promise.all(
      Array.from({ length: 12 }, () => world.succeed('session.get', { id }, { bearer: support.bearer })),
    );
    expect(await entriesAbout(id)).toEqual([['session.get', 'USER', support.id]]);
  });

  test('is recorded separately for a proof, which can be shown to others', async () => {
    const { id } = await world.ended();
    for (let proof = 0; proof < 2; proof++) await world.succeed('session.proof', { id }, { bearer: owner.bearer });
    expect(await entriesAbout(id)).toEqual([['session.proof', 'USER', owner.id]]);
    expect(await accessesOf(id)).toEqual([['PROOF_ISSUED', owner.id]]);
  });

  test.skipIf(process.env['TEST_DATABASE_URL'])('is refused with 503 if it cannot be recorded', async () => {
    const { id } = await world.ended();
    const { db } = server.ctx;
    await sql`pragma query_only = 1`.execute(db);
    const refused = await server.call('session.get', { id }, { bearer: support.bearer });
    const proof = await server.call('session.proof', { id }, { bearer: owner.bearer });
    await sql`pragma query_only = 0`.execute(db);
    expect([refused.status, proof.status]).toEqual([503, 503]);
    expect(JSON.stringify(refused.body)).not.toContain('portrait');
    expect(await entriesAbout(id)).toEqual([]);
    expect((await server.call('session.get', { id }, { bearer: support.bearer })).status).toBe(200);
  });
});

describe('no access is recorded', () => {
  test('for an API key, whose calls are in the log of requests', async () => {
    const { id } = await world.ended();
    const { basic } = world.account;
    await world.succeed('session.get', { id }, { basic });
    await world.succeed('session.proof', { id }, { basic });
    expect(await entriesAbout(id)).toEqual([]);
  });

  test('if there is no identity data: before the end, after a rejection, and after redaction', async () => {
    const { bearer } = support;
    const open = await world.session();
    const rejected = await world.ended('tampered-dg1');
    const redacted = await world.ended();
    await world.succeed('session.redact', { id: redacted.id }, { basic: world.account.basic });
    for (const { id } of [open, rejected, redacted]) await world.succeed('session.get', { id }, { bearer });
    const noted = await Promise.all([open, rejected, redacted].map(({ id }) => entriesAbout(id)));
    expect(noted.flat().filter(([action]) => action === 'session.get')).toEqual([]);
  });

  test('for a specimen session, whose data belongs to nobody', async () => {
    const { id } = await world.ended('genuine', { specimen: true });
    await world.succeed('session.get', { id }, { bearer: support.bearer });
    expect(await entriesAbout(id)).toEqual([]);
  });
});

test('each callback that a person resends is recorded with its session', async () => {
  const callback = await world.delivered();
  const { session_id } = await world.succeed('callback.get', { id: callback }, { bearer: support.bearer });
  await world.succeed('callback.resend', { id: callback }, { bearer: support.bearer });
  await eventually(
    async () =>
      (await world.succeed('callback.get', { id: callback }, { bearer: support.bearer })).state === 'DELIVERED',
    'the callback to be delivered again',
  );
  await world.succeed('callback.resend', { id: callback }, { bearer: support.bearer });
  expect((await entriesAbout(session_id!)).filter(([action]) => action === 'callback.resend')).toEqual([
    ['callback.resend', 'USER', support.id],
    ['callback.resend', 'USER', support.id],
  ]);
  expect((await accessesOf(session_id!)).filter(([kind]) => kind === 'CALLBACK_RESENT')).toEqual([
    ['CALLBACK_RESENT', support.id],
    ['CALLBACK_RESENT', support.id],
  ]);
});

test('a person who looks again in the next hour is recorded again', async () => {
  const { id } = await world.ended();
  await world.succeed('session.get', { id }, { bearer: owner.bearer });
  await server.advance('PT1H');
  const { email, password } = world.account;
  owner.bearer = (await world.succeed('password.authenticate', { email, password })).access_token;
  for (let look = 0; look < 2; look++) await world.succeed('session.get', { id }, { bearer: owner.bearer });
  expect(await entriesAbout(id)).toEqual(Array(2).fill(['session.get', 'USER', owner.id]));
});
