import { setTimeout } from 'node:timers/promises';
import type { OutsideContext } from '../core/context.ts';
import { hasUnsentCallbacks } from './test-service.repository.ts';

const POLL_INTERVAL_MS = 20;
const TIMEOUT_MS = 20_000;

/** Waits until every due callback has been attempted. They are sent moments after the call that caused them. */
export async function callbacksSent({ db, deps }: OutsideContext): Promise<void> {
  const until = performance.now() + TIMEOUT_MS;
  while (performance.now() < until && (await hasUnsentCallbacks(db, deps.clock.now().toISOString())))
    await setTimeout(POLL_INTERVAL_MS);
}
