/**
 * Sends what is due in the outbox. A pass claims events and starts their attempts without waiting for them: accounts are
 * served in turn and each has few attempts at a time, so that a receiver that never answers delays nobody else.
 */
import { addSeconds, timestamp } from '../core/clock.ts';
import type { OutsideContext } from '../core/context.ts';
import { inTransaction } from '../database/transaction.ts';
import {
  type Callback,
  claimCallbacks,
  failInterrupted,
  listWaitingAccounts,
  recordAttempt,
  releaseCallback,
} from './callback.repository.ts';
import { parseRetryAfter, retryDelay } from './schedule.ts';
import { describeFailure, type Reply, send } from './send.ts';
import { listSigningSecrets } from './signing-secret.service.ts';
import { type Resolve, resolveHost } from './target.ts';
import { signatureHeaders } from './webhook-signature.ts';

/** Longer than an attempt may take: after it, another process takes the event over. */
const LEASE_SECONDS = 20;
const PER_ACCOUNT = 4;
const IN_ALL = 512;
const GONE = 410;

export function createCallbackWorker(
  ctx: OutsideContext,
  { resolve = resolveHost, timeout_ms }: { resolve?: Resolve; timeout_ms?: number } = {},
) {
  const { db, deps } = ctx;
  const { clock, log } = deps;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const perAccount = new Map<number, number>();
  /** Where the next pass begins, so that accounts at the end of the list get their turn when all slots are taken. */
  let passes = 0;

  async function claimFor(merchant_id: number): Promise<void> {
    const limit = Math.min(PER_ACCOUNT - (perAccount.get(merchant_id) ?? 0), IN_ALL - running.size);
    if (limit <= 0 || stopping.signal.aborted) return;
    const now = clock.now();
    await failInterrupted(db, merchant_id, timestamp(now));
    const claimed = await claimCallbacks(db, {
      merchant_id,
      now: timestamp(now),
      lease: timestamp(addSeconds(now, LEASE_SECONDS)),
      limit,
    });
    for (const callback of claimed) start(callback);
  }

  function start(callback: Callback): void {
    const { merchant_id } = callback;
    perAccount.set(merchant_id, (perAccount.get(merchant_id) ?? 0) + 1);
    const attempt = deliver(callback)
      .catch((error: unknown) =>
        log.error(
          { callback_id: callback.id, err: error },
          'an attempt could not be recorded; it is repeated after its lease',
        ),
      )
      .finally(() => {
        running.delete(attempt);
        const left = (perAccount.get(merchant_id) ?? 1) - 1;
        if (left > 0) perAccount.set(merchant_id, left);
        else perAccount.delete(merchant_id);
        deps.wake('callbacks');
      });
    running.add(attempt);
  }

  async function deliver(callback: Callback): Promise<void> {
    const { id, merchant_id, url, payload } = callback;
    const began = clock.now();
    const beganAt = performance.now();
    let reply: Reply | undefined;
    let error: string | undefined;
    try {
      const headers = signatureHeaders(await listSigningSecrets(ctx, merchant_id), id, began, payload);
      reply = await send(
        { url, headers: { ...headers }, body: payload },
        { mode: deps.config.mode, resolve, stop: stopping.signal, ...(timeout_ms && { timeout_ms }) },
      );
    } catch (failure) {
      if (stopping.signal.aborted) return releaseCallback(db, callback, timestamp(clock.now()));
      error = describeFailure(failure);
    }
    const attempt = {
      created: timestamp(began),
      duration_ms: Math.round(performance.now() - beganAt),
      status_code: reply?.status_code ?? null,
      error: error ?? null,
    };
    await inTransaction(ctx, ({ db }) => recordAttempt(db, callback, attempt, outcomeOf(callback, reply, clock.now())));
  }

  return {
    async run(): Promise<number> {
      const waiting = await listWaitingAccounts(db);
      const now = timestamp(clock.now());
      const due = waiting.filter((account) => account.due <= now);
      const first = passes++ % Math.max(due.length, 1);
      for (const { merchant_id } of [...due.slice(first), ...due.slice(0, first)]) await claimFor(merchant_id);
      // What is due and not claimed waits for a slot; the end of an attempt wakes this worker.
      const next = waiting.find((account) => account.due > now);
      return next ? Math.max(0, new Date(next.due).getTime() - clock.now().getTime()) : Number.POSITIVE_INFINITY;
    },

    /** Resolves when no attempt is under way. */
    async idle(): Promise<void> {
      while (running.size > 0) await Promise.all(running);
    },

    /** Ends the attempts under way and gives them back, to be made by the next process. */
    async stop(): Promise<void> {
      stopping.abort();
      await this.idle();
    },
  };
}

/** 2xx is success and nothing else is; 410 means that the receiver wants no more. */
function outcomeOf(
  { attempts_left }: Callback,
  reply: Reply | undefined,
  now: Date,
): { state: 'PENDING' | 'DELIVERED' | 'FAILED'; next_attempt: string | null } {
  const status = reply?.status_code ?? 0;
  if (status >= 200 && status < 300) return { state: 'DELIVERED', next_attempt: null };
  if (status === GONE || attempts_left <= 0) return { state: 'FAILED', next_attempt: null };
  const delay = retryDelay(attempts_left, parseRetryAfter(reply?.retry_after, now));
  return { state: 'PENDING', next_attempt: timestamp(addSeconds(now, delay)) };
}
