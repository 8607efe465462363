/** The outbox of callbacks: events are written with the change they report, and sent by the worker. */
import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import { timestamp } from '../core/clock.ts';
import type { Deps } from '../core/deps.ts';
import { Conflict, NotFound } from '../core/errors.ts';
import type { Database } from '../database/database.ts';
import type { CallbackEvent } from '../generated/operations.gen.ts';
import { type Callback, deleteCallbacksOf, findCallback, insertCallback, queueAgain } from './callback.repository.ts';
import { ATTEMPTS } from './schedule.ts';
import { deleteSigningSecret } from './signing-secret.service.ts';

const TYPE = 'session.state_changed';

export interface NewEvent {
  merchant_id: number;
  session_id: number;
  url: string;
  /** No identity data: callbacks leave the service. */
  event: CallbackEvent['data'];
}

/** Writes the event in the transaction of the change it reports. */
export async function enqueueCallback(
  trx: Transaction<Database>,
  deps: Deps,
  { merchant_id, session_id, url, event }: NewEvent,
): Promise<void> {
  const now = deps.clock.now();
  const id = eventId(now);
  const created = timestamp(now);
  const payload: CallbackEvent = { id, type: TYPE, created, data: event };
  await insertCallback(trx, {
    id,
    merchant_id,
    session_id,
    type: TYPE,
    url,
    session_state: event.state,
    payload: JSON.stringify(payload),
    state: 'PENDING',
    created,
    next_attempt: created,
    attempts: 0,
    attempts_left: ATTEMPTS,
  });
}

export async function getCallback(deps: Deps, merchant_id: number, id: string): Promise<Callback> {
  const callback = await findCallback(deps.db, merchant_id, id);
  if (!callback) throw new NotFound(`No callback found with id: ${id}`);
  return callback;
}

export async function resendCallback(
  trx: Transaction<Database>,
  deps: Deps,
  merchant_id: number,
  id: string,
): Promise<Callback> {
  const queued = await queueAgain(trx, merchant_id, id, timestamp(deps.clock.now()));
  if (queued) return queued;
  const found = await findCallback(trx, merchant_id, id);
  if (!found) throw new NotFound(`No callback found with id: ${id}`);
  throw new Conflict(
    found.state === 'PENDING' ? 'The callback is still pending' : 'The callback was sent too often',
    'callback_not_resendable',
  );
}

let sequence = 0;

/** Unguessable, and in the order of their making within a process, so that a list keeps two events of one millisecond in order. */
function eventId(now: Date): string {
  sequence = (sequence + 1) % 0x10000;
  const order = Buffer.alloc(8);
  order.writeUIntBE(now.getTime(), 0, 6);
  order.writeUInt16BE(sequence, 6);
  return `msg_${order.toString('hex')}${randomBytes(12).toString('hex')}`;
}

/** Destroys everything that could still be sent for an account, and what signs it. */
export async function deleteCallbacks(trx: Transaction<Database>, merchant_id: number): Promise<void> {
  await deleteCallbacksOf(trx, merchant_id);
  await deleteSigningSecret(trx, merchant_id);
}
