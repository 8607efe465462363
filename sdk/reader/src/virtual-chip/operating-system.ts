/** The layers that every command passes: lengths, class, secure messaging, chaining; and its response in the opposite order. */
import { type DecodedCommand, decodeCommand, encodeResponse, SHORT_LE } from '../apdu/apdu.ts';
import { INS, SECURED, STATUS } from '../apdu/iso-7816.ts';
import { unlessMalformed } from '../tlv/tlv.ts';
import type { Answer, ChipState } from './chip-state.ts';
import { CommandChain, ResponseParts } from './commands/chaining.ts';
import { dispatch, type Interference } from './commands/dispatch.ts';

/** Bits of CLA (ISO/IEC 7816-4, 5.4.1). */
const CLASS = { PROPRIETARY: 0xe0, SECURED, CHANNEL: 0x03 };

/** Every command gets a response, whatever it is. */
export function createOperatingSystem(chip: ChipState, interferences: readonly Interference[] = []) {
  const chain = new CommandChain();
  const parts = new ResponseParts(chip.profile.longest_part);

  function process(bytes: Uint8Array): Uint8Array {
    chip.counts.commands++;
    const received = unlessMalformed(() => decodeCommand(bytes));
    // Refused before anything else, so that the channel stays unchanged.
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

  /** The response goes through the channel of its command. A newly opened channel applies to the next command. */
  function sent({ data = new Uint8Array(), status, channel }: Answer, ins: number): Uint8Array {
    const response = { data, status };
    const bytes = chip.channel ? chip.channel.wrapResponse(response, ins) : encodeResponse(response);
    if (channel) chip.channel = channel;
    return bytes;
  }

  /** Ends secure messaging with a plain response, so that the reader knows that it must start over. */
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

function refusalOfClass({ channel }: ChipState, cla: number): number | undefined {
  const isSecured = (cla & (CLASS.PROPRIETARY | CLASS.SECURED)) === CLASS.SECURED;
  if (channel) return isSecured ? undefined : STATUS.OBJECTS_MISSING;
  if (cla & CLASS.PROPRIETARY) return STATUS.UNKNOWN_CLASS;
  if (cla & CLASS.CHANNEL) return STATUS.NO_LOGICAL_CHANNELS;
  return cla & CLASS.SECURED ? STATUS.NO_SECURE_MESSAGING : undefined;
}
