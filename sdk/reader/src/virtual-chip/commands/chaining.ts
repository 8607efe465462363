import { concatBytes } from '@noble/hashes/utils.js';
import { type Command, encodeResponse } from '../../apdu/apdu.ts';
import { CHAINED, INS, moreBytes, STATUS } from '../../apdu/iso-7816.ts';
import { readTlvHeader, unlessMalformed } from '../../tlv/tlv.ts';

/** Maximum length of a chain in bytes, so that an endless one does not fill memory. */
const LONGEST = 65_535;

export class CommandChain {
  #before: Command | undefined;

  drop(): void {
    this.#before = undefined;
  }

  /** @returns the whole command if this is its last part, otherwise the status for the response to the part. */
  add(part: Command): Command | { status: number } {
    const before = this.#before;
    this.drop();
    if (before && !isSame(before, part)) return { status: STATUS.LAST_OF_CHAIN_EXPECTED };
    const data = concatBytes(before?.data ?? new Uint8Array(), part.data ?? new Uint8Array());
    const whole: Command = { ...part, ...(data.length && { data }) };
    if (!(part.cla & CHAINED) || isWholeStep(whole)) return whole;
    if (data.length > LONGEST) return { status: STATUS.WRONG_LENGTH };
    this.#before = whole;
    return { status: STATUS.OK };
  }
}

const isSame = (a: Command, b: Command) => a.ins === b.ins && a.p1 === b.p1 && a.p2 === b.p2;

/** PACE also chains its steps, but responds to each (Doc 9303-11, 4.4.4.2). Only the template length distinguishes a step from a part. */
function isWholeStep({ ins, data }: Command): boolean {
  if (ins !== INS.GENERAL_AUTHENTICATE || !data) return false;
  const header = unlessMalformed(() => readTlvHeader(data));
  return header !== undefined && header.header_bytes + header.content_bytes <= data.length;
}

/** Returns long responses in parts (ISO/IEC 7816-4, 5.3.4). */
export class ResponseParts {
  readonly #longest: number;
  #rest: Uint8Array | undefined;

  constructor(longest: number) {
    this.#longest = longest;
  }

  /** As much of the response as fits into `space` bytes; the rest waits for GET RESPONSE. */
  give(response: Uint8Array, space: number): Uint8Array {
    const most = Math.min(space, this.#longest);
    const left = response.length - 2 - most;
    if (left <= 0) return response;
    this.#rest = response.slice(most);
    return encodeResponse({ data: response.slice(0, most), status: moreBytes(left) });
  }

  /** Returns the rest for a GET RESPONSE. Every other command drops it by calling this too. */
  take(): Uint8Array | undefined {
    const waiting = this.#rest;
    this.#rest = undefined;
    return waiting;
  }
}
