/** The counts behind usage and overview equal a plain count of the sessions, whatever happens to the sessions, even concurrently. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../server/database/transaction.ts';
import type { FailureCode, SessionState } from '../../server/generated/operations.gen.ts';
import { findSessionById } from '../../server/sessions/session/session.repository.ts';
import { changeState, createDemoSession, createSession } from '../../server/sessions/session/session.service.ts';
import { noteOpened } from '../../server/sessions/session/session-timeline.service.ts';
import { spanOf } from '../../server/sessions/usage/result-time.ts';
import { trials } from '../support/runs/trials.ts';
import { createServiceWorld, type ServiceWorld } from '../support/server/service-world.ts';

let world: ServiceWorld;
beforeAll(async () => {
  world = await createServiceWorld();
});
afterAll(() => world.close());

const PLATFORMS = ['IOS', 'ANDROID', 'WEB', 'CLI'] as const;
const COUNTRIES = ['SE', 'DE', undefined] as const;
const REASONS: FailureCode[] = ['read_error', 'session_expired', 'nfc_lost'];
const REJECTIONS: FailureCode[] = ['document_expired', 'issuer_unknown'];

/**
 * `to` is the state that the session reaches, or `opened` when its link is opened. `fact` chooses the facts that come with it. With
 * `breaks`, the transaction fails if `fact` is 0.
 */
const step = fc.record({
  session: fc.nat({ max: 11 }),
  to: fc.constantFrom<(SessionState | 'opened')[]>(
    'opened',
    'opened',
    'INITIATED',
    'COMPLETED',
    'APPROVED',
    'REJECTED',
    'FAILED',
    'ABORTED',
  ),
  fact: fc.nat({ max: 5 }),
  breaks: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const history = fc.record({
  kinds: fc.array(fc.constantFrom('mine', 'mine', 'theirs', 'specimen', 'demo'), { minLength: 4, maxLength: 12 }),
  rounds: fc.array(
    fc.record({ seconds: fc.nat({ max: 40_000 }), steps: fc.array(step, { minLength: 1, maxLength: 10 }) }),
    { minLength: 1, maxLength: 5 },
  ),
});

test('usage counts equal a plain count over the sessions', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ kinds, rounds }) => {
      const [mine, theirs] = [await world.merchant('ACTIVE'), await world.merchant('ACTIVE')];
      const sessions = await Promise.all(
        kinds.map(async (kind) => {
          if (kind === 'demo') return inTransaction(world.ctx, (ctx) => createDemoSession(ctx, {}));
          const caller = world.callOf(kind === 'theirs' ? theirs : mine);
          return inTransaction(caller, (ctx) => createSession(ctx, { specimen: kind === 'specimen' }));
        }),
      );
      /** The facts that are counted but not stored with the session, by session. */
      const given = new Map<number, { platform?: string; document_country?: string | undefined }>();
      for (const { seconds, steps } of rounds) {
        world.advance(seconds);
        await Promise.all(steps.map((drawn) => take(sessions[drawn.session % sessions.length]!.id, drawn, given)));
      }
      expect([await counts(mine), await counts(theirs)]).toEqual([
        await plainCounts(mine, given),
        await plainCounts(theirs, given),
      ]);
    }),
    trials(12),
  );
});

async function take(id: number, { to, fact, breaks }: Step, given: Map<number, object>): Promise<void> {
  if (to === 'opened') return noteOpened(world.ctx, (await findSessionById(world.ctx.db, id))!);
  const facts = {
    ...(to === 'INITIATED' && { platform: PLATFORMS[fact % 4]! }),
    ...(to === 'FAILED' && { failure_code: REASONS[fact % 3]! }),
    ...(to === 'REJECTED' && { failure_code: REJECTIONS[fact % 2]! }),
    ...(to === 'COMPLETED' && { chip: '{}' }),
    ...((to === 'APPROVED' || to === 'REJECTED') && { document_country: COUNTRIES[fact % 3] }),
  };
  await inTransaction(world.ctx, async (ctx) => {
    const changed = await changeState(ctx, { id, to, ...facts });
    if (breaks && fact === 0) throw new Broken();
    if (changed) given.set(id, { ...given.get(id), ...facts });
  }).catch((error: unknown) => {
    if (!(error instanceof Broken)) throw error;
  });
}

class Broken extends Error {}

interface Counts {
  days: string[];
  parts: string[];
}

async function counts(merchant_id: number): Promise<Counts> {
  const { db } = world.ctx;
  const days = await db.selectFrom('usage_days').selectAll().where('merchant_id', '=', merchant_id).execute();
  const parts = await db.selectFrom('usage_parts').selectAll().where('merchant_id', '=', merchant_id).execute();
  return {
    days: days
      .flatMap(({ merchant_id: _, day, specimen, ...states }) =>
        Object.entries(states).flatMap(([state, count]) => (count > 0 ? [`${day} ${specimen} ${state} ${count}`] : [])),
      )
      .sort(),
    parts: parts.map(({ day, specimen, kind, name, count }) => `${day} ${specimen} ${kind} ${name} ${count}`).sort(),
  };
}

const PASSED: Partial<Record<SessionState, string[]>> = {
  CREATED: [],
  INITIATED: ['initiated'],
  COMPLETED: ['initiated', 'completed'],
  APPROVED: ['initiated', 'completed', 'approved'],
  REJECTED: ['initiated', 'completed', 'rejected'],
};

async function plainCounts(
  merchant_id: number,
  given: Map<number, { platform?: string; document_country?: string | undefined }>,
): Promise<Counts> {
  const { db } = world.ctx;
  const rows = await db.selectFrom('sessions').selectAll().where('merchant_id', '=', merchant_id).execute();
  const [days, parts] = [new Map<string, number>(), new Map<string, number>()];
  for (const { id, state, created, opened, initiated, ended, specimen_only, failure_code } of rows) {
    const add = (to: Map<string, number>, what: string) => {
      const key = `${created.slice(0, 10)} ${specimen_only} ${what}`;
      to.set(key, (to.get(key) ?? 0) + 1);
    };
    const begun = initiated === null ? [] : ['initiated'];
    for (const passed of ['created', ...(PASSED[state] ?? [...begun, state.toLowerCase()])]) add(days, passed);
    if (opened !== null || initiated !== null) add(days, 'opened');
    const { platform, document_country } = given.get(id) ?? {};
    if (platform) add(parts, `platform ${platform}`);
    if (state === 'FAILED') add(parts, `failure ${failure_code}`);
    if (state === 'REJECTED') add(parts, `rejection ${failure_code}`);
    if (state !== 'APPROVED' && state !== 'REJECTED') continue;
    if (document_country) add(parts, `${state.toLowerCase()}_country ${document_country}`);
    add(parts, `result_time ${spanOf(Date.parse(ended!) - Date.parse(created))}`);
  }
  const lines = (counted: Map<string, number>) => [...counted].map(([key, count]) => `${key} ${count}`).sort();
  return { days: lines(days), parts: lines(parts) };
}
