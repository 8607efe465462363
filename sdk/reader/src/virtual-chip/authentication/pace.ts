/** The chip's side of PACE (Doc 9303-11, 4.4): each step returns the next, and a failed run leaves no state. */
import { bytesToNumberBE, equalBytes } from '@noble/curves/utils.js';
import { DYNAMIC_AUTHENTICATION_DATA, STATUS } from '../../apdu/iso-7816.ts';
import { blockOf, checksum, encryptBlocks, padded } from '../../cipher/session-cipher.ts';
import { deriveKey, deriveSessionKeys, PURPOSE, type SessionKeys } from '../../cipher/session-keys.ts';
import { domainParameters } from '../../curves/domain-parameters.ts';
import type { Group } from '../../curves/group.ts';
import type { Random } from '../../random.ts';
import { SecureMessaging } from '../../secure-messaging/secure-messaging.ts';
import { contentOf, encodeObjectIdentifier, type Tlv, tlv, unlessMalformed } from '../../tlv/tlv.ts';
import type { Answer, ChipState } from '../chip-state.ts';
import type { ChipContents, PaceOffer } from '../contents.ts';
import { paceProtocol, parameterNumber } from './card-access-file.ts';
import { pseudorandomNumber, sealedMappingProof } from './mappings.ts';

const NONCE_BYTES = 16;
/** Tags in the template 7C of each step, from the reader and from the chip (Doc 9303-11, 4.4.4.2). */
const TAGS = {
  NONCE: 0x80,
  MAPPING: [0x81, 0x82],
  EPHEMERAL_KEY: [0x83, 0x84],
  TOKEN: [0x85, 0x86],
  CHIP_AUTHENTICATION: 0x8a,
} as const;

/** Undefined when one of the objects is missing. */
export type PaceStep = (objects: readonly Tlv[]) => StepResult | undefined;

type StepResult =
  | { reply: Uint8Array; next: PaceStep }
  | { reply: Uint8Array; channel: SecureMessaging }
  | { refused: number };

export interface PaceRun {
  offer: PaceOffer;
  protocol: string;
  group: Group;
  random: Random;
  password_key: Uint8Array;
  contents: ChipContents;
}

export interface PaceChoice {
  protocol: string;
  parameter_id: number | undefined;
  password: Uint8Array;
}

/** Undefined when the chip does not offer the protocol selected by MSE:Set AT. */
export function paceSteps({ profile, contents, random }: ChipState, choice: PaceChoice): PaceStep | undefined {
  const offer = profile.pace.find(
    (each) =>
      paceProtocol(each) === choice.protocol &&
      (choice.parameter_id === undefined || choice.parameter_id === parameterNumber(each)),
  );
  const group = offer && domainParameters(offer.parameter_id);
  if (group?.kind !== offer?.agreement || !group || !offer) return undefined;
  const password_key = deriveKey(choice.password, offer.cipher, PURPOSE.PASSWORD);
  return firstStep({ offer, protocol: choice.protocol, group, random, password_key, contents });
}

export const firstStep =
  (run: PaceRun): PaceStep =>
  () =>
    nonceStep(run);

export function continuePace(chip: ChipState, step: PaceStep, objects: readonly Tlv[]): Answer {
  const result = unlessMalformed(() => step(objects));
  chip.pace = undefined;
  if (!result) return { status: STATUS.WRONG_DATA };
  if ('refused' in result) return { status: result.refused };
  const data = tlv(DYNAMIC_AUTHENTICATION_DATA, result.reply);
  if ('next' in result) {
    chip.pace = result.next;
    return { status: STATUS.OK, data };
  }
  chip.access = 'PACE';
  return { status: STATUS.OK, data, channel: result.channel };
}

function nonceStep(run: PaceRun): StepResult {
  const { cipher, mapping } = run.offer;
  // Integrated Mapping with long keys uses a longer nonce (Doc 9303-11, 4.4.3.3.2).
  const isLong = mapping === 'IM' && (cipher === 'AES-192' || cipher === 'AES-256');
  const nonce = run.random(isLong ? 2 * NONCE_BYTES : NONCE_BYTES);
  const sealed = encryptBlocks(cipher, run.password_key, new Uint8Array(blockOf(cipher)), nonce);
  const next = mapping === 'IM' ? integratedMapping(run, nonce) : genericMapping(run, nonce);
  return { reply: tlv(TAGS.NONCE, sealed), next };
}

function genericMapping(run: PaceRun, nonce: Uint8Array): PaceStep {
  return (objects) => {
    const theirs = contentOf(objects, TAGS.MAPPING[0]);
    if (!theirs) return undefined;
    const { group, random } = run;
    const own = group.randomScalar(random);
    const shared = group.multiply(own, theirs);
    const generator = group.combine(group.multiply(bytesToNumberBE(nonce), group.generator), shared);
    return {
      reply: tlv(TAGS.MAPPING[1], group.multiply(own, group.generator)),
      next: keyAgreement(run, generator, own),
    };
  };
}

function integratedMapping(run: PaceRun, nonce: Uint8Array): PaceStep {
  return (objects) => {
    const theirs = contentOf(objects, TAGS.MAPPING[0]);
    if (theirs?.length !== run.password_key.length) return undefined;
    const { group, offer } = run;
    const generator = group.elementOf(pseudorandomNumber(offer.cipher, nonce, theirs, group.p));
    return { reply: tlv(TAGS.MAPPING[1]), next: keyAgreement(run, generator) };
  };
}

function keyAgreement(run: PaceRun, generator: Uint8Array, mapping_key?: bigint): PaceStep {
  return (objects) => {
    const theirs = contentOf(objects, TAGS.EPHEMERAL_KEY[0]);
    if (!theirs) return undefined;
    const { group, random, offer } = run;
    const own = group.randomScalar(random);
    const ours = group.multiply(own, generator);
    // A reader that sends the chip's own key back proves nothing (Doc 9303-11, 4.4.1).
    if (equalBytes(ours, theirs)) return undefined;
    const keys = deriveSessionKeys(group.sharedSecret(own, theirs), offer.cipher);
    return {
      reply: tlv(TAGS.EPHEMERAL_KEY[1], ours),
      next: confirmation(run, keys, { ours, theirs }, mapping_key),
    };
  };
}

function confirmation(
  run: PaceRun,
  keys: SessionKeys,
  { ours, theirs }: { ours: Uint8Array; theirs: Uint8Array },
  mapping_key?: bigint,
): PaceStep {
  return (objects) => {
    const token = contentOf(objects, TAGS.TOKEN[0]);
    if (!token) return undefined;
    if (!equalBytes(token, tokenOver(run, keys, ours))) return { refused: STATUS.WRONG_KEY };
    const proof =
      run.offer.mapping === 'CAM' && mapping_key !== undefined
        ? tlv(TAGS.CHIP_AUTHENTICATION, sealedMappingProof(run, keys, mapping_key))
        : new Uint8Array();
    const reply = new Uint8Array([...tlv(TAGS.TOKEN[1], tokenOver(run, keys, theirs)), ...proof]);
    return { reply, channel: new SecureMessaging(keys) };
  };
}

/** The checksum over the other side's key (Doc 9303-11, 4.4.3.4). */
function tokenOver({ protocol, group }: PaceRun, { cipher, mac }: SessionKeys, public_key: Uint8Array): Uint8Array {
  const value = tlv(group.kind === 'ECDH' ? 0x86 : 0x84, public_key);
  const object = tlv(0x7f49, tlv(0x06, encodeObjectIdentifier(protocol)), value);
  return checksum(cipher, mac, cipher === '3DES' ? padded(object, blockOf(cipher)) : object);
}
