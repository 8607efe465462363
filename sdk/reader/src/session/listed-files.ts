/** Finds the data groups of a document in its EF.SOD and its EF.COM (ICAO Doc 9303-10, 4.6). */

import { elementaryFile, type FileName } from '../files/elementary-file.ts';
import { asNumber, TAG } from '../tlv/tlv.ts';

/** The files that the service accepts, in reading order: those that may end the reading early come first, the portrait last. */
const WANTED = ['dg1', 'dg14', 'dg15', 'dg11', 'dg12', 'dg7', 'dg2'] as const satisfies FileName[];

const OCTET_STRINGS = 0x24;
const CONTEXT_0 = 0xa0;
const TAG_LIST = 0x5c;

/**
 * The list in EF.SOD counts, because it is signed. EF.COM, which is not, is used only when EF.SOD cannot be parsed here; the
 * service then reports what is wrong with EF.SOD.
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

interface BerValue {
  tag: number;
  content: Uint8Array;
  children: BerValue[];
}

const CONSTRUCTED = 0x20;
const HIGH_TAG = 0x1f;
const INDEFINITE = 0x80;
const MOST_DEPTH = 16;
const MOST_LENGTH_BYTES = 4;

/**
 * The first element of BER as the signers of real documents write it, including indefinite lengths (ITU-T X.690, 8.1). Other code here
 * reads only DER. @throws RangeError when the bytes are not valid BER.
 */
const readBer = (bytes: Uint8Array): BerValue => elementAt(bytes, 0, 0).value;

function elementAt(bytes: Uint8Array, start: number, depth: number): { value: BerValue; end: number } {
  if (depth > MOST_DEPTH) throw new RangeError('Elements are nested too deeply');
  const { tag, constructed, length, from } = headerAt(bytes, start);
  const to = length === undefined ? bytes.length : from + length;
  if (to > bytes.length) throw new RangeError('An element is longer than the data that contains it');
  const children: BerValue[] = [];
  let at = from;
  // Two zero bytes end an element of indefinite length.
  const isOpen = length === undefined ? () => bytes[at] !== 0 || bytes[at + 1] !== 0 : () => constructed && at < to;
  while (isOpen()) {
    const child = elementAt(bytes.subarray(0, to), at, depth + 1);
    children.push(child.value);
    at = child.end;
  }
  const [contentEnd, end] = length === undefined ? [at, at + 2] : [to, to];
  return { value: { tag, content: bytes.subarray(from, contentEnd), children }, end };
}

/** `length` is undefined when it is indefinite; `from` is where the content begins. */
function headerAt(bytes: Uint8Array, start: number) {
  let from = start;
  const next = () => {
    const byte = bytes[from++];
    if (byte === undefined) throw new RangeError('The data ends within an element');
    return byte;
  };
  const first = next();
  const tag = (first & HIGH_TAG) === HIGH_TAG ? first * 256 + next() : first;
  if (tag > 0xff && tag & 0x80) throw new RangeError('A tag is too long');
  const short = next();
  let length: number | undefined = short === INDEFINITE ? undefined : short;
  if (short > INDEFINITE) {
    const count = short & 0x7f;
    if (count > MOST_LENGTH_BYTES) throw new RangeError('A length is too long');
    length = asNumber(Uint8Array.from({ length: count }, next));
  }
  return { tag, constructed: (first & CONSTRUCTED) !== 0, length, from };
}
