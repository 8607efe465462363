import { storedTime, timestamp } from '../core/clock.ts';
import type { Caller, OutsideContext, TransactionContext } from '../core/context.ts';
import { reading } from '../database/reader.ts';
import type { Operations } from '../generated/operations.gen.ts';
import { sendSoon } from './callback.service.ts';
import {
  countFailedCallbacks,
  countFailedDeliveries,
  findOldestFailed,
  queueFailedAgain,
} from './callback-failed.repository.ts';

/** As defined in the contract. */
const MOST_QUEUED = 1000;

type Name = 'callback.failed' | 'callback.resend_failed';
const failedOf = ({ principal }: Caller, { since }: Operations[Name]['body']) => ({
  merchant_id: principal.merchant_id,
  since: since === undefined ? undefined : storedTime(since),
});

export async function countFailed(
  ctx: OutsideContext & Caller,
  body: Operations['callback.failed']['body'],
): Promise<Operations['callback.failed']['response']> {
  const failed = failedOf(ctx, body);
  const db = reading(ctx);
  return {
    callbacks: await countFailedCallbacks(db, failed),
    endpoints: await countFailedDeliveries(db, failed),
  };
}

/** The next call continues after the deliveries of this one, so that it skips those that have failed again. */
export async function resendFailed(
  ctx: TransactionContext & Caller,
  body: Operations['callback.resend_failed']['body'],
): Promise<Operations['callback.resend_failed']['response']> {
  const found = await findOldestFailed(ctx.db, failedOf(ctx, body), MOST_QUEUED + 1);
  const queued = await queueFailedAgain(ctx.db, found.slice(0, MOST_QUEUED), timestamp(ctx.deps.clock.now()));
  sendSoon(ctx);
  const next = found[MOST_QUEUED];
  return { queued, ...(next && { next_since: next.at }) };
}
