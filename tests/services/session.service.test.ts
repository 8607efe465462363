import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../server/database/transaction.ts';
import type { SessionState } from '../../server/generated/operations.gen.ts';
import { openPieces, sealPieces } from '../../server/sessions/evidence/session-vault.ts';
import type { Session } from '../../server/sessions/session/session.repository.ts';
import {
  changeState,
  createDemoSession,
  createSession,
  getSession,
  getSessionByToken,
  redactSession,
} from '../../server/sessions/session/session.service.ts';
import { STATES, TRANSITIONS } from '../../server/sessions/session/session.state.ts';
import { viewSession } from '../../server/sessions/session/session.view.ts';
import { createExpiryWorker, createPurgeWorker } from '../../server/sessions/session.workers.ts';
import { createServiceWorld, type ServiceWorld } from '../support/server/service-world.ts';

const DAY = 86_400;

let world: ServiceWorld;
let merchant: number;

beforeAll(async () => {
  world = await createServiceWorld();
  merchant = await world.merchant('ACTIVE');
});
afterAll(() => world.close());

const create = (options = {}, account = merchant) =>
  inTransaction(world.callOf(account), (ctx) => createSession(ctx, options));
const createDemo = () => inTransaction(world.ctx, (ctx) => createDemoSession(ctx, {}));
const get = (id: number) => getSession(world.callOf(merchant), { id });
const getByToken = (token: string) => getSessionByToken(world.ctx, token);
const view = async (id: number) => viewSession(world.ctx, await get(id));
const redact = (session: Session) => inTransaction(world.ctx, (ctx) => redactSession(ctx, session, 'REQUEST'));

const PATHS: Record<SessionState, SessionState[]> = {
  CREATED: [],
  INITIATED: ['INITIATED'],
  COMPLETED: ['INITIATED', 'COMPLETED'],
  FAILED: ['FAILED'],
  ABORTED: ['ABORTED'],
  REJECTED: ['INITIATED', 'COMPLETED', 'REJECTED'],
  APPROVED: ['INITIATED', 'COMPLETED', 'APPROVED'],
};

async function sessionIn(state: SessionState, options = {}): Promise<number> {
  const { id } = await create(options);
  for (const to of PATHS[state]) await change(id, to);
  return id;
}

const change = (id: number, to: SessionState) =>
  inTransaction(world.ctx, (ctx) =>
    changeState(ctx, {
      id,
      to,
      ...(to === 'FAILED' && { failure_code: 'read_error' as const }),
      ...(to === 'REJECTED' && { failure_code: 'malformed' as const }),
      ...(to === 'COMPLETED' && { chip: '{}' }),
    }),
  );

const usage = () =>
  world.ctx.db
    .selectFrom('usage_days')
    .selectAll()
    .where('merchant_id', '=', merchant)
    .orderBy('day')
    .orderBy('specimen')
    .execute();
const eventsOf = (session_id: number) =>
  world.ctx.db.selectFrom('callbacks').selectAll().where('session_id', '=', session_id).orderBy('id').execute();

describe("changes of a session's state", () => {
  for (const from of STATES) {
    test(`from ${from} happen only along the table`, async () => {
      for (const to of STATES.filter((state) => state !== 'CREATED')) {
        const id = await sessionIn(from);
        const changed = await change(id, to);
        expect(changed?.state, `${from}→${to}`).toBe(TRANSITIONS[from].includes(to) ? to : undefined);
        const { state, ended } = await get(id);
        expect(state).toBe(changed ? to : from);
        expect(ended !== null).toBe(TRANSITIONS[state].length === 0);
      }
    });
  }

  test('that are concurrent have one winner, one callback and one count', async () => {
    const id = await sessionIn('INITIATED', { callback_url: 'https://shop.example/callback' });
    const [before] = await usage();
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, index) => change(id, index % 2 ? 'FAILED' : 'ABORTED')),
    );
    expect(results.filter(Boolean)).toHaveLength(1);
    const events = await eventsOf(id);
    expect(events).toHaveLength(2);
    const [after] = await usage();
    const failed = results.find(Boolean)?.state === 'FAILED' ? 1 : 0;
    expect(after!.failed - before!.failed).toBe(failed);
  });

  test('name the previous state, and carry reference and failure but nothing else', async () => {
    const id = await sessionIn('REJECTED', { callback_url: 'https://shop.example/callback', reference: 'order 1' });
    const payloads = (await eventsOf(id)).map(({ payload }) => JSON.parse(payload));
    expect(payloads.map(({ data }) => [data.previous_state, data.state])).toEqual([
      ['CREATED', 'INITIATED'],
      ['INITIATED', 'COMPLETED'],
      ['COMPLETED', 'REJECTED'],
    ]);
    // Contains `specimen`, because in local mode every session accepts specimens.
    expect(Object.keys(payloads[2].data).sort()).toEqual([
      'failure',
      'id',
      'previous_state',
      'reference',
      'specimen',
      'state',
    ]);
    expect(payloads[2].data.failure).toEqual({
      code: 'malformed',
      message: expect.any(String),
      retryable: true,
      help_url: expect.stringMatching(/\/failure-guide#malformed$/),
    });
  });

  test('are rolled back with their callback and count when the transaction fails', async () => {
    const id = await sessionIn('INITIATED', { callback_url: 'https://shop.example/callback' });
    const before = { events: await eventsOf(id), usage: await usage() };
    await expect(
      inTransaction(world.ctx, async (ctx) => {
        await changeState(ctx, { id, to: 'FAILED', failure_code: 'read_error' });
        throw new Error('disk full');
      }),
    ).rejects.toThrow('disk full');
    expect({ events: await eventsOf(id), usage: await usage() }).toEqual(before);
    expect((await get(id)).state).toBe('INITIATED');
  });

  test('of demo sessions are neither counted nor reported', async () => {
    const before = await usage();
    const { id } = await createDemo();
    await change(id, 'INITIATED');
    await change(id, 'FAILED');
    expect(await usage()).toEqual(before);
    expect(await eventsOf(id)).toEqual([]);
  });
});

