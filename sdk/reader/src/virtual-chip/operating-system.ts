/** What every command goes through: lengths, class, secure messaging, chaining; and its answer in the opposite order. */
import { concatBytes } from '@noble/hashes/utils.js';
import { type Command, type DecodedCommand, decodeCommand, SHORT_LE } from '../apdu/command.ts';
import { encodeResponse } from '../apdu/response.ts';
import { readTlvHeader } from '../tlv/tlv.ts';
import { internalAuthenticate } from './active-authentication.ts';
import { externalAuthenticate, getChallenge } from './basic-access.ts';
import type { Answer, ChipState, CommandHandler } from './chip-state.ts';
import { generalAuthenticate } from './general-authenticate.ts';
import { INS } from './instructions.ts';
import { unlessMalformed } from './malformed.ts';
import { readBinary, readBinaryOdd } from './read-binary.ts';
import { select } from './select.ts';
import { setSecurityEnvironment } from './set-security-environment.ts';
import { moreBytes, STATUS } from './status-words.ts';

const HANDLERS: Record<number, CommandHandler> = {
  [INS.SET_SECURITY_ENVIRONMENT]: setSecurityEnvironment,
  [INS.EXTERNAL_AUTHENTICATE]: externalAuthenticate,
  [INS.GET_CHALLENGE]: getChallenge,
  [INS.GENERAL_AUTHENTICATE]: generalAuthenticate,
  [INS.INTERNAL_AUTHENTICATE]: internalAuthenticate,
  [INS.SELECT]: select,
  [INS.READ_BINARY]: readBinary,
  [INS.READ_BINARY_ODD]: readBinaryOdd,
};

/** Bits of CLA (ISO/IEC 7816-4, 5.4.1). */
const CLASS = { PROPRIETARY: 0xe0, CHAINED: 0x10, SECURED: 0x0c, CHANNEL: 0x03 };
/** A chain that never ends fills no memory. */
const LONGEST_CHAIN = 65_535;

/** Somebody between the commands and the chip, for what goes wrong in a chip. */
export interface Interference {
  /** Answers instead of the chip. */
  before?(chip: ChipState, command: Command): Answer | undefined;
  /** Changes the chip's answer. */
  after?(chip: ChipState, command: Command, answer: Answer): Answer;
}

/** Takes the bytes of commands, and answers every one of them, whatever it is. */
export function createOperatingSystem(chip: ChipState, interferences: readonly Interference[] = []) {
  let chain: Command | undefined;
  let rest = new Uint8Array();

  function process(bytes: Uint8Array): Uint8Array {
    chip.counts.commands++;
    const received = unlessMalformed(() => decodeCommand(bytes));
    // Refused before anything reads it, so that the channel stays as it is.
    if (!received || !isShortEnough(received, chip)) return plain(STATUS.WRONG_LENGTH);
    const pending = rest;
    rest = new Uint8Array();
    if (received.cla === 0 && received.ins === INS.GET_RESPONSE && pending.length)
      return cut(pending, received.le ?? SHORT_LE);
    const { cla, ins } = received;
    const isSecured = (cla & (CLASS.PROPRIETARY | CLASS.SECURED)) === CLASS.SECURED;
    if (chip.channel && !isSecured) return endChannel(STATUS.OBJECTS_MISSING);
    if (cla & CLASS.PROPRIETARY) return plain(STATUS.UNKNOWN_CLASS);
    if (cla & CLASS.CHANNEL && !chip.channel) return plain(STATUS.NO_LOGICAL_CHANNELS);
    if (!chip.channel && cla & CLASS.SECURED) return plain(STATUS.NO_SECURE_MESSAGING);
    const { channel } = chip;
    if (channel) chip.counts.secured++;
    const command = channel ? unlessMalformed(() => channel.unwrapCommand(bytes)) : received;
    if (!command) return endChannel(STATUS.OBJECTS_INCORRECT);
    const answer = chained(command);
    const response = { data: answer.data ?? new Uint8Array(), status: answer.status };
    const secured = chip.channel ? chip.channel.wrapResponse(response, ins) : encodeResponse(response);
    if (answer.channel) chip.channel = answer.channel;
    return cut(secured, received.extended ? chip.profile.longest_response : SHORT_LE);
  }

  /** Secure messaging never ends without a word: the answer is plain, and the reader has to begin anew. */
  function endChannel(status: number): Uint8Array {
    chip.channel = undefined;
    chip.access = undefined;
    chip.chip_authentication = undefined;
    chain = undefined;
    return plain(status);
  }

  /** Puts the parts of a chain together (ISO/IEC 7816-4, 5.3.3). */
  function chained(command: Command): Answer {
    const isLast = !(command.cla & CLASS.CHAINED);
    const before = chain;
    chain = undefined;
    const isOther = before && (before.ins !== command.ins || before.p1 !== command.p1 || before.p2 !== command.p2);
    if (isOther) return { status: STATUS.LAST_OF_CHAIN_EXPECTED };
    const data = concatBytes(before?.data ?? new Uint8Array(), command.data ?? new Uint8Array());
    const whole: Command = { ...command, ...(data.length && { data }) };
    if (isLast || isWholeStep(whole)) return execute(whole);
    if (data.length > LONGEST_CHAIN) return { status: STATUS.WRONG_LENGTH };
    chain = whole;
    return { status: STATUS.OK };
  }

  function execute(command: Command): Answer {
    const instead = interferences.map(({ before }) => before?.(chip, command)).find((answer) => answer);
    const answer = instead ?? handle(chip, command);
    if (command.ins === INS.READ_BINARY || command.ins === INS.READ_BINARY_ODD) chip.counts.reads++;
    return interferences.reduce((changed, { after }) => after?.(chip, command, changed) ?? changed, answer);
  }

  /** What does not fit waits for GET RESPONSE. */
  function cut(response: Uint8Array, space: number): Uint8Array {
    const end = response.length - 2;
    const longest = Math.min(space, chip.profile.longest_part);
    if (end <= longest) return response;
    rest = response.slice(longest);
    return concatBytes(response.slice(0, longest), plain(moreBytes(end - longest)));
  }

  return process;
}

const plain = (status: number): Uint8Array => Uint8Array.of(status >> 8, status & 0xff);

function isShortEnough({ extended, data, le }: DecodedCommand, { profile }: ChipState): boolean {
  if (!extended) return true;
  return profile.accepts_extended_length && (data?.length ?? 0) <= profile.longest_command && le !== 0;
}

/** PACE marks its steps as a chain, and answers each (Doc 9303-11, 4.4.4.2). Only the length of the template tells them from parts. */
function isWholeStep({ ins, data }: Command): boolean {
  if (ins !== INS.GENERAL_AUTHENTICATE || !data) return false;
  const header = unlessMalformed(() => readTlvHeader(data));
  return header !== undefined && header.header_bytes + header.content_bytes <= data.length;
}

function handle(chip: ChipState, command: Command): Answer {
  const handler = HANDLERS[command.ins];
  const answer = handler?.(chip, command) ?? { status: STATUS.UNKNOWN_INSTRUCTION };
  if (command.ins !== INS.GET_CHALLENGE) chip.challenge = undefined;
  if (command.ins !== INS.GENERAL_AUTHENTICATE && command.ins !== INS.SET_SECURITY_ENVIRONMENT) chip.pace = undefined;
  return answer;
}
