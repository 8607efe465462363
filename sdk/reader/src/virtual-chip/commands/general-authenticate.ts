import { contentOf } from '../../tlv/tlv.ts';
import { continueChipAuthentication } from '../authentication/chip-authentication.ts';
import { continuePace } from '../authentication/pace.ts';
import type { CommandHandler } from '../chip-state.ts';
import { objectsIn } from '../malformed.ts';
import { STATUS } from '../status-words.ts';

const DYNAMIC_DATA = 0x7c;

/** GENERAL AUTHENTICATE (ISO/IEC 7816-4, 11.5.4): the next step of the protocol that MSE:Set AT selected. */
export const generalAuthenticate: CommandHandler = (chip, { p1, p2, data }) => {
  if (p1 || p2) return { status: STATUS.WRONG_P1_P2 };
  const template = objectsIn(data);
  const objects = objectsIn(template && contentOf(template, DYNAMIC_DATA));
  if (!template?.length || !objects) return { status: STATUS.WRONG_DATA };
  return chip.pace ? continuePace(chip, chip.pace, objects) : continueChipAuthentication(chip, objects);
};
