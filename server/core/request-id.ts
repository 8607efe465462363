/**
 * Request ids: `req_`, the time of the request (twelve hexadecimal digits, milliseconds since 1970), a counter of this process
 * (four digits) and randomness (eight). They sort by time, so the request log needs no other column for sorting, searching and
 * deleting by age. Ids need not be hard to guess, because they protect nothing.
 */
import { randomBytes } from './random-bytes.ts';

const CHANCE_BYTES = 4;
const AT_A_TIME = 64;

let chances = '';
let taken = 0;
let turn = 0;
let written: [ms: number, digits: string] = [-1, ''];

/** Random bytes are fetched for many ids at once, because fetching them for each id is slow. */
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

/** The prefix of ids from this moment. All earlier ids sort before it. */
export const firstIdAt = (ms: number): string => `req_${Math.max(0, ms).toString(16).padStart(12, '0')}`;

/** In milliseconds since 1970. */
export const timeOfRequest = (id: string): number => Number.parseInt(id.slice(4, 16), 16);
