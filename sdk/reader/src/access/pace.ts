import { equalBytes } from '@noble/curves/utils.js';
import { CHAINED, DYNAMIC_AUTHENTICATION_DATA, INS, STATUS } from '../apdu/iso-7816.ts';
import { ChipError, refusal } from '../chip-error.ts';
import { blockOf, checksum, decryptBlocks, padded } from '../cipher/session-cipher.ts';
import { deriveKey, deriveSessionKeys, PURPOSE, type SessionKeys } from '../cipher/session-keys.ts';
import type { Random } from '../random.ts';
import type { Channel } from '../secure-messaging/channel.ts';
import { SecureMessaging } from '../secure-messaging/secure-messaging.ts';
import { bigEndian, contentOf, encodeObjectIdentifier, readTlv, readTlvs, type Tlv, tlv } from '../tlv/tlv.ts';
import { KEY_BYTES, mapGenerically, mapIntegrated, NONCE_BYTES } from './map-nonce.ts';
import type { PaceOffer, PaceProtocol } from './pace-offers.ts';
import type { Password } from './password.ts';

export interface PaceEstablished {
  messaging: SecureMessaging;
  /** Only with Chip Authentication Mapping. */
  mapping?: { public_key: Uint8Array; encrypted_data: Uint8Array };
}

const PUBLIC_KEY_OBJECT = 0x7f49;
/** Tags of the data the reader sends (Doc 9303-11, 4.4.4.2). */
const SENT = { MAPPING: 0x81, PUBLIC_KEY: 0x83, TOKEN: 0x85 } as const;
const RECEIVED = { NONCE: 0x80, MAPPING: 0x82, PUBLIC_KEY: 0x84, TOKEN: 0x86, CHIP_AUTHENTICATION: 0x8a } as const;
const PASSWORD_REFERENCE = { MRZ: 1, CAN: 2 } as const;
/** A counter of remaining attempts that is at zero (ISO/IEC 7816-4, 5.6). */
const NO_TRIES_LEFT = 0x63c0;
const DENIED = new Set<number>([STATUS.SECURITY_STATUS, STATUS.REFERENCE_DATA_NOT_USABLE]);
/** Statuses of chips that require the domain parameter number: wrong data, wrong or missing parameters, or data not found. */
const PARAMETERS_MISSED = new Set<number>([STATUS.WRONG_DATA, STATUS.WRONG_P1_P2, 0x6a87, STATUS.NO_REFERENCE_DATA]);
/** Elements up to this length, in bytes, fit into a short response with their encoding. */
const SHORT_ELEMENT = 240;

/** Password Authenticated Connection Establishment (Doc 9303-11, 4.4). Leaves the keys of the channel unchanged. */
export async function establishPace(
  channel: Channel,
  offer: PaceOffer,
  { password, random }: { password: Password; random: Random },
): Promise<PaceEstablished> {
  const { protocol, group } = offer;
  await choose(channel, offer, password);
  const step = (content: Uint8Array, is_last = false) =>
    authenticate(channel, content, { is_last, long: group.generator.length > SHORT_ELEMENT, kind: password.kind });
  const nonce = decryptNonce(protocol, password, required(await step(new Uint8Array()), RECEIVED.NONCE));

  let generator: Uint8Array;
  let mapping_key: Uint8Array | undefined;
  if (protocol.mapping === 'IM') {
    const ours = random(KEY_BYTES[protocol.cipher]);
    await step(tlv(SENT.MAPPING, ours));
    generator = mapIntegrated(group, protocol.cipher, nonce, ours);
  } else {
    const secret = group.randomScalar(random);
    const ours = group.multiply(secret, group.generator);
    mapping_key = required(await step(tlv(SENT.MAPPING, ours)), RECEIVED.MAPPING);
    assertAnother(ours, mapping_key);
    generator = mapGenerically(group, nonce, group.multiply(secret, mapping_key));
  }

  const secret = group.randomScalar(random);
  const ours = group.multiply(secret, generator);
  const theirs = required(await step(tlv(SENT.PUBLIC_KEY, ours)), RECEIVED.PUBLIC_KEY);
  assertAnother(ours, theirs);
  const keys = deriveSessionKeys(group.sharedSecret(secret, theirs), protocol.cipher);

  const last = await step(tlv(SENT.TOKEN, authenticationToken(protocol, keys, theirs)), true);
  if (!equalBytes(required(last, RECEIVED.TOKEN), authenticationToken(protocol, keys, ours)))
    throw new ChipError('pace_token_wrong', 'The chip did not prove that it knows the MRZ or the CAN.');
  const encrypted_data = contentOf(last, RECEIVED.CHIP_AUTHENTICATION);
  return {
    messaging: new SecureMessaging(keys),
    ...(protocol.mapping === 'CAM' &&
      mapping_key &&
      encrypted_data && { mapping: { public_key: mapping_key, encrypted_data } }),
  };
}

