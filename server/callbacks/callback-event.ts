/** An event as it is stored and sent: its id and its body, which stays the same byte for byte. */
import { randomBytes } from 'node:crypto';
import { timestamp } from '../core/clock.ts';
import type { CallbackEvent } from '../generated/operations.gen.ts';

export const TYPE = 'session.state_changed';

export function callbackEvent(
  now: Date,
  content: Pick<CallbackEvent, 'data' | 'test'>,
): { id: string; created: string; payload: string } {
  const id = eventId(now);
  const created = timestamp(now);
  const { test, data } = content;
  const event = { id, type: TYPE, created, ...(test && { test }), data } satisfies CallbackEvent;
  return { id, created, payload: JSON.stringify(event) };
}

let sequence = 0;

/** Ids cannot be guessed. Within a process they ascend, so that lists preserve the order of events from the same millisecond. */
function eventId(now: Date): string {
  sequence = (sequence + 1) % 0x10000;
  const order = Buffer.alloc(8);
  order.writeUIntBE(now.getTime(), 0, 6);
  order.writeUInt16BE(sequence, 6);
  return `msg_${order.toString('hex')}${randomBytes(12).toString('hex')}`;
}
