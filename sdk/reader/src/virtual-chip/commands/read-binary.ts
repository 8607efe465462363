import { bytesToNumberBE } from '@noble/curves/utils.js';
import { EXTENDED_LE, SHORT_LE } from '../../apdu/apdu.ts';
import { STATUS } from '../../apdu/iso-7816.ts';
import { blockOf } from '../../cipher/session-cipher.ts';
import { readTlv, tlv, unlessMalformed } from '../../tlv/tlv.ts';
import type { Answer, ChipState, CommandHandler } from '../chip-state.ts';
import type { ElementaryFile } from '../elementary-files.ts';
import { isReadable, missing } from './select.ts';

const SHORT_ID_IN_P1 = 0x80;
const OFFSET = 0x54;
const DISCRETIONARY_DATA = 0x53;
/** Tag and length of the data object, which count towards the requested bytes. */
const AROUND = 4;
/** Bytes that secure messaging adds: status, checksum, and tag, length and padding indicator of the cryptogram. */
const SECURED_BYTES = 4 + 10 + 5;

/** READ BINARY with an offset in P1 and P2, or with a short file id in P1 (ISO/IEC 7816-4, 11.3.3). */
export const readBinary: CommandHandler = (chip, { p1, p2, le }) => {
  if (le === undefined) return { status: STATUS.WRONG_LENGTH };
  if (!(p1 & SHORT_ID_IN_P1)) return part(chip, chip.file, p1 * 256 + p2, le);
  if (p1 & 0x60) return { status: STATUS.WRONG_P1_P2 };
  const found = findByShortId(chip, p1 & 0x1f);
  return 'status' in found ? found : part(chip, found, p2, le);
};

/** READ BINARY with odd INS: the offset is in a data object, and may be larger than 32767 (ISO/IEC 7816-4, 11.3.3). */
export const readBinaryOdd: CommandHandler = (chip, { p1, p2, data, le }) => {
  if (le === undefined) return { status: STATUS.WRONG_LENGTH };
  const offset = data && offsetIn(data);
  if (offset === undefined) return { status: STATUS.WRONG_DATA };
  const id = p1 * 256 + p2;
  const found = id === 0 ? chip.file : id <= 0x1e ? findByShortId(chip, id) : findById(chip, id);
  if (found && 'status' in found) return found;
  const answer = part(chip, found, offset, le, AROUND);
  return answer.data ? { ...answer, data: tlv(DISCRETIONARY_DATA, answer.data) } : answer;
};

function offsetIn(data: Uint8Array): number | undefined {
  const content = unlessMalformed(() => readTlv(data, OFFSET).content);
  return content?.length && content.length <= 4 ? Number(bytesToNumberBE(content)) : undefined;
}

const findByShortId = (chip: ChipState, short_id: number) => findWhere(chip, (file) => file.short_id === short_id);

const findById = (chip: ChipState, id: number) => findWhere(chip, (file) => file.id === id);

/** The named file becomes the current one if it may be read. */
function findWhere(chip: ChipState, isMeant: (file: ElementaryFile) => boolean): ElementaryFile | Answer {
  const file = chip.files[chip.directory].find(isMeant);
  if (!file) return missing(chip);
  if (isReadable(chip, file)) chip.file = file;
  return file;
}

function part(chip: ChipState, file: ElementaryFile | undefined, offset: number, le: number, around = 0): Answer {
  if (!file) return missing(chip, STATUS.NO_CURRENT_FILE);
  if (!isReadable(chip, file)) return { status: STATUS.SECURITY_STATUS };
  if (offset >= file.content.length) return { status: STATUS.WRONG_OFFSET };
  const count = Math.max(1, Math.min(le, largestPart(chip, le)) - around);
  const data = file.content.slice(offset, offset + count);
  // The maximum length means "all there is", which is never too much.
  const isExact = data.length === count || le === SHORT_LE || le === EXTENDED_LE;
  return { status: isExact ? STATUS.OK : STATUS.END_OF_FILE, data };
}

function largestPart({ channel, profile }: ChipState, le: number): number {
  const space = le > SHORT_LE ? profile.longest_response : Math.min(profile.longest_response, SHORT_LE);
  if (!channel) return Math.min(space, profile.longest_read);
  const block = blockOf(channel.keys.cipher);
  return Math.min(Math.floor((space - SECURED_BYTES) / block) * block - 1, profile.longest_read);
}
