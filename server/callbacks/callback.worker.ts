/**
 * Sends due deliveries from the outboxes. A pass claims deliveries and starts their attempts without waiting for them. Lanes are
 * served in turn, and the attempts of each are limited, so that a receiver that never responds delays no other.
 */
import { addSeconds, msUntil, timestamp } from '../core/clock.ts';
import { actingAs, type OutsideContext } from '../core/context.ts';
import { known } from '../core/known.ts';
import { inTransaction } from '../database/transaction.ts';
import { callbackOutbox } from './callback.repository.ts';
import { noteEnds } from './callback-health.service.ts';
import { listSigningSecrets } from './callback-secret.service.ts';
import { type Connect, createKeptConnections } from './connections.ts';
import { endpointOutbox } from './endpoint-delivery.repository.ts';
import { createLanes, type Lanes, type Note } from './lanes.ts';
import type { Delivery, Outbox, Outcome, Result } from './outbox.ts';
import { createRecorder } from './recorder.ts';
import { isSuccess, LEASE_SECONDS, parseRetryAfter, retryDelay } from './schedule.ts';
import { describeFailure, type Reply, send } from './send.ts';
import { type Resolve, resolveHost } from './target.ts';
import { signatureHeaders } from './webhook-signature.ts';

/** How many attempts a lane may have at first. An account has one lane for its callbacks, and one for each of up to 10 endpoints. */
const FIRST_OF_ACCOUNT = 4;
const FIRST_OF_ENDPOINT = 2;
const GONE = 410;
const INTERRUPTED_EVERY_MS = 10_000;

interface SendOptions {
  connect: Connect;
  timeout_ms?: number;
  stop: AbortSignal;
}

export function createCallbackWorker(
  ctx: OutsideContext,
  { resolve = resolveHost, ...times }: { resolve?: Resolve; timeout_ms?: number } = {},
) {
  const { clock, config } = ctx.deps;
  const stopping = new AbortController();
  const lanes = createLanes();
  const connections = createKeptConnections(config.mode, resolve);
  const sending = { connect: connections.connect, ...times, stop: stopping.signal };
  let again = () => {};
  const serving = { lanes, sending, onEnded: () => again() };
  const queues = [
    queueOf(ctx, callbackOutbox, { name: 'account', first: FIRST_OF_ACCOUNT, ...serving }),
    queueOf(ctx, endpointOutbox, { name: 'endpoint', first: FIRST_OF_ENDPOINT, ...serving }),
  ];
  /** Rotates where a pass starts, so that lanes at the end of the list also get a turn when all slots are taken. */
  let passes = 0;

  return {
    async run(wake = () => {}): Promise<number> {
      again = wake;
      lanes.forgetUnused();
      const waiting = (await Promise.all(queues.map(({ listWaiting }) => listWaiting()))).flat();
      const now = timestamp(clock.now());
      const due = waiting.filter((lane) => lane.due <= now);
      const first = passes++ % Math.max(due.length, 1);
      for (const { serve } of [...due.slice(first), ...due.slice(0, first)]) await serve();
      // Due deliveries that were not claimed wait for a slot. Each attempt that ends leads to another pass.
      const next = waiting.map(({ due }) => due).filter((due) => due > now);
      return Math.min(...next.map((due) => msUntil(clock, due)));
    },

    idle: lanes.ended,

    /** Aborts the attempts in progress and leaves their deliveries to the next process. */
    async stop(): Promise<void> {
      stopping.abort();
      await lanes.ended();
      connections.close();
    },
  };
}

interface QueueOptions {
  name: string;
  first: number;
  lanes: Lanes;
  sending: SendOptions;
  onEnded(): void;
}

