/** Secure messaging (Doc 9303-11, 9.8; ISO/IEC 7816-4, 10). The reader wraps commands and unwraps responses, the chip does the opposite. */

import { concatBytes, equalBytes, numberToBytesBE } from '@noble/curves/utils.js';
import {
  type Command,
  decodeCommand,
  decodeResponse,
  encodeCommand,
  encodeResponse,
  type Response,
} from '../apdu/apdu.ts';
import { SECURED } from '../apdu/iso-7816.ts';
import { ChipError, refusal } from '../chip-error.ts';
import {
  blockOf,
  checksum,
  decryptBlocks,
  encryptAesBlock,
  encryptBlocks,
  padded,
  unpadded,
} from '../cipher/session-cipher.ts';
import type { SessionKeys } from '../cipher/session-keys.ts';
import { readTlvs, type Tlv, tlv } from '../tlv/tlv.ts';

/** Encrypted data after a padding indicator, for commands with an even INS; without the indicator for odd ones. */
const CRYPTOGRAM = 0x87;
const CRYPTOGRAM_OF_ODD = 0x85;
const PADDED = 0x01;
const EXPECTED_LENGTH = 0x97;
const STATUS = 0x99;
const CHECKSUM = 0x8e;

export class SecureMessaging {
  readonly keys: SessionKeys;
  #counter: bigint;

  /** The counter of the last message: zero after PACE and Chip Authentication, derived from the random numbers after BAC. */
  constructor(keys: SessionKeys, counter = 0n) {
    this.keys = keys;
    this.#counter = counter;
  }

  get counter(): bigint {
    return this.#counter;
  }

