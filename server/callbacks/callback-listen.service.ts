import { addDays, addSeconds, timestamp } from '../core/clock.ts';
import type { Acting, Caller, OutsideContext, TransactionContext } from '../core/context.ts';
import { Forbidden } from '../core/errors.ts';
import { noPage } from '../database/page-cursor.ts';
import { inTransaction } from '../database/transaction.ts';
import type { CallbackMessage, Operations } from '../generated/operations.gen.ts';
import { hasVerifiedUser } from '../users/user.service.ts';
import type { WrittenEvent } from './callback-event.ts';
import {
  deleteListener,
  findEvents,
  findListener,
  firstSince,
  insertEvent,
  type KeptEvent,
  keepUntil,
  takePosition,
} from './callback-listen.repository.ts';
import { listSigningSecrets } from './callback-secret.service.ts';
import { signatureHeaders } from './webhook-signature.ts';

/** Events are kept for this long after a call, so that a listener that lost its connection finds them when it returns. */
const KEPT_SECONDS = 600;
/** A call extends the time only after this much of it has passed, so that most calls write nothing. */
const RENEWED_AFTER_SECONDS = 300;
const KEPT_DAYS = 1;
const MOST_EVENTS = 50;
const LONGEST_WAIT_SECONDS = 25;

/** Calls `left` when the client disconnects. @returns a function that stops listening. */
type OnHangUp = (left: () => void) => () => void;

export async function listen(
  ctx: OutsideContext & Caller,
  { cursor, since, wait_seconds = LONGEST_WAIT_SECONDS }: Operations['callback.listen']['body'],
  onHangUp: OnHangUp,
): Promise<Operations['callback.listen']['response']> {
  const { merchant_id } = ctx.principal;
  const position = await register(ctx);
  if (cursor === undefined) {
    const first = since === undefined ? undefined : await firstSince(ctx.db, merchant_id, timestamp(new Date(since)));
    return { callbacks: [], cursor: encode(first === undefined ? position : first - 1) };
  }
  const after = decode(cursor);
  if (after > position) throw noPage();
  const events = await nextEvents(ctx, { after, ms: wait_seconds * 1000 }, onHangUp);
  return { callbacks: await signed(ctx, events), cursor: encode(events.at(-1)?.position ?? after) };
}

/**
 * Starts to keep events for the account, or extends the time until which they are kept.
 * @returns the position of the last event.
 * @throws Forbidden while nobody in the account has a verified address: such accounts are free to create, and places are few.
 */
async function register(ctx: OutsideContext & Caller): Promise<number> {
  const { merchant_id } = ctx.principal;
  const now = ctx.deps.clock.now();
  const found = await findListener(ctx.db, merchant_id);
  if (found && found.until > timestamp(addSeconds(now, RENEWED_AFTER_SECONDS))) return found.position;
  if (!(await hasVerifiedUser(ctx)))
    throw new Forbidden('Verify your email before listening for callbacks', 'email_not_verified');
  const until = timestamp(addSeconds(now, KEPT_SECONDS));
  await inTransaction<OutsideContext, void>(ctx, ({ db }) => keepUntil(db, merchant_id, until));
  return (await findListener(ctx.db, merchant_id))?.position ?? 0;
}

async function nextEvents(
  { db, deps, principal }: OutsideContext & Caller,
  { after, ms }: { after: number; ms: number },
  onHangUp: OnHangUp,
): Promise<KeptEvent[]> {
  const { merchant_id } = principal;
  const find = () => findEvents(db, { merchant_id, after, limit: MOST_EVENTS });
  const deadline = performance.now() + ms;
  using place = deps.waiting_calls.enter(merchant_id);
  const stayed = onHangUp(() => place.leave());
  try {
    for (;;) {
      // The wait starts before the read, so that events committed in between are not missed.
      const left = deadline - performance.now();
      const woken = place.wait(after, Math.max(0, left));
      const events = await find();
      if (events.length > 0 || left <= 0 || place.over) return events;
      await woken;
    }
  } finally {
    stayed();
  }
}

/** The headers are created now, because receivers refuse an old timestamp. */
async function signed(ctx: OutsideContext & Caller, events: KeptEvent[]): Promise<CallbackMessage[]> {
  if (events.length === 0) return [];
  const secrets = await listSigningSecrets(ctx);
  const now = ctx.deps.clock.now();
  return events.map(({ id, payload }) => ({ headers: signatureHeaders(secrets, id, now, payload), body: payload }));
}

export async function keepForListener(
  { db, deps, afterCommit }: TransactionContext,
  { merchant_id, event }: { merchant_id: number; event: WrittenEvent },
): Promise<void> {
  // Waiting calls get the event even if local mode's clock was moved past the time until which events are kept.
  const now = deps.waiting_calls.has(merchant_id) ? '' : timestamp(deps.clock.now());
  const position = await takePosition(db, { merchant_id, now });
  if (position === undefined) return;
  const { id, created, payload } = event;
  await insertEvent(db, { merchant_id, position, id, created, payload });
  afterCommit(() => deps.waiting_calls.wake(merchant_id));
}

/** Earlier events are deleted, whether or not they were received. */
export const keptSince = (now: Date): string => timestamp(addDays(now, -KEPT_DAYS));

export const stopListening = ({ db, principal }: TransactionContext & Acting): Promise<void> =>
  deleteListener(db, principal.merchant_id);

const encode = (position: number): string => Buffer.from(String(position)).toString('base64url');

/** @throws NotFound for a cursor that does not encode a position. */
function decode(cursor: string): number {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  if (!/^(0|[1-9][0-9]{0,14})$/.test(text)) throw noPage();
  return Number(text);
}
