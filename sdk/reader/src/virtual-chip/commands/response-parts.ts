import { concatBytes } from '@noble/hashes/utils.js';
import { moreBytes } from '../status-words.ts';

/** Gives answers in parts that fit (ISO/IEC 7816-4, 5.3.4). */
export interface ResponseParts {
  /** As much of the answer as there is space for; the rest waits for GET RESPONSE. */
  give(response: Uint8Array, space: number): Uint8Array;
  /** What waits. It does so for one command only, whichever that is. */
  take(): Uint8Array | undefined;
}

/** `longest` is the most bytes of any part, whatever is asked for. */
export function responseParts(longest: number): ResponseParts {
  let rest: Uint8Array | undefined;
  return {
    give(response, space) {
      const most = Math.min(space, longest);
      const left = response.length - 2 - most;
      if (left <= 0) return response;
      rest = response.slice(most);
      const status = moreBytes(left);
      return concatBytes(response.slice(0, most), Uint8Array.of(status >> 8, status & 0xff));
    },
    take() {
      const waiting = rest;
      rest = undefined;
      return waiting;
    },
  };
}
