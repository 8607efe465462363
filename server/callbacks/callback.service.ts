/** The outbox of callbacks: events are written in the transaction of the change they report, and the worker sends them. */
import { addSeconds, timestamp } from '../core/clock.ts';
import type { Acting, Caller, Context, TransactionContext } from '../core/context.ts';
import { Conflict, NotFound } from '../core/errors.ts';
import { known } from '../core/known.ts';
import type { QueueLength } from '../core/queue-length.ts';
import { readPage } from '../database/page-cursor.ts';
import type { CallbackEvent, Operations } from '../generated/operations.gen.ts';
import {
  type Callback,
  callbackOutbox,
  deleteCallbacksOf,
  findCallback,
  findCallbacks,
  hasSession,
  insertCallback,
  listSessionAttempts,
  queueAgain,
} from './callback.repository.ts';
import { findReceivers } from './callback-endpoint.repository.ts';
import { callbackEvent, type EventContent, type WrittenEvent } from './callback-event.ts';
import { deleteHealth } from './callback-health.service.ts';
import { keepForListener, stopListening } from './callback-listen.service.ts';
import { deleteSigningSecret } from './callback-secret.service.ts';
import { deleteEventsOf, endpointOutbox, insertDeliveries, insertEvent } from './endpoint-delivery.repository.ts';
import { receives } from './endpoint-filter.ts';
import type { Delivery, Outbox } from './outbox.ts';
import { ATTEMPTS, LEASE_SECONDS } from './schedule.ts';

const TYPE = 'session.state_changed';
export const BY_CREATION = { created: 'time', id: 'event_id' } as const;

interface Change {
  merchant_id: number;
  session_id: number;
  url: string | null;
  /** Contains no identity data, because it leaves the service. */
  event: CallbackEvent['data'];
}

/** Reports a change of state, also to the session's `callback_url`, which receives no other events. */
export async function reportChange(ctx: TransactionContext, change: Change): Promise<void> {
  const { merchant_id, url } = change;
  const { payload, ...written } = await reportEvent(ctx, merchant_id, { type: TYPE, data: change.event });
  if (url === null) return;
  await insertCallback(ctx.db, {
    ...written,
    merchant_id,
    session_id: change.session_id,
    url,
    session_state: change.event.state,
    payload,
    state: 'PENDING',
    next_attempt: written.created,
    attempts: 0,
    attempts_left: ATTEMPTS,
    traceparent: ctx.traceparent ?? null,
  });
  sendSoon(ctx);
}

/**
 * Writes an event in the transaction of what it reports. It is kept for replays and for listeners, and sent after the commit to the
 * endpoints that receive its type.
 */
export async function reportEvent(
  ctx: TransactionContext,
  merchant_id: number,
  content: EventContent,
): Promise<WrittenEvent> {
  const event = callbackEvent(ctx.deps.clock.now(), content);
  const { id, type, payload } = event;
  await insertEvent.all(ctx.db, { id, merchant_id, type, payload, traceparent: ctx.traceparent ?? null });
  await keepForListener(ctx, { merchant_id, event });
  const endpoints = (await findReceivers.all(ctx.db, { merchant_id })).filter((endpoint) => receives(endpoint, type));
  if (endpoints.length === 0) return event;
  const rows = endpoints.map((endpoint) => ({ endpoint_id: endpoint.id, event_id: id }));
  await insertDeliveries(ctx.db, rows, event.created);
  sendSoon(ctx);
  return event;
}

export async function getCallback({ db, principal }: Context & Caller, { id }: { id: string }): Promise<Callback> {
  const callback = await findCallback(db, principal.merchant_id, id);
  if (!callback) throw new NotFound(`No callback found with id: ${id}`);
  return callback;
}

/** One page, newest first. @throws NotFound for another account's session. */
export async function listCallbacks(ctx: Context & Caller, input: Operations['callback.list']['body']) {
  const { merchant_id } = ctx.principal;
  await assertSession(ctx, input);
  return readPage(BY_CREATION, input, (page) => findCallbacks(ctx.db, { merchant_id, ...input }, page));
}

/** @throws NotFound for another account's session. */
export async function assertSession(
  { db, principal }: Context & Caller,
  { session_id }: { session_id?: number },
): Promise<void> {
  if (session_id !== undefined && !(await hasSession(db, principal.merchant_id, session_id)))
    throw new NotFound(`No session found with id: ${session_id}`);
}

export async function listTries({ db, principal }: Context & Caller, session_id: number, limit: number) {
  const tries = await listSessionAttempts(db, { merchant_id: principal.merchant_id, session_id, limit });
  return tries.map(({ status_code, ...made }) => ({ ...made, ...known({ status_code }) }));
}

/** @throws Conflict while scheduled attempts are left, or after too many attempts. */
export async function resendCallback(ctx: TransactionContext & Caller, { id }: { id: string }): Promise<Callback> {
  const queued = await queueAgain(ctx.db, ctx.principal.merchant_id, id, timestamp(ctx.deps.clock.now()));
  if (queued) {
    sendSoon(ctx);
    return queued;
  }
  const found = await getCallback(ctx, { id });
  throw new Conflict(
    found.state === 'PENDING' ? 'The callback is still pending' : 'The callback has reached its limit of attempts',
    'callback_not_resendable',
  );
}

/** Every write to an outbox wakes the worker. */
export const sendSoon = ({ deps, afterCommit }: TransactionContext) => afterCommit(() => deps.wake('callbacks'));

export async function deleteCallbacks(ctx: TransactionContext & Acting): Promise<void> {
  await deleteCallbacksOf(ctx.db, ctx.principal.merchant_id);
  await deleteEventsOf(ctx.db, ctx.principal.merchant_id);
  await deleteHealth(ctx);
  await stopListening(ctx);
  await deleteSigningSecret(ctx);
}

/** Only this many lanes are checked. If all of them are being served, the worker is alive. */
const MOST_LANES = 20;

/** Seconds since the oldest delivery became due, among lanes without an attempt in progress. */
export const callbackDelay = async (ctx: Context): Promise<number> =>
  Math.max(await delayIn(ctx, callbackOutbox), await delayIn(ctx, endpointOutbox));

/** For monitoring. */
export const measureCallbacks = (ctx: Context) => measureOutbox(ctx, callbackOutbox);
export const measureEndpointDeliveries = (ctx: Context) => measureOutbox(ctx, endpointOutbox);

async function measureOutbox<Row extends Delivery>(ctx: Context, outbox: Outbox<Row>): Promise<QueueLength> {
  const depth = await outbox.countDue(ctx.db, timestamp(ctx.deps.clock.now()));
  return { depth, oldest_due_seconds: depth === 0 ? 0 : await delayIn(ctx, outbox) };
}

async function delayIn<Row extends Delivery>(
  { db, deps }: Context,
  { listWaiting, hasAttemptUnderWay }: Outbox<Row>,
): Promise<number> {
  const now = deps.clock.now();
  const from = timestamp(now);
  const until = timestamp(addSeconds(now, LEASE_SECONDS));
  const waiting = (await listWaiting(db)).filter(({ due }) => due <= from).slice(0, MOST_LANES);
  for (const { lane, due } of waiting)
    if (!(await hasAttemptUnderWay(db, { lane, from, until }))) return (now.getTime() - Date.parse(due)) / 1000;
  return 0;
}
