import { equalBytes } from '@noble/curves/utils.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { STATUS } from '../../apdu/iso-7816.ts';
import { tlv } from '../../tlv/tlv.ts';
import type { Answer, ChipState, CommandHandler } from '../chip-state.ts';
import { APPLICATION_ID, type ElementaryFile } from '../elementary-files.ts';

const MASTER_FILE = 0x3f00;
/** P1: what the data names. */
const BY = { FILE_ID: 0x00, CHILD: 0x02, NAME: 0x04 };
/** P2: which template describes the selected file. */
const ANSWER = { CONTROL_INFORMATION: 0x00, CONTROL_PARAMETERS: 0x04, NOTHING: 0x0c };

/** SELECT (ISO/IEC 7816-4, 11.2.2): the master file, the application by its name, or a file of the current directory. */
export const select: CommandHandler = (chip, { p1, p2, data = new Uint8Array() }) => {
  if (!Object.values(ANSWER).includes(p2)) return { status: STATUS.WRONG_P1_P2 };
  if (p1 === BY.NAME) return selectApplication(chip, data, p2);
  if (p1 !== BY.FILE_ID && p1 !== BY.CHILD) return { status: STATUS.WRONG_P1_P2 };
  const id = data.length === 2 ? data[0]! * 256 + data[1]! : undefined;
  if (p1 === BY.FILE_ID && (id === MASTER_FILE || data.length === 0)) {
    chip.directory = 'MASTER_FILE';
    chip.file = undefined;
    return selected(p2, tlv(0x83, Uint8Array.of(0x3f, 0)));
  }
  return id === undefined ? { status: STATUS.WRONG_LENGTH } : selectFile(chip, id, p2);
};

function selectApplication(chip: ChipState, name: Uint8Array, p2: number): Answer {
  if (!chip.profile.application || !equalBytes(name, APPLICATION_ID)) return { status: STATUS.NOT_FOUND };
  chip.directory = 'APPLICATION';
  chip.file = undefined;
  return selected(p2, tlv(0x84, APPLICATION_ID));
}

function selectFile(chip: ChipState, id: number, p2: number): Answer {
  const file = chip.files[chip.directory].find((each) => each.id === id);
  if (!file) return missing(chip);
  if (!isReadable(chip, file)) return { status: STATUS.SECURITY_STATUS };
  chip.file = file;
  const { length } = file.content;
  return selected(p2, concatBytes(tlv(0x80, twoBytes(length)), tlv(0x83, twoBytes(id))));
}

/** Before access, the response does not reveal which data groups exist. */
export const missing = ({ directory, access }: ChipState, status: number = STATUS.NOT_FOUND): Answer => ({
  status: directory === 'APPLICATION' && !access ? STATUS.SECURITY_STATUS : status,
});

export const isReadable = ({ access }: ChipState, { readable }: ElementaryFile): boolean =>
  readable === 'ALWAYS' ||
  (readable === 'AFTER_ACCESS' && access !== undefined) ||
  (readable === 'AFTER_PACE' && access === 'PACE');

const twoBytes = (number: number) => Uint8Array.of((number >> 8) & 0xff, number & 0xff);

function selected(p2: number, description: Uint8Array): Answer {
  if (p2 === ANSWER.NOTHING) return { status: STATUS.OK };
  return { status: STATUS.OK, data: tlv(p2 === ANSWER.CONTROL_PARAMETERS ? 0x62 : 0x6f, description) };
}
