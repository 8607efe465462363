/**
 * Sends due events from the outbox. A pass claims events and starts their attempts without waiting for them. Accounts are served
 * in turn and each may have only a few attempts in progress, so that a receiver that never responds delays nobody else.
 */
import { addSeconds, timestamp } from '../core/clock.ts';
import { actingAs, type OutsideContext } from '../core/context.ts';
import { inTransaction } from '../database/transaction.ts';
import {
  type Callback,
  claimCallbacks,
  failInterrupted,
  listWaitingAccounts,
  recordAttempt,
  releaseCallback,
} from './callback.repository.ts';
import { noteAttempt, noteEnd } from './callback-health.service.ts';
import { listSigningSecrets } from './callback-secret.service.ts';
import { isSuccess, LEASE_SECONDS, parseRetryAfter, retryDelay } from './schedule.ts';
import { describeFailure, type Reply, send } from './send.ts';
import { type Resolve, resolveHost } from './target.ts';
import { signatureHeaders } from './webhook-signature.ts';

const PER_ACCOUNT = 4;
const IN_ALL = 512;
const GONE = 410;

interface SendOptions {
  resolve: Resolve;
  timeout_ms?: number;
  stop: AbortSignal;
}

export function createCallbackWorker(
  ctx: OutsideContext,
  { resolve = resolveHost, ...times }: { resolve?: Resolve; timeout_ms?: number } = {},
) {
  const { db, deps } = ctx;
  const { clock, log } = deps;
  const stopping = new AbortController();
  const underWay = createUnderWay();
  /** Decides where the next pass starts, so that accounts at the end of the list also get a turn when all slots are taken. */
  let passes = 0;

  async function claimFor(merchant_id: number): Promise<void> {
    const limit = underWay.slotsFor(merchant_id);
    if (limit <= 0 || stopping.signal.aborted) return;
    const now = clock.now();
    await endInterrupted(merchant_id, timestamp(now));
    const lease = timestamp(addSeconds(now, LEASE_SECONDS));
    const claimed = await claimCallbacks(db, { merchant_id, now: timestamp(now), lease, limit });
    for (const callback of claimed) start(callback);
  }

  async function endInterrupted(merchant_id: number, now: string): Promise<void> {
    await inTransaction(ctx, async (ctx) => {
      for (const callback of await failInterrupted(ctx.db, merchant_id, now)) await noteEnd(ctx, callback, 'FAILED');
    });
  }

  function start(callback: Callback): void {
    const attempt = deliver(ctx, callback, { resolve, ...times, stop: stopping.signal }).catch((error: unknown) =>
      log.error(
        { callback_id: callback.id, err: error },
        'an attempt could not be recorded and will be retried after its lease',
      ),
    );
    void underWay.add(callback.merchant_id, attempt).then(() => deps.wake('callbacks'));
  }

  return {
    async run(): Promise<number> {
      const waiting = await listWaitingAccounts(db);
      const now = timestamp(clock.now());
      const due = waiting.filter((account) => account.due <= now);
      const first = passes++ % Math.max(due.length, 1);
      for (const { merchant_id } of [...due.slice(first), ...due.slice(0, first)]) await claimFor(merchant_id);
      // Due events that were not claimed wait for a slot. Each attempt that ends wakes this worker.
      const next = waiting.find((account) => account.due > now);
      return next ? Math.max(0, new Date(next.due).getTime() - clock.now().getTime()) : Number.POSITIVE_INFINITY;
    },

    idle: underWay.ended,

    /** Aborts the attempts in progress, and leaves them to the next process. */
    async stop(): Promise<void> {
      stopping.abort();
      await underWay.ended();
    },
  };
}

/** The attempts in progress, in total and by account. */
function createUnderWay() {
  const attempts = new Set<Promise<void>>();
  const perAccount = new Map<number, number>();
  const count = (merchant_id: number) => perAccount.get(merchant_id) ?? 0;
  return {
    slotsFor: (merchant_id: number): number => Math.min(PER_ACCOUNT - count(merchant_id), IN_ALL - attempts.size),

    /** Takes a slot until the attempt ends. */
    add(merchant_id: number, attempt: Promise<void>): Promise<void> {
      perAccount.set(merchant_id, count(merchant_id) + 1);
      const ended = attempt.finally(() => {
        attempts.delete(ended);
        if (count(merchant_id) > 1) perAccount.set(merchant_id, count(merchant_id) - 1);
        else perAccount.delete(merchant_id);
      });
      attempts.add(ended);
      return ended;
    },

    async ended(): Promise<void> {
      while (attempts.size > 0) await Promise.all(attempts);
    },
  };
}

async function deliver(ctx: OutsideContext, callback: Callback, options: SendOptions): Promise<void> {
  const { db, deps } = ctx;
  const { id, merchant_id, url, payload } = callback;
  const began = deps.clock.now();
  const beganAt = performance.now();
  let reply: Reply | undefined;
  let error: string | undefined;
  try {
    const secrets = await listSigningSecrets(actingAs(ctx, { merchant_id }));
    const headers = signatureHeaders(secrets, id, began, payload);
    reply = await send({ url, headers: { ...headers }, body: payload }, { mode: deps.config.mode, ...options });
  } catch (failure) {
    if (options.stop.aborted) return releaseCallback(db, callback, timestamp(deps.clock.now()));
    error = describeFailure(failure);
  }
  const attempt = {
    created: timestamp(began),
    duration_ms: Math.round(performance.now() - beganAt),
    status_code: reply?.status_code ?? null,
    error: error ?? null,
  };
  const outcome = outcomeOf(callback, reply, deps.clock.now());
  await inTransaction(ctx, async (ctx) => {
    await recordAttempt(ctx.db, callback, attempt, outcome);
    await noteAttempt(ctx, callback, attempt, outcome.state);
  });
}

/** With 410 the receiver asks for no further callbacks. */
function outcomeOf(
  { attempts_left }: Callback,
  reply: Reply | undefined,
  now: Date,
): { state: 'PENDING' | 'DELIVERED' | 'FAILED'; next_attempt: string | null } {
  const status = reply?.status_code ?? 0;
  if (isSuccess(status)) return { state: 'DELIVERED', next_attempt: null };
  if (status === GONE || attempts_left <= 0) return { state: 'FAILED', next_attempt: null };
  const delay = retryDelay(attempts_left, parseRetryAfter(reply?.retry_after, now));
  return { state: 'PENDING', next_attempt: timestamp(addSeconds(now, delay)) };
}
