/** Finds the data groups of a document in its EF.SOD and its EF.COM (ICAO Doc 9303-10, 4.6). */

import { elementaryFile } from '../files/elementary-file.ts';
import type { FileName } from '../files/file-name.ts';
import { type BerValue, readBer } from './lenient-ber.ts';

/** The files that the service accepts, in reading order: those that may end the reading early come first, the portrait last. */
const WANTED = ['dg1', 'dg14', 'dg15', 'dg11', 'dg12', 'dg7', 'dg2'] as const satisfies FileName[];

const SEQUENCE = 0x30;
const INTEGER = 0x02;
const OCTET_STRING = 0x04;
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
  const signedData = child(child(readBer(sod), SEQUENCE), CONTEXT_0);
  const encapsulated = child(child(signedData, SEQUENCE), SEQUENCE);
  const content = octets(child(encapsulated, CONTEXT_0).children[0]);
  // Version, algorithm, then the list of hashes.
  const hashes = readBer(content).children.filter(({ tag }) => tag === SEQUENCE)[1];
  return (hashes?.children ?? []).map((hash) => `dg${numberOf(child(hash, INTEGER))}` as FileName);
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
  if (value?.tag === OCTET_STRING) return value.content;
  if (value?.tag !== OCTET_STRINGS) throw new RangeError('Not an OCTET STRING');
  return Uint8Array.from(value.children.flatMap((part) => [...octets(part)]));
}

const numberOf = ({ content }: BerValue) => content.reduce((number, byte) => number * 256 + byte, 0);