describe('session tokens', () => {
  test('open their own session', async () => {
    const { id, token } = await create();
    expect((await getByToken(token)).session.id).toBe(id);
  });

  test('that are wrong, of another session or malformed find nothing, with the same error', async () => {
    const [one, other] = [await create(), await create()];
    const secret = one.token.split('.')[1]!;
    // The last character has two unused bits, but a different spelling of the same bytes is a different token.
    const last = secret.at(-1)!;
    const respelled = String.fromCharCode(
      last.charCodeAt(0) + (last === 'Z' || last === 'z' || last === '9' || last === '-' || last === '_' ? -1 : 1),
    );
    const wrong = [
      `${other.id}.${secret}`,
      `${one.id}.${secret.slice(0, -1)}${respelled}`,
      `${one.id}.${secret}x`,
      `0${one.token}`,
      `${one.id}.`,
      'x'.repeat(40),
      `99999999999999999.${secret}`,
    ];
    for (const token of wrong)
      await expect(getByToken(token), token).rejects.toThrow('No session found for this token');
  });

  test('are stored as hashes only', async () => {
    const { id, token } = await create();
    const row = await world.ctx.db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(token.split('.')[1]);
    expect(row.secret_hash).toHaveLength(32);
  });
});

describe('billing', () => {
  test('stops new sessions when it is inactive or the trial is over', async () => {
    const trial = await world.merchant('TRIAL');
    const inactive = await world.merchant('INACTIVE');
    const attempt = (account: number) => create({}, account);
    await expect(attempt(inactive)).rejects.toMatchObject({ status: 403, code: 'billing_inactive' });
    world.advance(30 * DAY - 1);
    await expect(attempt(trial)).resolves.toMatchObject({ token: expect.any(String) });
    world.advance(1);
    await expect(attempt(trial)).rejects.toMatchObject({ status: 403, code: 'billing_inactive' });
  });
});

describe('the expiry of a session', () => {
  test('fails an open session on time, and every reader sees it immediately', async () => {
    const { id, token } = await create({ callback_url: 'https://shop.example/callback' });
    world.advance(DAY - 1);
    expect((await get(id)).state).toBe('CREATED');
    world.advance(1);
    const session = await get(id);
    expect(await viewSession(world.ctx, session)).toMatchObject({
      state: 'FAILED',
      failure: { code: 'session_expired', retryable: true },
    });
    expect((await getByToken(token)).session.state).toBe('FAILED');
    expect(await eventsOf(id)).toHaveLength(1);
  });

  test('is done by the worker for sessions that nobody reads, and it knows when the next is due', async () => {
    const ids = [await sessionIn('CREATED'), await sessionIn('INITIATED'), await sessionIn('COMPLETED')];
    const worker = createExpiryWorker(world.ctx);
    expect(await worker.run()).toBeLessThanOrEqual(DAY * 1000);
    world.advance(DAY);
    await worker.run();
    const rows = await world.ctx.db.selectFrom('sessions').select(['id', 'state']).where('id', 'in', ids).execute();
    expect(ids.map((id) => rows.find((row) => row.id === id)?.state)).toEqual(['FAILED', 'FAILED', 'COMPLETED']);
  });

  test('comes after one hour for demo sessions', async () => {
    const { token } = await createDemo();
    world.advance(3_599);
    expect((await getByToken(token)).session.state).toBe('CREATED');
    world.advance(1);
    expect((await getByToken(token)).session.state).toBe('FAILED');
  });
});

