import type { Command } from '../../apdu/apdu.ts';
import { INS, STATUS } from '../../apdu/iso-7816.ts';
import { internalAuthenticate } from '../authentication/active-authentication.ts';
import { externalAuthenticate, getChallenge } from '../authentication/basic-access.ts';
import type { Answer, ChipState, CommandHandler } from '../chip-state.ts';
import { readBinary, readBinaryOdd } from './read-binary.ts';
import { generalAuthenticate, setSecurityEnvironment } from './security-environment.ts';
import { select } from './select.ts';

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

/** A hook between the commands and the chip, for simulating faults. */
export interface Interference {
  before?(chip: ChipState, command: Command): Answer | undefined;
  after?(chip: ChipState, command: Command, answer: Answer): Answer;
}

export function dispatch(chip: ChipState, command: Command, interferences: readonly Interference[]): Answer {
  const instead = interferences.map(({ before }) => before?.(chip, command)).find((answer) => answer);
  const answer = instead ?? handle(chip, command);
  if (command.ins === INS.READ_BINARY || command.ins === INS.READ_BINARY_ODD) chip.counts.reads++;
  return interferences.reduce((changed, { after }) => after?.(chip, command, changed) ?? changed, answer);
}

/** A challenge is valid only for the next command, and a PACE run ends with any command that is not part of it. */
function handle(chip: ChipState, command: Command): Answer {
  const { ins } = command;
  const answer = HANDLERS[ins]?.(chip, command) ?? { status: STATUS.UNKNOWN_INSTRUCTION };
  if (ins !== INS.GET_CHALLENGE) chip.challenge = undefined;
  if (ins !== INS.GENERAL_AUTHENTICATE && ins !== INS.SET_SECURITY_ENVIRONMENT) chip.pace = undefined;
  return answer;
}
