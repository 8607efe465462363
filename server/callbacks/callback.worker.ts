/**
 * Sends due deliveries from the outboxes. A pass claims deliveries and starts their attempts without waiting for them. Lanes are
 * served in turn and each may have only a few attempts in progress, so that a receiver that never responds delays no other.
 */
import { addSeconds, timestamp } from '../core/clock.ts';
import { actingAs, type OutsideContext } from '../core/context.ts';
import { known } from '../core/known.ts';
import { inTransaction } from '../database/transaction.ts';
import { callbackOutbox } from './callback.repository.ts';
import { noteAttempt, noteEnd } from './callback-health.service.ts';
import { listSigningSecrets } from './callback-secret.service.ts';
import { endpointOutbox } from './endpoint-delivery.repository.ts';
import type { Delivery, Outbox, Outcome } from './outbox.ts';
import { isSuccess, LEASE_SECONDS, parseRetryAfter, retryDelay } from './schedule.ts';
import { describeFailure, type Reply, send } from './send.ts';
import { type Resolve, resolveHost } from './target.ts';
import { signatureHeaders } from './webhook-signature.ts';

/** How many attempts of a lane may be in progress. An account has one lane for its callbacks, and up to 10 endpoints. */
const PER_ACCOUNT = 4;
const PER_ENDPOINT = 2;
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
  const { clock } = ctx.deps;
  const stopping = new AbortController();
  const underWay = createUnderWay();
  const sending = { resolve, ...times, stop: stopping.signal };
  const queues = [
    queueOf(ctx, callbackOutbox, { name: 'account', most: PER_ACCOUNT, underWay, sending }),
    queueOf(ctx, endpointOutbox, { name: 'endpoint', most: PER_ENDPOINT, underWay, sending }),
  ];
  /** Decides where the next pass starts, so that lanes at the end of the list also get a turn when all slots are taken. */
  let passes = 0;

  return {
    async run(): Promise<number> {
      const waiting = (await Promise.all(queues.map(({ listWaiting }) => listWaiting()))).flat();
      const now = timestamp(clock.now());
      const due = waiting.filter((lane) => lane.due <= now);
      const first = passes++ % Math.max(due.length, 1);
      for (const { serve } of [...due.slice(first), ...due.slice(0, first)]) await serve();
      // Due deliveries that were not claimed wait for a slot. Each attempt that ends wakes this worker.
      const next = waiting.map(({ due }) => due).filter((due) => due > now);
      return Math.min(...next.map((due) => Math.max(0, Date.parse(due) - clock.now().getTime())));
    },

    idle: underWay.ended,

    /** Aborts the attempts in progress, and leaves them to the next process. */
    async stop(): Promise<void> {
      stopping.abort();
      await underWay.ended();
    },
  };
}

/** Serves the lanes of an outbox. */
function queueOf<Row extends Delivery>(
  ctx: OutsideContext,
  outbox: Outbox<Row>,
  { name, most, underWay, sending }: { name: string; most: number; underWay: UnderWay; sending: SendOptions },
) {
  const { db, deps } = ctx;

  async function serve(lane: number): Promise<void> {
    const slot = `${name} ${lane}`;
    const limit = underWay.slotsFor(slot, most);
    if (limit <= 0 || sending.stop.aborted) return;
    const at = deps.clock.now();
    const now = timestamp(at);
    await inTransaction(ctx, async (ctx) => {
      for (const row of await outbox.failInterrupted(ctx.db, lane, now)) await noteEnd(ctx, row, 'FAILED');
    });
    const lease = timestamp(addSeconds(at, LEASE_SECONDS));
    for (const row of await outbox.claim(db, { lane, now, lease, limit })) start(slot, row);
  }

  function start(slot: string, row: Row): void {
    const attempt = deliver(ctx, outbox, row, sending).catch((error: unknown) =>
      deps.log.error(
        { callback_id: row.id, err: error },
        'an attempt could not be recorded and will be retried after its lease',
      ),
    );
    void underWay.add(slot, attempt).then(() => deps.wake('callbacks'));
  }

  return {
    listWaiting: async () => (await outbox.listWaiting(db)).map(({ lane, due }) => ({ due, serve: () => serve(lane) })),
  };
}

type UnderWay = ReturnType<typeof createUnderWay>;

/** The attempts in progress, in total and by lane. */
function createUnderWay() {
  const attempts = new Set<Promise<void>>();
  const perLane = new Map<string, number>();
  const count = (lane: string) => perLane.get(lane) ?? 0;
  return {
    slotsFor: (lane: string, most: number): number => Math.min(most - count(lane), IN_ALL - attempts.size),

    /** Takes a slot until the attempt ends. */
    add(lane: string, attempt: Promise<void>): Promise<void> {
      perLane.set(lane, count(lane) + 1);
      const ended = attempt.finally(() => {
        attempts.delete(ended);
        if (count(lane) > 1) perLane.set(lane, count(lane) - 1);
        else perLane.delete(lane);
      });
      attempts.add(ended);
      return ended;
    },

    async ended(): Promise<void> {
      while (attempts.size > 0) await Promise.all(attempts);
    },
  };
}

async function deliver<Row extends Delivery>(
  ctx: OutsideContext,
  outbox: Outbox<Row>,
  row: Row,
  options: SendOptions,
): Promise<void> {
  const { db, deps } = ctx;
  const { id, merchant_id, url, payload } = row;
  const step = deps.telemetry?.beginAttempt(id, row.traceparent);
  const traceparent = step?.traceparent ?? row.traceparent;
  const began = deps.clock.now();
  const beganAt = performance.now();
  let reply: Reply | undefined;
  let error: string | undefined;
  try {
    const secrets = await listSigningSecrets(actingAs(ctx, { merchant_id }));
    const headers = signatureHeaders(secrets, id, began, payload);
    const sent = { ...headers, ...known({ traceparent }) };
    reply = await send({ url, headers: sent, body: payload }, { mode: deps.config.mode, ...options });
  } catch (failure) {
    if (options.stop.aborted) {
      step?.end({});
      return outbox.release(db, row, timestamp(deps.clock.now()));
    }
    error = describeFailure(failure);
  }
  const attempt = {
    created: timestamp(began),
    duration_ms: Math.round(performance.now() - beganAt),
    status_code: reply?.status_code ?? null,
    error: error ?? null,
  };
  const outcome = outcomeOf(row, reply, deps.clock.now());
  step?.end({ delivered: outcome.state === 'DELIVERED', status: reply?.status_code });
  await inTransaction(ctx, async (ctx) => {
    await outbox.record(ctx.db, row, attempt, outcome);
    await noteAttempt(ctx, row, attempt, outcome.state);
  });
}

/** With 410 the receiver asks for no further callbacks. */
function outcomeOf({ attempts_left }: Delivery, reply: Reply | undefined, now: Date): Outcome {
  const status = reply?.status_code ?? 0;
  if (isSuccess(status)) return { state: 'DELIVERED', next_attempt: null };
  if (status === GONE || attempts_left <= 0) return { state: 'FAILED', next_attempt: null };
  const delay = retryDelay(attempts_left, parseRetryAfter(reply?.retry_after, now));
  return { state: 'PENDING', next_attempt: timestamp(addSeconds(now, delay)) };
}