const KINDS = [
  ...(['identity', 'portrait', 'portrait_jpeg', 'face', 'face_jpeg'] as const),
  ...(['signature_image', 'evidence', 'proof', 'chip_authentication'] as const),
];

describe('identity data', () => {
  const seal = async (id: number, text = '{}') =>
    inTransaction(world.ctx, (ctx) => sealPieces(ctx, { id, merchant_id: merchant }, { identity: Buffer.from(text) }));

  test('is unreadable at rest and bound to its account, session and kind', async () => {
    const [one, other] = [await sessionIn('COMPLETED'), await sessionIn('COMPLETED')];
    await seal(one, 'one');
    await seal(other, 'other');
    const { db } = world.ctx;
    expect((await openPieces(world.ctx, { id: one, merchant_id: merchant }, KINDS)).identity?.toString()).toBe('one');
    await expect(openPieces(world.ctx, { id: one, merchant_id: merchant + 1 }, KINDS)).rejects.toThrow();

    const stolen = await db
      .selectFrom('session_keys')
      .select('wrapped_key')
      .where('session_id', '=', other)
      .executeTakeFirstOrThrow();
    const sealed = await db
      .selectFrom('session_sealed')
      .select('sealed')
      .where('session_id', '=', other)
      .executeTakeFirstOrThrow();
    await db.updateTable('session_sealed').set(sealed).where('session_id', '=', one).execute();
    await expect(openPieces(world.ctx, { id: one, merchant_id: merchant }, KINDS)).rejects.toThrow();
    await db.updateTable('session_keys').set(stolen).where('session_id', '=', one).execute();
    await expect(openPieces(world.ctx, { id: one, merchant_id: merchant }, KINDS)).rejects.toThrow();
  });

  test("is destroyed with its key 24 hours after the end, with the device's address and user agent", async () => {
    const id = await sessionIn('COMPLETED');
    await seal(id);
    await world.ctx.db
      .updateTable('sessions')
      .set({ user_ip: '192.0.2.7', user_agent: 'Phone' })
      .where('id', '=', id)
      .execute();
    await change(id, 'APPROVED');
    let checkpoints = 0;
    const worker = createPurgeWorker(world.ctx, async () => void checkpoints++);
    await worker.run();
    world.advance(DAY - 1);
    await worker.run();
    const { db } = world.ctx;
    expect(await view(id)).toMatchObject({
      user_ip: '192.0.2.7',
    });
    expect(Object.keys(await openPieces(world.ctx, { id, merchant_id: merchant }, KINDS))).toEqual(['identity']);
    const before = checkpoints;
    const at = world.advance(1);
    await worker.run();
    expect(checkpoints).toBe(before + 1);
    expect(await openPieces(world.ctx, { id, merchant_id: merchant }, KINDS)).toEqual({});
    for (const table of ['session_keys', 'session_sealed'] as const) {
      expect(await db.selectFrom(table).selectAll().where('session_id', '=', id).execute()).toEqual([]);
    }
    const shown = await view(id);
    expect(shown).toMatchObject({ state: 'APPROVED', redacted: at.toISOString() });
    expect(shown).not.toHaveProperty('user_ip');
    expect(shown).not.toHaveProperty('user_agent');
  });

  test('is deleted immediately when the session is redacted, and a checkpoint follows', async () => {
    const id = await sessionIn('COMPLETED');
    await seal(id);
    await change(id, 'APPROVED');
    let checkpoints = 0;
    const worker = createPurgeWorker(world.ctx, async () => void checkpoints++);
    await worker.run();
    const before = checkpoints;
    world.advance(1);
    const session = await get(id);
    const redacted = await redact(session);
    expect(redacted.redacted).not.toBeNull();
    expect(await openPieces(world.ctx, session, KINDS)).toEqual({});
    await worker.run();
    expect(checkpoints).toBe(before + 1);
    world.advance(5);
    const again = await redact(redacted);
    expect(again.redacted).toBe(redacted.redacted);
  });

  test('of a session that has not ended is not touched', async () => {
    const id = await sessionIn('INITIATED');
    const session = await get(id);
    expect(await redact(session)).toEqual(session);
  });
});