function queueOf<Row extends Delivery>(
  ctx: OutsideContext,
  outbox: Outbox<Row>,
  { name, first, lanes, sending, onEnded }: QueueOptions,
) {
  const { db, deps } = ctx;
  const record = createRecorder(ctx, outbox);
  let checked = Number.NEGATIVE_INFINITY;

  async function serve(lane: number, isCheck: boolean): Promise<void> {
    if (sending.stop.aborted) return;
    const at = deps.clock.now();
    const now = timestamp(at);
    if (isCheck) await endInterrupted(lane, now);
    const slot = `${name} ${lane}`;
    const limit = lanes.slotsFor(slot, first);
    if (limit <= 0) return;
    const lease = timestamp(addSeconds(at, LEASE_SECONDS));
    const claimed = await outbox.claim(db, { lane, now, lease, limit });
    if (claimed.length === 0) return;
    // All deliveries of a lane are signed with the secrets of one account.
    const secrets = listSigningSecrets(actingAs(ctx, { merchant_id: claimed[0]!.merchant_id }));
    for (const row of claimed) void lanes.add(slot, first, (note) => attempt(row, { secrets, note })).then(onEnded);
  }

  async function endInterrupted(lane: number, now: string): Promise<void> {
    await inTransaction(ctx, async (ctx) => {
      const failed = await outbox.failInterrupted(ctx.db, lane, now);
      await noteEnds(
        ctx,
        failed.map((row) => ({ row, state: 'FAILED' })),
      );
    });
  }

  /** Few deliveries are interrupted by a crash, and they stay due, so not every pass looks for them. */
  function isTimeToCheck(): boolean {
    const now = deps.clock.now().getTime();
    // Absolute, because the clock may be set back.
    if (Math.abs(now - checked) < INTERRUPTED_EVERY_MS) return false;
    checked = now;
    return true;
  }

  async function attempt(row: Row, { secrets, note }: Pick<Sending, 'secrets'> & { note: Note }): Promise<void> {
    try {
      const result = await deliver(ctx, row, { ...sending, secrets });
      if (result === 'stopped') return await outbox.release(db, row, timestamp(deps.clock.now()));
      note(result.attempt.status_code);
      await record(result);
    } catch (error) {
      const message = 'an attempt could not be recorded and will be retried after its lease';
      deps.log.error({ callback_id: row.id, err: error }, message);
    }
  }

  return {
    async listWaiting() {
      const isCheck = isTimeToCheck();
      return (await outbox.listWaiting(db)).map(({ lane, due }) => ({ due, serve: () => serve(lane, isCheck) }));
    },
  };
}

interface Sending extends SendOptions {
  secrets: Promise<string[]>;
}

/** @returns the result of the attempt, or 'stopped' if this process stopped it. */
async function deliver<Row extends Delivery>(
  { deps }: OutsideContext,
  row: Row,
  { secrets, ...options }: Sending,
): Promise<Result<Row> | 'stopped'> {
  const { id, url, payload } = row;
  const step = deps.telemetry?.beginAttempt(id, row.traceparent);
  const traceparent = step?.traceparent ?? row.traceparent;
  const began = deps.clock.now();
  const beganAt = performance.now();
  let reply: Reply | undefined;
  let error: string | undefined;
  try {
    const headers = { ...signatureHeaders(await secrets, id, began, payload), ...known({ traceparent }) };
    reply = await send({ url, headers, body: payload }, { mode: deps.config.mode, ...options });
  } catch (failure) {
    if (options.stop.aborted) {
      step?.end({});
      return 'stopped';
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
  return { row, attempt, outcome };
}

/** 410 asks for no further callbacks. */
function outcomeOf({ attempts_left }: Delivery, reply: Reply | undefined, now: Date): Outcome {
  const status = reply?.status_code ?? 0;
  if (isSuccess(status)) return { state: 'DELIVERED', next_attempt: null };
  if (status === GONE || attempts_left <= 0) return { state: 'FAILED', next_attempt: null };
  const delay = retryDelay(attempts_left, parseRetryAfter(reply?.retry_after, now));
  return { state: 'PENDING', next_attempt: timestamp(addSeconds(now, delay)) };
}
