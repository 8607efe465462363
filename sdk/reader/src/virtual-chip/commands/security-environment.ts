/** MANAGE SECURITY ENVIRONMENT (ISO/IEC 7816-4, 11.5.11): selects the next protocol and its key. */
import type { Command } from '../../apdu/apdu.ts';
import { DYNAMIC_AUTHENTICATION_DATA, STATUS } from '../../apdu/iso-7816.ts';
import { asNumber, contentOf, decodeObjectIdentifier, objectsIn, type Tlv, unlessMalformed } from '../../tlv/tlv.ts';
import {
  authenticateChip,
  continueChipAuthentication,
  keysFor,
  readProtocol,
} from '../authentication/chip-authentication.ts';
import { continuePace, paceSteps } from '../authentication/pace.ts';
import type { Answer, ChipState, CommandHandler } from '../chip-state.ts';

const PROTOCOL = 0x80;
const PASSWORD = 0x83;
const PARAMETERS_OR_KEY = 0x84;
const EPHEMERAL_KEY = 0x91;

/** By P1 and P2: mutual authentication, authentication of the chip, key agreement (Doc 9303-11, 4.4.4.1 and 6.2.4). */
const SETS: Record<number, (chip: ChipState, objects: Tlv[]) => Answer> = {
  49572: setPace,
  16804: setChipAuthentication,
  16806: agreeOnKeys,
};

export const setSecurityEnvironment: CommandHandler = (chip, { p1, p2, data }: Command) => {
  const set = SETS[p1 * 256 + p2];
  if (!set) return { status: STATUS.WRONG_P1_P2 };
  const objects = objectsIn(data);
  return objects ? set(chip, objects) : { status: STATUS.WRONG_DATA };
};

function setPace(chip: ChipState, objects: Tlv[]): Answer {
  chip.pace = undefined;
  if (chip.directory !== 'MASTER_FILE' || chip.channel) return { status: STATUS.CONDITIONS_OF_USE };
  const protocol = protocolIn(objects);
  if (protocol === undefined) return { status: STATUS.WRONG_DATA };
  const password = passwordOf(chip, numberIn(contentOf(objects, PASSWORD)));
  if (!password) return { status: STATUS.NO_REFERENCE_DATA };
  chip.pace = paceSteps(chip, { protocol, parameter_id: numberIn(contentOf(objects, PARAMETERS_OR_KEY)), password });
  return { status: chip.pace ? STATUS.OK : STATUS.WRONG_DATA };
}

/** The passwords of travel documents (Doc 9303-11, 4.4.4.1): 1 is the MRZ, 2 the CAN. */
function passwordOf({ mrz_secret, can_secret }: ChipState, password: number | undefined): Uint8Array | undefined {
  if (password === 1) return mrz_secret;
  return password === 2 ? can_secret : undefined;
}

function setChipAuthentication(chip: ChipState, objects: Tlv[]): Answer {
  chip.chip_authentication = undefined;
  if (!chip.access) return { status: STATUS.SECURITY_STATUS };
  const protocol = protocolIn(objects);
  const known = protocol === undefined ? undefined : readProtocol(protocol);
  if (!known) return { status: STATUS.WRONG_DATA };
  const [key] = keysFor(chip, { kind: known.kind, key_id: numberIn(contentOf(objects, PARAMETERS_OR_KEY)) });
  if (!key) return { status: STATUS.NO_REFERENCE_DATA };
  chip.chip_authentication = { key, cipher: known.cipher };
  return { status: STATUS.OK };
}

/** MSE:Set KAT carries the reader's public key, whose form shows its kind. The cipher is always 3DES. */
function agreeOnKeys(chip: ChipState, objects: Tlv[]): Answer {
  if (!chip.access) return { status: STATUS.SECURITY_STATUS };
  const ephemeral = contentOf(objects, EPHEMERAL_KEY);
  if (!ephemeral) return { status: STATUS.WRONG_DATA };
  const kind = isPoint(ephemeral) ? 'ECDH' : 'DH';
  const [key] = keysFor(chip, { kind, key_id: numberIn(contentOf(objects, PARAMETERS_OR_KEY)) });
  if (!key) return { status: STATUS.NO_REFERENCE_DATA };
  const channel = authenticateChip(key, '3DES', ephemeral);
  return channel ? { status: STATUS.OK, channel } : { status: STATUS.WRONG_DATA };
}

/** A point is a byte 04 and two coordinates; a number is as long as its modulus. */
const isPoint = (ephemeral: Uint8Array) => ephemeral[0] === 0x04 && ephemeral.length % 2 === 1;

function protocolIn(objects: Tlv[]): string | undefined {
  const content = contentOf(objects, PROTOCOL);
  return content && unlessMalformed(() => decodeObjectIdentifier(content));
}

const numberIn = (content: Uint8Array | undefined): number | undefined => content && asNumber(content);

/** GENERAL AUTHENTICATE (ISO/IEC 7816-4, 11.5.4): the next step of the protocol that MSE:Set AT selected. */
export const generalAuthenticate: CommandHandler = (chip, { p1, p2, data }) => {
  if (p1 || p2) return { status: STATUS.WRONG_P1_P2 };
  const template = objectsIn(data);
  const objects = objectsIn(template && contentOf(template, DYNAMIC_AUTHENTICATION_DATA));
  if (!template?.length || !objects) return { status: STATUS.WRONG_DATA };
  return chip.pace ? continuePace(chip, chip.pace, objects) : continueChipAuthentication(chip, objects);
};
