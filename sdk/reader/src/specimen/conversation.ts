/** Explains commands and responses to people who watch a reading (ISO/IEC 7816-4, 5.1; ICAO Doc 9303-10, 3.6, and 9303-11). */

import { bytesToHex } from '@noble/hashes/utils.js';
import { INS, SECURED } from '../apdu/iso-7816.ts';
import { EF_ATR_INFO } from '../files/atr-info.ts';
import { EF_CARD_ACCESS, type ElementaryFile, elementaryFile, FILE_NAMES } from '../files/elementary-file.ts';

/** A command and its response, as far as visible from outside: secured content stays encrypted. */
export interface Spoken {
  /** The name of the command in ISO/IEC 7816-4, or its INS if the command is not listed here. */
  command_name: string;
  /** The file that is read, when the command names it by a short identifier. */
  file?: string;
  /** Offset of the first byte that is read. */
  offset?: number;
  /** Under secure messaging. */
  secured: boolean;
  /** SW1 and SW2 in hexadecimal digits. */
  status: string;
  command: string;
  response: string;
}

const NAMES: Record<number, string> = {
  [INS.SELECT]: 'SELECT',
  [INS.READ_BINARY]: 'READ BINARY',
  [INS.READ_BINARY_ODD]: 'READ BINARY',
  [INS.GET_CHALLENGE]: 'GET CHALLENGE',
  [INS.EXTERNAL_AUTHENTICATE]: 'EXTERNAL AUTHENTICATE',
  [INS.INTERNAL_AUTHENTICATE]: 'INTERNAL AUTHENTICATE',
  [INS.SET_SECURITY_ENVIRONMENT]: 'MANAGE SECURITY ENVIRONMENT',
  [INS.GENERAL_AUTHENTICATE]: 'GENERAL AUTHENTICATE',
  [INS.GET_RESPONSE]: 'GET RESPONSE',
};

/** P1 of a READ BINARY that names its file by the short identifier. */
const SHORT_ID = 0x80;

/** Files by short identifier, which differ between the master file and the application. */
const byShortId = (files: readonly Pick<ElementaryFile, 'short_id' | 'name'>[]): Map<number, string> =>
  new Map(files.map(({ short_id, name }) => [short_id, name]));

/** Files that are read in the clear, before the application is selected. */
const MASTER_FILES = byShortId([EF_CARD_ACCESS, EF_ATR_INFO]);
const FILES = byShortId(FILE_NAMES.map(elementaryFile));

/** What is visible of a command and its response from outside (ISO/IEC 7816-4, 5.1). */
export function spoken({ command, response }: { command: Uint8Array; response: Uint8Array }): Spoken {
  const [cla = 0, ins = 0, p1 = 0, p2 = 0] = command;
  const secured = (cla & SECURED) === SECURED;
  const named = ins === INS.READ_BINARY && (p1 & SHORT_ID) !== 0;
  const file = named ? (secured ? FILES : MASTER_FILES).get(p1 & 0x1f) : undefined;
  return {
    command_name: NAMES[ins] ?? `INS ${hex(Uint8Array.of(ins))}`,
    ...(file && { file }),
    ...(ins === INS.READ_BINARY && { offset: named ? p2 : p1 * 256 + p2 }),
    secured,
    status: hex(response.subarray(-2)),
    command: hex(command),
    response: hex(response),
  };
}

const hex = (bytes: Uint8Array): string => bytesToHex(bytes).toUpperCase();
