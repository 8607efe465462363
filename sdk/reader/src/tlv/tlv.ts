import { concatBytes } from '@noble/hashes/utils.js';
import { ChipError } from '../chip-error.ts';

/** A data object: tag, length, content (ISO/IEC 7816-4, 5.2.2; ITU-T X.690). */
export interface Tlv {
  /** The bytes of the tag as one number: 0x87, 0x7f49. */
  tag: number;
  content: Uint8Array;
  /** With tag and length. */
  raw: Uint8Array;
}

/** Universal tags (ITU-T X.690, 8). */
export const TAG = { INTEGER: 0x02, OCTET_STRING: 0x04, OBJECT_IDENTIFIER: 0x06, SEQUENCE: 0x30, SET: 0x31 } as const;

const LONGEST_TAG_BYTES = 3;
const LONGEST_LENGTH_BYTES = 3;

export function tlv(tag: number, ...parts: Uint8Array[]): Uint8Array {
  const content = concatBytes(...parts);
  return concatBytes(bigEndian(tag), lengthBytes(content.length), content);
}

function lengthBytes(length: number): Uint8Array {
  if (length < 0x80) return Uint8Array.of(length);
  const bytes = bigEndian(length);
  return concatBytes(Uint8Array.of(0x80 | bytes.length), bytes);
}

/** The shortest encoding, at least one byte. */
export function bigEndian(number: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = number; rest > 0 || bytes.length === 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Uint8Array.from(bytes);
}

export interface TlvHeader {
  tag: number;
  header_bytes: number;
  content_bytes: number;
}

/** Tag and length at the start of these bytes; the content may be missing. Throws MALFORMED. */
export function readTlvHeader(bytes: Uint8Array): TlvHeader {
  let place = 0;
  const next = () => {
    const byte = bytes[place++];
    if (byte === undefined)
      throw new ChipError('data_object_malformed', 'A data object ends within its tag or length.');
    return byte;
  };
  let tag = next();
  if ((tag & 0x1f) === 0x1f) {
    let byte: number;
    do {
      byte = next();
      tag = tag * 256 + byte;
      if (place > LONGEST_TAG_BYTES)
        throw new ChipError('data_object_malformed', 'The tag of a data object is too long.');
    } while (byte & 0x80);
  }
  let length = next();
  if (length >= 0x80) {
    const count = length & 0x7f;
    if (count === 0 || count > LONGEST_LENGTH_BYTES)
      throw new ChipError('data_object_malformed', 'A data object has an indefinite length, or one that is too long.');
    length = 0;
    for (let index = 0; index < count; index++) length = length * 256 + next();
  }
  return { tag, header_bytes: place, content_bytes: length };
}

/** Splits the bytes into data objects. Throws MALFORMED when they are something else. */
export function readTlvs(bytes: Uint8Array): Tlv[] {
  const objects: Tlv[] = [];
  let rest = bytes;
  while (rest.length) {
    const first = readFirstTlv(rest);
    objects.push(first);
    rest = rest.subarray(first.raw.length);
  }
  return objects;
}

/** Reads a single data object with nothing after it. Throws MALFORMED when it has another tag. */
export function readTlv(bytes: Uint8Array, tag: number): Tlv {
  const object = readFirstTlv(bytes);
  if (object.tag !== tag || object.raw.length !== bytes.length)
    throw new ChipError('data_object_malformed', `A data object with the tag ${tag.toString(16)} was expected.`);
  return object;
}

/** The data object at the start of the bytes; the rest is ignored. Throws MALFORMED. */
export function readFirstTlv(bytes: Uint8Array): Tlv {
  const { tag, header_bytes, content_bytes } = readTlvHeader(bytes);
  const end = header_bytes + content_bytes;
  if (end > bytes.length)
    throw new ChipError('data_object_malformed', 'A data object is longer than the data that contains it.');
  return { tag, content: bytes.subarray(header_bytes, end), raw: bytes.subarray(0, end) };
}

/** A content of at most six bytes as an unsigned number. */
export const asNumber = (content: Uint8Array): number => content.reduce((number, byte) => number * 256 + byte, 0);

export const contentOf = (objects: readonly Tlv[], tag: number): Uint8Array | undefined =>
  objects.find((object) => object.tag === tag)?.content;

export function unlessMalformed<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ChipError) return undefined;
    throw error;
  }
}

export const objectsIn = (data: Uint8Array | undefined): Tlv[] | undefined =>
  unlessMalformed(() => readTlvs(data ?? new Uint8Array()));

const LONGEST = 32;

/** The content bytes of an object identifier, as PACE and Chip Authentication send it (ITU-T X.690, 8.19). */
export function encodeObjectIdentifier(dotted: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return Uint8Array.from([first * 40 + second, ...rest].flatMap(base128));
}

function base128(number: number): number[] {
  const bytes = [number % 128];
  for (let rest = Math.floor(number / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift(0x80 | (rest % 128));
  return bytes;
}

/** In dotted form. Throws MALFORMED for an invalid object identifier. */
export function decodeObjectIdentifier(content: Uint8Array): string {
  if (content.length === 0 || content.length > LONGEST || content.at(-1)! >= 0x80)
    throw new ChipError('data_object_malformed', 'The object identifier is not valid.');
  const numbers: number[] = [];
  let number = 0;
  for (const byte of content) {
    number = number * 128 + (byte & 0x7f);
    if (byte < 0x80) {
      numbers.push(number);
      number = 0;
    }
  }
  const [head = 0, ...rest] = numbers;
  const first = Math.min(2, Math.floor(head / 40));
  return [first, head - first * 40, ...rest].join('.');
}
