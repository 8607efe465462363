import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ReaderCall } from '../../sdk/reader/src/session/service-calls.ts';
import { playSpecimen } from '../../sdk/reader/src/specimen/index.ts';
import { inTransaction } from '../../server/database/transaction.ts';
import type { PortraitConverter } from '../../server/portrait/portrait-converter.ts';
import { readerOperations } from '../../server/reader/reader.operations.ts';
import { createVerificationRecoveryWorker } from '../../server/reader/verdict-recovery.worker.ts';
import { VERDICT_LEASE_SECONDS } from '../../server/sessions/evidence/verdict-claim.service.ts';
import { findSessionById } from '../../server/sessions/session/session.repository.ts';
import { createSession } from '../../server/sessions/session/session.service.ts';
import { viewSession } from '../../server/sessions/session/session.view.ts';
import { specimenBundle } from '../../server/specimen/specimens.ts';
import { createServiceWorld, IMAGES, type ServiceWorld } from '../support/server/service-world.ts';

/** Whether converting the portrait works. If not, it fails as if the process had died. */
let works: boolean;
const convert = async () => {
  if (!works) throw new Error('the process died');
  return IMAGES;
};
const portraits: PortraitConverter = {
  reserve: () => ({ portrait: convert, face: convert, [Symbol.dispose]() {} }),
  logo: async () => IMAGES.png,
  sessions: () => [],
  close: async () => {},
};

let world: ServiceWorld;
let session_id: number;

beforeEach(async () => {
  works = false;
  world = await createServiceWorld({ portraits });
  const { deps } = world;
  const merchant = await world.merchant('ACTIVE');
  const { id, token } = await inTransaction(world.callOf(merchant), (ctx) =>
    createSession(ctx, { callback_url: 'https://shop.example/cb' }),
  );
  session_id = id;
  const request = { id: 'request', ip: '192.0.2.1' };
  const call = ((name: keyof typeof readerOperations, body: never, headers?: object) => {
    const ctx = { ...world.ctx, principal: undefined, headers, request };
    // As over HTTP, each attempt has its own body.
    const own = structuredClone(body);
    return readerOperations[name]({ ...ctx, transaction: (work: never) => inTransaction(ctx, work) } as never, own);
  }) as ReaderCall;
  const reading = playSpecimen({
    call,
    specimen: specimenBundle('genuine', deps.clock.now()),
    token,
    platform: 'CLI',
    app_version: '1',
    wait: async () => {},
  });
  // The reader retries, and learns that its first attempt had arrived.
  expect(await reading).toEqual({ state: 'COMPLETED' });
});
afterEach(() => world.close());

const session = async () => (await findSessionById(world.ctx.db, session_id))!;
const sealedKinds = async () =>
  (await world.ctx.db.selectFrom('session_sealed').select('kind').where('session_id', '=', session_id).execute())
    .map(({ kind }) => kind)
    .sort();
const states = async () =>
  (
    await world.ctx.db
      .selectFrom('callbacks')
      .select('session_state')
      .where('session_id', '=', session_id)
      .orderBy('id')
      .execute()
  ).map(({ session_state }) => session_state);

describe('a session whose process died before the verdict', () => {
  test('is COMPLETED, shows its checks and keeps what the verdict needs, sealed', async () => {
    expect(await viewSession(world.ctx, await session())).toMatchObject({
      state: 'COMPLETED',
      chip: { checks: { signature: { result: 'PASSED' } } },
    });
    expect(await sealedKinds()).toEqual(['evidence']);
    expect(await states()).toEqual(['INITIATED', 'COMPLETED']);
  });

  test('is left alone while the first process may still be working on it, then ended by another', async () => {
    works = true;
    const worker = createVerificationRecoveryWorker(world.ctx);
    expect(await worker.run()).toBe(VERDICT_LEASE_SECONDS * 1000);
    expect((await session()).state).toBe('COMPLETED');
    world.advance(VERDICT_LEASE_SECONDS);
    expect(await worker.run()).toBe(Number.POSITIVE_INFINITY);
    expect(await viewSession(world.ctx, await session())).toMatchObject({
      state: 'APPROVED',
      surname: 'VINTERGLANS',
      portrait: IMAGES.png,
    });
    expect(await sealedKinds()).toEqual(['identity', 'portrait', 'portrait_jpeg', 'proof']);
    expect(await states()).toEqual(['INITIATED', 'COMPLETED', 'APPROVED']);
  });

  test('is ended once by concurrent workers', async () => {
    works = true;
    world.advance(VERDICT_LEASE_SECONDS);
    await Promise.all(Array.from({ length: 4 }, () => createVerificationRecoveryWorker(world.ctx).run()));
    expect(await states()).toEqual(['INITIATED', 'COMPLETED', 'APPROVED']);
    const [usage] = await world.ctx.db.selectFrom('usage_days').selectAll().execute();
    expect(usage).toMatchObject({ created: 1, approved: 1 });
  });

  test('is rejected when the verdict fails repeatedly, so that the evidence is not kept', async () => {
    const worker = createVerificationRecoveryWorker(world.ctx);
    let passes = 0;
    for (let rest = await worker.run(); rest !== Number.POSITIVE_INFINITY && passes < 50; passes++) {
      world.advance(rest / 1000);
      rest = await worker.run();
    }
    expect(passes).toBe(9);
    expect(await session()).toMatchObject({ state: 'REJECTED', failure_code: 'portrait_unreadable' });
    expect(await sealedKinds()).toEqual([]);
  });
});
