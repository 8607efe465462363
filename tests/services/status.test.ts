import { afterEach, beforeEach, expect, test } from 'vitest';
import { reportChange } from '../../server/callbacks/callback.service.ts';
import { createCallbackWorker } from '../../server/callbacks/callback.worker.ts';
import { randomId } from '../../server/database/random-id.ts';
import { inTransaction } from '../../server/database/transaction.ts';
import { measureShared } from '../../server/status/measure.ts';
import { createReceiver } from '../support/server/receiver.ts';
import { createServiceWorld, type ServiceWorld } from '../support/server/service-world.ts';

let world: ServiceWorld;
let receiver: Awaited<ReturnType<typeof createReceiver>>;
let worker: ReturnType<typeof createCallbackWorker>;

beforeEach(async () => {
  world = await createServiceWorld();
  receiver = await createReceiver(() => ({ status: 204, hang: true }));
  worker = createCallbackWorker(world.ctx, { timeout_ms: 60_000 });
});
afterEach(async () => {
  await worker.stop();
  await receiver[Symbol.asyncDispose]();
  await world.close();
});

async function enqueue(merchant_id: number): Promise<void> {
  const id = randomId();
  const event = { id, state: 'FAILED', previous_state: 'INITIATED' } as const;
  await inTransaction(world.ctx, (ctx) => reportChange(ctx, { merchant_id, session_id: id, url: receiver.url, event }));
}

async function callbacks() {
  const { state, delay_seconds } = (await measureShared(world.ctx, true)).find(({ name }) => name === 'callbacks')!;
  return [state, delay_seconds];
}

test('events that no worker handles make callbacks late, and then down', async () => {
  await enqueue(await world.merchant());
  expect(await callbacks()).toEqual(['operational', undefined]);
  world.advance(119);
  expect(await callbacks()).toEqual(['operational', undefined]);
  world.advance(1);
  expect(await callbacks()).toEqual(['degraded', 120]);
  world.advance(780);
  expect(await callbacks()).toEqual(['down', 900]);
});

test('a receiver that never responds delays only its own events, which is not a failure of the service', async () => {
  const merchant = await world.merchant();
  for (let event = 0; event < 6; event++) await enqueue(merchant);
  world.advance(600);
  expect(await callbacks()).toEqual(['degraded', 600]);
  await worker.run();
  // Four of the six callbacks are being delivered, so the two that wait in the same lane do not count as late.
  expect(await callbacks()).toEqual(['operational', undefined]);
});
