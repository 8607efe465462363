/** What every command goes through: lengths, class, secure messaging, chaining; and its answer in the opposite order. */
import { type DecodedCommand, decodeCommand, SHORT_LE } from '../apdu/command-apdu.ts';
import { encodeResponse } from '../apdu/response-apdu.ts';
import type { Answer, ChipState } from './chip-state.ts';
import { commandChain } from './commands/command-chain.ts';
import { dispatch, type Interference } from './commands/dispatch.ts';
import { responseParts } from './commands/response-parts.ts';
import { INS } from './instructions.ts';
import { unlessMalformed } from './malformed.ts';
import { STATUS } from './status-words.ts';

/** Bits of CLA (ISO/IEC 7816-4, 5.4.1). */
const CLASS = { PROPRIETARY: 0xe0, SECURED: 0x0c, CHANNEL: 0x03 };

/** Takes the bytes of commands, and answers every one of them, whatever it is. */
export function createOperatingSystem(chip: ChipState, interferences: readonly Interference[] = []) {
  const chain = commandChain();
  const parts = responseParts(chip.profile.longest_part);

  function process(bytes: Uint8Array): Uint8Array {
    chip.counts.commands++;
    const received = unlessMalformed(() => decodeCommand(bytes));
    // Refused before anything reads it, so that the channel stays as it is.
    if (!received || !isShortEnough(received, chip)) return plain(STATUS.WRONG_LENGTH);
    const waiting = parts.take();
    if (waiting && received.cla === 0 && received.ins === INS.GET_RESPONSE)
      return parts.give(waiting, received.le ?? SHORT_LE);
    const refusal = refusalOfClass(chip, received.cla);
    if (refusal !== undefined) return chip.channel ? endChannel(refusal) : plain(refusal);
    const { channel } = chip;
    if (channel) chip.counts.secured++;
    const command = channel ? unlessMalformed(() => channel.unwrapCommand(bytes)) : received;
    if (!command) return endChannel(STATUS.OBJECTS_INCORRECT);
    const whole = chain.add(command);
    const answer = 'status' in whole ? whole : dispatch(chip, whole, interferences);
    return parts.give(sent(answer, received.ins), received.extended ? chip.profile.longest_response : SHORT_LE);
  }

  /** The answer goes through the channel that the command came through. One that it opens is for what comes after. */
  function sent({ data = new Uint8Array(), status, channel }: Answer, ins: number): Uint8Array {
    const response = { data, status };
    const bytes = chip.channel ? chip.channel.wrapResponse(response, ins) : encodeResponse(response);
    if (channel) chip.channel = channel;
    return bytes;
  }

  /** Secure messaging never ends without a word: the answer is plain, and the reader has to begin anew. */
  function endChannel(status: number): Uint8Array {
    chip.channel = undefined;
    chip.access = undefined;
    chip.chip_authentication = undefined;
    chain.drop();
    return plain(status);
  }

  return process;
}

const plain = (status: number): Uint8Array => Uint8Array.of(status >> 8, status & 0xff);

function isShortEnough({ extended, data }: DecodedCommand, { profile }: ChipState): boolean {
  return !extended || (profile.accepts_extended_length && (data?.length ?? 0) <= profile.longest_command);
}

/** Why a command of this class is refused: it needs secure messaging, or does without it, or is not of this standard. */
function refusalOfClass({ channel }: ChipState, cla: number): number | undefined {
  const isSecured = (cla & (CLASS.PROPRIETARY | CLASS.SECURED)) === CLASS.SECURED;
  if (channel) return isSecured ? undefined : STATUS.OBJECTS_MISSING;
  if (cla & CLASS.PROPRIETARY) return STATUS.UNKNOWN_CLASS;
  if (cla & CLASS.CHANNEL) return STATUS.NO_LOGICAL_CHANNELS;
  return cla & CLASS.SECURED ? STATUS.NO_SECURE_MESSAGING : undefined;
}
