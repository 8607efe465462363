import { concatBytes } from '@noble/hashes/utils.js';
import { moreBytes } from '../status-words.ts';

/** Returns long responses in parts (ISO/IEC 7816-4, 5.3.4). */
export interface ResponseParts {
  /** As much of the response as fits into `space` bytes; the rest waits for GET RESPONSE. */
  give(response: Uint8Array, space: number): Uint8Array;
  /** The rest that is waiting. It is dropped after the next command, whichever that is. */
  take(): Uint8Array | undefined;
}

/** `longest` is the maximum length of a part in bytes, whatever is requested. */
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
