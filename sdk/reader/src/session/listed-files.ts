/** Finds the data groups of a document in its EF.SOD and its EF.COM (ICAO Doc 9303-10, 4.6). */

import { elementaryFile, type FileName } from '../files/elementary-file.ts';
import { asNumber, TAG } from '../tlv/tlv.ts';

/** The files that the service accepts, in reading order: those that may end the reading early come first, the portrait last. */
const WANTED = ['dg1', 'dg14', 'dg15', 'dg11', 'dg12', 'dg7', 'dg2'] as const satisfies FileName[];

const OCTET_STRINGS = 0x24;
const CONTEXT_0 = 0xa0;
const TAG_LIST = 0x5c;

/**
 * The data groups to read. EF.SOD counts, because it is signed. EF.COM, which is not, is used only when EF.SOD cannot be parsed here;
 * the service then reports what is wrong with EF.SOD.
 */
export function groupsToRead(sod: Uint8Array, com: Uint8Array | undefined): FileName[] {
  const listed = understood(() => groupsOfSod(sod)) ?? understood(() => groupsOfCom(com)) ?? ['dg1', 'dg2'];
  return WANTED.filter((file) => listed.includes(file));
}

function understood(read: () => FileName[]): FileName[] | undefined {
  try {
    const files = read();
    return files.length > 0 ? files : undefined;
  } catch {
    return undefined;
  }
}

/** EF.SOD is `77`, ContentInfo, SignedData, whose content is the LDSSecurityObject (RFC 5652, 5.1; ICAO Doc 9303-10, 4.6.2). */
function groupsOfSod(sod: Uint8Array): FileName[] {
  const signedData = child(child(readBer(sod), TAG.SEQUENCE), CONTEXT_0);
  const encapsulated = child(child(signedData, TAG.SEQUENCE), TAG.SEQUENCE);
  const content = octets(child(encapsulated, CONTEXT_0).children[0]);
  // Version, algorithm, then the list of hashes.
  const hashes = readBer(content).children.filter(({ tag }) => tag === TAG.SEQUENCE)[1];
  return (hashes?.children ?? []).map((hash) => `dg${asNumber(child(hash, TAG.INTEGER).content)}` as FileName);
}

/** EF.COM names a group by the tag of its file: 61 for DG1, 75 for DG2, and so on. */
function groupsOfCom(com: Uint8Array | undefined): FileName[] {
  if (!com) return [];
  const list = readBer(com).children.find(({ tag }) => tag === TAG_LIST);
  return WANTED.filter((file) => list?.content.includes(elementaryFile(file).tag));
}

function child({ children }: BerValue, tag: number): BerValue {
  const found = children.find((each) => each.tag === tag);
  if (!found) throw new RangeError(`No element has the tag ${tag}`);
  return found;
}

/** Some signers split an octet string into parts. */
function octets(value: BerValue | undefined): Uint8Array {
  if (value?.tag === TAG.OCTET_STRING) return value.content;
  if (value?.tag !== OCTET_STRINGS) throw new RangeError('Not an OCTET STRING');
  return Uint8Array.from(value.children.flatMap((part) => [...octets(part)]));
}

/** Reads BER as the signers of real documents write it, including indefinite lengths (ITU-T X.690, 8.1). Other code here reads only DER. */

interface BerValue {
  tag: number;
  content: Uint8Array;
  /** The elements inside a constructed element. */
  children: BerValue[];
}

const CONSTRUCTED = 0x20;
const HIGH_TAG = 0x1f;
const INDEFINITE = 0x80;
const MOST_DEPTH = 16;
const MOST_LENGTH_BYTES = 4;

/** The first element of the bytes. @throws RangeError when they are not valid BER. */
const readBer = (bytes: Uint8Array): BerValue => readAt(bytes, 0, 0).value;

function readAt(bytes: Uint8Array, start: number, depth: number): { value: BerValue; end: number } {
  if (depth > MOST_DEPTH) throw new RangeError('Elements are nested too deeply');
  const { tag, constructed, next } = readTag(bytes, start);
  const { length, at } = readLength(bytes, next);
  if (length === undefined) {
    const { children, end } = readUntilEnd(bytes, at, depth);
    return { value: { tag, content: bytes.subarray(at, end - 2), children }, end };
  }
  const end = at + length;
  if (end > bytes.length) throw new RangeError('An element is longer than the data that contains it');
  const content = bytes.subarray(at, end);
  return { value: { tag, content, children: constructed ? readAll(content, depth + 1) : [] }, end };
}

function readAll(content: Uint8Array, depth: number): BerValue[] {
  const children: BerValue[] = [];
  for (let at = 0; at < content.length; ) {
    const { value, end } = readAt(content, at, depth);
    children.push(value);
    at = end;
  }
  return children;
}

/** Two zero bytes end an element of indefinite length. */
function readUntilEnd(bytes: Uint8Array, start: number, depth: number): { children: BerValue[]; end: number } {
  const children: BerValue[] = [];
  let at = start;
  while (bytes[at] !== 0 || bytes[at + 1] !== 0) {
    const { value, end } = readAt(bytes, at, depth + 1);
    children.push(value);
    at = end;
  }
  return { children, end: at + 2 };
}

function readTag(bytes: Uint8Array, start: number): { tag: number; constructed: boolean; next: number } {
  let next = start;
  const first = byteAt(bytes, next++);
  let tag = first;
  if ((first & HIGH_TAG) === HIGH_TAG) {
    const second = byteAt(bytes, next++);
    if (second & 0x80) throw new RangeError('A tag is too long');
    tag = tag * 256 + second;
  }
  return { tag, constructed: (first & CONSTRUCTED) !== 0, next };
}

function readLength(bytes: Uint8Array, start: number): { length: number | undefined; at: number } {
  const first = byteAt(bytes, start);
  if (first === INDEFINITE) return { length: undefined, at: start + 1 };
  if (first < INDEFINITE) return { length: first, at: start + 1 };
  const count = first & 0x7f;
  if (count > MOST_LENGTH_BYTES) throw new RangeError('A length is too long');
  let length = 0;
  for (let index = 1; index <= count; index++) length = length * 256 + byteAt(bytes, start + index);
  return { length, at: start + 1 + count };
}

function byteAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw new RangeError('The data ends within an element');
  return byte;
}
