/**
 * Secure messaging for a single exchange: protects a command, and verifies the checksum of its response (Doc 9303-11, 9.8). The send
 * sequence counter is 1 for the first command after new keys, and 2 for its response.
 */

import { timingSafeEqual } from 'node:crypto';
import { readBer } from '../asn1/ber.ts';
import { der } from '../asn1/der-values.ts';
import { cmac, encrypted, padded, retailMac } from './macs.ts';
import type { SessionKeys } from './session-keys.ts';

const CRYPTOGRAM = 0x87;
const STATUS = 0x99;
const CHECKSUM = 0x8e;
const CHECKSUM_BYTES = 8;
/** CLA of a command under secure messaging whose header is authenticated. */
const SECURED = 0x0c;
const LONGEST_ANSWER = 1024;

/** Protects a command that sends data and expects none in the response. The result is ready for the chip. */
export function protectCommand(
  keys: SessionKeys,
  counter: bigint,
  { ins, p1, p2, data }: { ins: number; p1: number; p2: number; data: Uint8Array },
): Buffer {
  const header = Buffer.of(SECURED, ins, p1, p2);
  const cryptogram = der(CRYPTOGRAM, Buffer.of(0x01), encryptedUnder(keys, counter, padded(data, blockOf(keys))));
  const checksum = der(CHECKSUM, checksumOf(keys, counter, padded(header, blockOf(keys)), cryptogram));
  const body = Buffer.concat([cryptogram, checksum]);
  return Buffer.concat([header, Buffer.of(body.length), body, Buffer.of(0)]);
}

/**
 * Whether the holder of the keys produced this response, whatever its status. `answer` ends in the two status bytes, which are
 * repeated under the checksum. Throws Malformed when it is not a list of data objects.
 */
export function isAnswerUnder(keys: SessionKeys, counter: bigint, answer: Uint8Array): boolean {
  // A response without secure messaging is only a status: the chip refused the command.
  if (answer.length <= 2 || answer.length > LONGEST_ANSWER) return false;
  const objects = readBer(der(0x30, answer.subarray(0, -2)), 'Secured response').children();
  const checksum = objects.pop();
  const status = objects.at(-1);
  if (checksum?.tag !== CHECKSUM || checksum.content.length !== CHECKSUM_BYTES || status?.tag !== STATUS) return false;
  const expected = checksumOf(keys, counter, ...objects.map(({ raw }) => raw));
  return timingSafeEqual(expected, checksum.content);
}

const blockOf = ({ cipher }: SessionKeys) => (cipher === '3DES' ? 8 : 16);

function counterBlock(keys: SessionKeys, counter: bigint): Buffer {
  const block = Buffer.alloc(blockOf(keys));
  block.writeBigUInt64BE(counter, block.length - 8);
  return block;
}

function encryptedUnder(keys: SessionKeys, counter: bigint, blocks: Buffer): Buffer {
  const { cipher, enc } = keys;
  if (cipher === '3DES')
    return encrypted('des-ede3-cbc', Buffer.concat([enc, enc.subarray(0, 8)]), Buffer.alloc(8), blocks);
  const bits = enc.length * 8;
  const iv = encrypted(`aes-${bits}-ecb`, enc, null, counterBlock(keys, counter));
  return encrypted(`aes-${bits}-cbc`, enc, iv, blocks);
}

/** The first eight bytes of the MAC over the counter and the protected data (Doc 9303-11, 9.8.6). */
function checksumOf(keys: SessionKeys, counter: bigint, ...parts: Uint8Array[]): Buffer {
  const message = padded(Buffer.concat([counterBlock(keys, counter), ...parts]), blockOf(keys));
  return keys.cipher === '3DES' ? retailMac(keys.mac, message) : cmac(keys.mac, message).subarray(0, CHECKSUM_BYTES);
}
