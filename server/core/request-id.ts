/**
 * Ids of requests: `req_`, when the request came in (twelve hexadecimal digits, milliseconds since 1970), its turn in this process
 * (four) and chance (eight). So they sort by time, and the log of requests needs no other column to be in order, to be found in and
 * to be cut off at an age. Nothing is guarded by their being hard to guess.
 */
import { randomBytes } from './random-bytes.ts';

const CHANCE_BYTES = 4;
const AT_A_TIME = 64;

let chances = '';
let taken = 0;
let turn = 0;
let written: [ms: number, digits: string] = [-1, ''];

/** Chance is taken for many ids at a time, which costs a tenth. */
export function requestId(now: number = Date.now()): string {
  if (taken === chances.length) {
    chances = randomBytes(CHANCE_BYTES * AT_A_TIME).toString('hex');
    taken = 0;
  }
  taken += CHANCE_BYTES * 2;
  turn = (turn + 1) % 0x10000;
  if (written[0] !== now) written = [now, firstIdAt(now)];
  return written[1] + turn.toString(16).padStart(4, '0') + chances.slice(taken - CHANCE_BYTES * 2, taken);
}

/** What the ids of that moment begin with; every earlier id sorts before it. */
export const firstIdAt = (ms: number): string => `req_${Math.max(0, ms).toString(16).padStart(12, '0')}`;

/** When a request came in, in milliseconds since 1970. */
export const timeOfRequest = (id: string): number => Number.parseInt(id.slice(4, 16), 16);

/** Whether it looks like an id of this service. */
export const isRequestId = (text: string): boolean => /^req_[0-9a-f]{24}$/.test(text);
