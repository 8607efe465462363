import { concatBytes } from '@noble/hashes/utils.js';
import type { Command } from '../../apdu/command-apdu.ts';
import { readTlvHeader } from '../../tlv/tlv.ts';
import { INS } from '../instructions.ts';
import { unlessMalformed } from '../malformed.ts';
import { STATUS } from '../status-words.ts';

/** The bit of CLA that says that more comes (ISO/IEC 7816-4, 5.3.3). */
const CHAINED = 0x10;
/** A chain that never ends fills no memory. */
const LONGEST = 65_535;

/** Puts commands together that come in parts. */
export interface CommandChain {
  /** The whole command, once its last part is there; before, the status that the part is answered with. */
  add(part: Command): Command | { status: number };
  /** Forgets what has come. */
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

/** PACE marks its steps as a chain, and answers each (Doc 9303-11, 4.4.4.2). Only the length of the template tells them from parts. */
function isWholeStep({ ins, data }: Command): boolean {
  if (ins !== INS.GENERAL_AUTHENTICATE || !data) return false;
  const header = unlessMalformed(() => readTlvHeader(data));
  return header !== undefined && header.header_bytes + header.content_bytes <= data.length;
}
