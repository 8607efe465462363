/** An event as it is stored and sent: its id and its body, which stays the same byte for byte. */
import { randomBytes } from 'node:crypto';
import { timestamp } from '../core/clock.ts';
import type { CallbackEvent, EndpointEvent, EventType } from '../generated/operations.gen.ts';

/** What an event reports. It leaves the service, so it contains no identity data. */
export type EventContent = {
  [Type in EventType]: Pick<Extract<EndpointEvent, { type: Type }>, 'type' | 'data'>;
}[EventType];

export interface WrittenEvent {
  id: string;
  type: EventType;
  created: string;
  payload: string;
}

export function callbackEvent(
  now: Date,
  { type, data, test }: EventContent & Pick<CallbackEvent, 'test'>,
): WrittenEvent {
  const id = eventId(now);
  const created = timestamp(now);
  return { id, type, created, payload: JSON.stringify({ id, type, created, ...(test && { test }), data }) };
}

let sequence = 0;

/** Ids cannot be guessed. A counter in them orders the events of a process from the same millisecond. */
function eventId(now: Date): string {
  sequence = (sequence + 1) % 0x10000;
  const order = Buffer.alloc(8);
  order.writeUIntBE(now.getTime(), 0, 6);
  order.writeUInt16BE(sequence, 6);
  return `msg_${order.toString('hex')}${randomBytes(12).toString('hex')}`;
}

/** The lower bound of the ids of events created at this time or later. */
export const firstEventIdAt = (ms: number): string => `msg_${Math.max(0, ms).toString(16).padStart(12, '0')}`;

export const timeOfEvent = (id: string): Date => new Date(Number.parseInt(id.slice(4, 16), 16));
