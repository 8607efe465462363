import { concatBytes } from '@noble/hashes/utils.js';
import type { Command } from '../../apdu/apdu.ts';
import { CHAINED, INS, moreBytes, STATUS } from '../../apdu/iso-7816.ts';
import { readTlvHeader, unlessMalformed } from '../../tlv/tlv.ts';

/** Maximum length of a chain in bytes, so that an endless one does not fill memory. */
const LONGEST = 65_535;

/** Joins commands that arrive in parts. */
export interface CommandChain {
  /** The whole command after its last part; before, the status to return for the part. */
  add(part: Command): Command | { status: number };
  /** Discards the parts received so far. */
  drop(): void;
}

export function commandChain(): CommandChain {
  let before: Command | undefined;
  return {
    drop: () => {
      before = undefined;
    },
    add(part) {
      const begun = before;
      before = undefined;
      if (begun && !isSame(begun, part)) return { status: STATUS.LAST_OF_CHAIN_EXPECTED };
      const data = concatBytes(begun?.data ?? new Uint8Array(), part.data ?? new Uint8Array());
      const whole: Command = { ...part, ...(data.length && { data }) };
      if (!(part.cla & CHAINED) || isWholeStep(whole)) return whole;
      if (data.length > LONGEST) return { status: STATUS.WRONG_LENGTH };
      before = whole;
      return { status: STATUS.OK };
    },
  };
}

const isSame = (a: Command, b: Command) => a.ins === b.ins && a.p1 === b.p1 && a.p2 === b.p2;

/** PACE also chains its steps, but responds to each (Doc 9303-11, 4.4.4.2). Only the template length distinguishes a step from a part. */
function isWholeStep({ ins, data }: Command): boolean {
  if (ins !== INS.GENERAL_AUTHENTICATE || !data) return false;
  const header = unlessMalformed(() => readTlvHeader(data));
  return header !== undefined && header.header_bytes + header.content_bytes <= data.length;
}

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
