import { concatBytes } from '@noble/hashes/utils.js';
import type { Command } from '../../apdu/command-apdu.ts';
import { readTlvHeader } from '../../tlv/tlv.ts';
import { INS } from '../instructions.ts';
import { unlessMalformed } from '../malformed.ts';
import { STATUS } from '../status-words.ts';

/** The bit of CLA that says that more parts follow (ISO/IEC 7816-4, 5.3.3). */
const CHAINED = 0x10;
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