/**
 * MSE:Set AT. A counter of remaining attempts (63xx) is only a warning. Some chips that list a single variant still require the
 * number of its domain parameters. The command is then repeated with that number.
 */
async function choose(channel: Channel, { protocol, parameter_id, is_ambiguous }: PaceOffer, { kind }: Password) {
  const header = { ins: INS.SET_SECURITY_ENVIRONMENT, p1: 0xc1, p2: 0xa4 };
  const plain = [
    ...tlv(0x80, encodeObjectIdentifier(protocol.oid)),
    ...tlv(0x83, Uint8Array.of(PASSWORD_REFERENCE[kind])),
  ];
  const named = [...plain, ...tlv(0x84, bigEndian(parameter_id))];
  let { status } = await channel.send({ ...header, data: Uint8Array.from(is_ambiguous ? named : plain) });
  if (!is_ambiguous && PARAMETERS_MISSED.has(status))
    ({ status } = await channel.send({ ...header, data: Uint8Array.from(named) }));
  if (status !== STATUS.OK && status >> 8 !== 0x63)
    throw refusal('pace_unsupported', `The chip did not start PACE with the ${kind}.`, status);
}

async function authenticate(
  channel: Channel,
  content: Uint8Array,
  { is_last, long, kind }: { is_last: boolean; long: boolean; kind: Password['kind'] },
): Promise<Tlv[]> {
  const { data, status } = await channel.send({
    cla: is_last ? 0 : CHAINED,
    ins: INS.GENERAL_AUTHENTICATE,
    data: tlv(DYNAMIC_AUTHENTICATION_DATA, content),
    le: long ? channel.all : 256,
  });
  if (status !== STATUS.OK) throw refused(status, kind);
  // Some chips send no data in response to the nonce of Integrated Mapping.
  return data.length ? readTlvs(readTlv(data, DYNAMIC_AUTHENTICATION_DATA).content) : [];
}

/** A wrong password shows in the last step, a blocked one in the first. Other statuses say nothing about the password. */
function refused(status_word: number, kind: Password['kind']): ChipError {
  if (status_word === STATUS.METHOD_BLOCKED || status_word === NO_TRIES_LEFT)
    return refusal('password_blocked', `The chip has blocked the ${kind}.`, status_word);
  const is_denied = status_word >> 8 === 0x63 || DENIED.has(status_word);
  return is_denied
    ? refusal(kind === 'CAN' ? 'can_refused' : 'mrz_refused', `The chip refused the ${kind}.`, status_word)
    : refusal('chip_failure', 'The chip aborted PACE.', status_word);
}

const LONGEST_NONCE = 32;

/** The nonce is one or more whole blocks (Doc 9303-11, 4.4.3.1). For Integrated Mapping, its length depends on the cipher. */
function decryptNonce({ cipher, mapping }: PaceProtocol, { secret }: Password, encrypted: Uint8Array): Uint8Array {
  const { length } = encrypted;
  const isOfBlocks = length > 0 && length <= LONGEST_NONCE && length % blockOf(cipher) === 0;
  if (mapping === 'IM' ? length !== NONCE_BYTES[cipher] : !isOfBlocks)
    throw new ChipError('access_malformed', 'The PACE nonce has an invalid length.');
  const key = deriveKey(secret, cipher, PURPOSE.PASSWORD);
  return decryptBlocks(cipher, key, new Uint8Array(blockOf(cipher)), encrypted.slice());
}

/** Proves to the owner of a public key that we have the same session keys (Doc 9303-11, 4.4.3.4). */
function authenticationToken({ oid, agreement, cipher }: PaceProtocol, keys: SessionKeys, public_key: Uint8Array) {
  const object = tlv(
    PUBLIC_KEY_OBJECT,
    tlv(0x06, encodeObjectIdentifier(oid)),
    tlv(agreement === 'ECDH' ? 0x86 : 0x84, public_key),
  );
  return checksum(cipher, keys.mac, cipher === '3DES' ? padded(object, blockOf(cipher)) : object);
}

function required(objects: Tlv[], tag: number): Uint8Array {
  const content = contentOf(objects, tag);
  if (!content)
    throw new ChipError('access_malformed', `The response to a PACE step lacks the tag ${tag.toString(16)}.`);
  return content;
}

function assertAnother(ours: Uint8Array, theirs: Uint8Array): void {
  if (equalBytes(ours, theirs)) throw new ChipError('public_key_invalid', 'The chip sent our own public key back.');
}
