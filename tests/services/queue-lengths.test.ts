/** What monitoring reports about each queue: how much is due, and for how long, by the workers' clock. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBillingWorker } from '../../server/billing/account/billing.worker.ts';
import { createCollectionWorker } from '../../server/billing/payment/collection.worker.ts';
import { reportChange } from '../../server/callbacks/callback.service.ts';
import { createEndpoint } from '../../server/callbacks/callback-endpoint.service.ts';
import { timestamp } from '../../server/core/clock.ts';
import { randomId } from '../../server/database/random-id.ts';
import { inTransaction } from '../../server/database/transaction.ts';
import { changeState, createSession } from '../../server/sessions/session/session.service.ts';
import { createPurgeWorker } from '../../server/sessions/session.workers.ts';
import { readShared } from '../../server/status/readings.ts';
import { createServiceWorld, type ServiceWorld } from '../support/server/service-world.ts';

let world: ServiceWorld;
let merchant: number;
beforeAll(async () => {
  // In local mode emails go to the mailbox, not to the queue.
  world = await createServiceWorld({ mode: 'production' });
  merchant = await world.merchant('ACTIVE');
});
afterAll(() => world?.close());

async function due(): Promise<Record<string, [depth: number, seconds: number]>> {
  const readings = await readShared(world.ctx);
  const depths = readings['sigill.queue.depth'] as [{ queue: string }, number][];
  const ages = new Map(
    (readings['sigill.queue.oldest_due'] as [{ queue: string }, number][]).map(([{ queue }, age]) => [queue, age]),
  );
  expect(depths.map(([{ queue }]) => queue)).toEqual([...ages.keys()]);
  const rows = depths.map(([{ queue }, depth]) => [queue, [depth, ages.get(queue)!]] as [string, [number, number]]);
  return Object.fromEntries(rows.filter(([, [depth, age]]) => depth > 0 || age > 0));
}

async function report(): Promise<void> {
  const id = randomId();
  const event = { id, state: 'FAILED', previous_state: 'INITIATED' } as const;
  const url = 'http://127.0.0.1:9/callback';
  await inTransaction(world.ctx, (ctx) => reportChange(ctx, { merchant_id: merchant, session_id: id, url, event }));
}

test('nothing is due in a new installation, and there is no backup', async () => {
  expect(await due()).toEqual({});
  expect((await readShared(world.ctx))['sigill.backup.age']).toBeUndefined();
});

test('callbacks and deliveries that nobody sends are due, except those of a suspended account', async () => {
  await report();
  await inTransaction(world.callOf(merchant), (ctx) => createEndpoint(ctx, { url: 'https://example.com/hook' }));
  await report();
  await report();
  world.advance(90);
  expect(await due()).toEqual({ callbacks: [3, 90], endpoint_deliveries: [2, 90] });
  const { db } = world.ctx;
  const suspend = (suspended: string | null) =>
    db.updateTable('merchants').set({ suspended }).where('id', '=', merchant).execute();
  await suspend(timestamp(world.deps.clock.now()));
  expect(await due()).toEqual({});
  await suspend(null);
  // An item that a worker has claimed is not due until the claim expires, which happens only if the worker dies.
  const later = timestamp(new Date(world.deps.clock.now().getTime() + 60_000));
  for (const table of ['callbacks', 'endpoint_deliveries'] as const)
    await db.updateTable(table).set({ next_attempt: later }).execute();
  expect(await due()).toEqual({});
  await db.deleteFrom('callbacks').execute();
  await db.deleteFrom('endpoint_deliveries').execute();
});

test('a verdict is due when its process has not delivered it in time, and identity data when it should be destroyed', async () => {
  const { id } = await inTransaction(world.callOf(merchant), (ctx) => createSession(ctx, {}));
  const verification_due = timestamp(world.advance(0));
  const change = (changes: Omit<Parameters<typeof changeState>[1], 'id'>) =>
    inTransaction(world.ctx, (ctx) => changeState(ctx, { id, ...changes }));
  await change({ to: 'INITIATED' });
  await change({ to: 'COMPLETED', chip: '{}', verification_due });
  world.advance(120);
  await world.ctx.db.deleteFrom('endpoint_deliveries').execute();
  expect(await due()).toEqual({ verdicts: [1, 120] });
  await change({ to: 'REJECTED', failure_code: 'malformed' });
  await world.ctx.db.deleteFrom('endpoint_deliveries').execute();
  expect(await due()).toEqual({});

  const { identity_data_until } = await world.ctx.db
    .selectFrom('sessions')
    .select('identity_data_until')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  world.at(identity_data_until!);
  world.advance(-1);
  expect(await due()).toEqual({});
  world.advance(61);
  expect(await due()).toEqual({ redactions: [1, 60] });
  await createPurgeWorker(world.ctx, world.checkpoint).run();
  await world.ctx.db.deleteFrom('endpoint_deliveries').execute();
  expect(await due()).toEqual({});
});

test('a bill is due until it is charged, and then its receipt until it is mailed', async () => {
  await world.ctx.db.deleteFrom('mails').execute();
  const customer = await world.customerWithBillDue();
  await world.ctx.db.deleteFrom('mails').execute();
  await createBillingWorker(world.ctx).run();
  await world.ctx.db.deleteFrom('mails').execute();
  world.advance(40);
  expect(await due()).toEqual({ bills: [1, 40] });
  await createCollectionWorker(world.ctx).run();
  expect(await world.bills(customer)).toMatchObject([{ state: 'PAID' }]);
  world.advance(20);
  const mails = await world.ctx.db.selectFrom('mails').select('id').where('state', '=', 'PENDING').execute();
  expect(mails.length).toBeGreaterThan(0);
  expect(await due()).toEqual({ mail: [mails.length, 20] });
});

test('the age of a backup is the time since the one that the database names', async () => {
  const value = Buffer.from(timestamp(world.deps.clock.now()));
  await world.ctx.db.insertInto('server_state').values({ name: 'last_backup', value }).execute();
  world.advance(3600);
  expect((await readShared(world.ctx))['sigill.backup.age']).toBe(3600);
});