  wrapCommand({ cla, ins, p1, p2, data, le }: Command, options?: { extended?: boolean }): Uint8Array {
    this.#counter++;
    const header = { cla: cla | SECURED, ins, p1, p2 };
    const objects = concatBytes(
      data?.length ? this.#cryptogram(ins, data) : new Uint8Array(),
      le === undefined ? new Uint8Array() : tlv(EXPECTED_LENGTH, lengthBytes(le, options?.extended)),
    );
    const mac = tlv(CHECKSUM, this.#checksum(this.#headerBlock(header), objects));
    const secured = { ...header, data: concatBytes(objects, mac) };
    // The maximum length is expected, because the secured response is longer than its data.
    const long = options?.extended ?? (secured.data.length > 255 || (le ?? 0) > 256);
    return encodeCommand({ ...secured, le: long ? 65_536 : 256 }, { extended: long });
  }

  /** The plain command in a secured one. Throws SECURE_MESSAGING_FAILED, after which a chip forgets its keys. */
  unwrapCommand(bytes: Uint8Array): Command {
    const { cla, ins, p1, p2, data = new Uint8Array() } = decodeCommand(bytes);
    if ((cla & SECURED) !== SECURED) throw failed('The command is not secured.');
    this.#counter++;
    const objects = this.#verified(data, this.#headerBlock({ cla, ins, p1, p2 }));
    const plain = this.#plainData(objects);
    const expected = objects.find(({ tag }) => tag === EXPECTED_LENGTH)?.content;
    if (expected && (expected.length === 0 || expected.length > 2)) throw failed('The expected length is not valid.');
    const le = expected && expectedLength(expected);
    return { cla: cla & ~SECURED, ins, p1, p2, ...(plain && { data: plain }), ...(le && { le }) };
  }

  wrapResponse({ data, status }: Response, ins = 0): Uint8Array {
    this.#counter++;
    const objects = concatBytes(
      data.length ? this.#cryptogram(ins, data) : new Uint8Array(),
      tlv(STATUS, Uint8Array.of(status >> 8, status & 0xff)),
    );
    const mac = tlv(CHECKSUM, this.#checksum(new Uint8Array(), objects));
    return encodeResponse({ data: concatBytes(objects, mac), status });
  }

  /** The plain response in a secured one. Throws SECURE_MESSAGING_FAILED when its checksum is wrong or missing. */
  unwrapResponse(bytes: Uint8Array): Response {
    const { data, status: outer } = decodeResponse(bytes);
    this.#counter++;
    if (data.length === 0)
      throw refusal('secure_messaging_ended', 'The chip responded without secure messaging.', outer);
    const objects = this.#verified(data, new Uint8Array());
    const status = objects.find(({ tag }) => tag === STATUS)?.content;
    // Some chips omit the secured status when there is data. The outer status is used then, although it is not protected.
    if (status && status.length !== 2) throw failed('The secured status is not valid.');
    return {
      data: this.#plainData(objects) ?? new Uint8Array(),
      status: status ? status[0]! * 256 + status[1]! : outer,
    };
  }

  #cryptogram(ins: number, data: Uint8Array): Uint8Array {
    const { cipher, enc } = this.keys;
    const blocks = encryptBlocks(cipher, enc, this.#initialVector(), padded(data, blockOf(cipher)));
    return ins % 2 ? tlv(CRYPTOGRAM_OF_ODD, blocks) : tlv(CRYPTOGRAM, Uint8Array.of(PADDED), blocks);
  }

  #plainData(objects: Tlv[]): Uint8Array | undefined {
    const object = objects.find(({ tag }) => tag === CRYPTOGRAM || tag === CRYPTOGRAM_OF_ODD);
    if (!object) return undefined;
    const { cipher, enc } = this.keys;
    const isMarked = object.tag === CRYPTOGRAM;
    if (isMarked && object.content[0] !== PADDED) throw failed('The encrypted data has an unknown padding.');
    const blocks = isMarked ? object.content.slice(1) : object.content.slice();
    if (blocks.length === 0 || blocks.length % blockOf(cipher))
      throw failed('The encrypted data is not made of whole blocks.');
    const plain = unpadded(decryptBlocks(cipher, enc, this.#initialVector(), blocks));
    if (!plain) throw failed('The decrypted data has no padding.');
    return plain;
  }

  #verified(data: Uint8Array, header: Uint8Array): Tlv[] {
    const objects = readSecured(data);
    const mac = objects.pop();
    if (mac?.tag !== CHECKSUM) throw failed('The message has no checksum.');
    const expected = this.#checksum(header, concatBytes(...objects.map(({ raw }) => raw)));
    if (!equalBytes(expected, mac.content))
      throw new ChipError('checksum_wrong', 'The checksum of the message is wrong.');
    return objects;
  }

  #checksum(header: Uint8Array, objects: Uint8Array): Uint8Array {
    const { cipher, mac } = this.keys;
    // A command that is only a header is padded once (ISO/IEC 7816-4, 10.2.3.1).
    const isHeaderOnly = header.length > 0 && objects.length === 0;
    const message = concatBytes(this.#counterBlock(), header, objects);
    return checksum(cipher, mac, isHeaderOnly ? message : padded(message, blockOf(cipher)));
  }

  #headerBlock({ cla, ins, p1, p2 }: Command): Uint8Array {
    return padded(Uint8Array.of(cla, ins, p1, p2), blockOf(this.keys.cipher));
  }

  #counterBlock(): Uint8Array {
    const block = blockOf(this.keys.cipher);
    return numberToBytesBE(BigInt.asUintN(8 * block, this.#counter), block);
  }

  /** Zeros for 3DES, the encrypted counter for AES (Doc 9303-11, 9.8.6.1 and 9.8.7.1). */
  #initialVector(): Uint8Array {
    const { cipher, enc } = this.keys;
    return cipher === '3DES' ? new Uint8Array(8) : encryptAesBlock(enc, this.#counterBlock());
  }
}

const failed = (message: string, cause?: unknown) => new ChipError('secured_response_malformed', message, { cause });

function readSecured(data: Uint8Array): Tlv[] {
  try {
    return readTlvs(data);
  } catch (cause) {
    throw failed('The message is not a list of data objects.', cause);
  }
}

/** 256 is a single zero byte, except in an extended command, where a zero could be read as 65536. */
const lengthBytes = (le: number, extended = false) =>
  le > 256 || (extended && le === 256) ? Uint8Array.of((le >> 8) & 0xff, le & 0xff) : Uint8Array.of(le & 0xff);

const expectedLength = (bytes: Uint8Array) =>
  bytes.length === 1 ? bytes[0] || 256 : bytes[0]! * 256 + bytes[1]! || 65_536;
