/** Writes EF.COM and the data groups of a specimen (ICAO 9303-10, 4.7; ISO/IEC 19794-5:2005 for the face). */
import type { KeyObject } from 'node:crypto';
import * as der from './der-writer.ts';
import { subjectPublicKeyInfo } from './specimen-keys.ts';

const DATA_GROUP_TAGS: Record<number, number> = { 1: 0x61, 2: 0x75, 11: 0x6b, 12: 0x6c, 14: 0x6e, 15: 0x6f };

export interface FaceImage {
  format: 'jpeg' | 'jpeg2000';
  width: number;
  height: number;
  bytes: Uint8Array;
}

export const writeCom = (dataGroups: Iterable<number>): Uint8Array =>
  der.tlv(
    0x60,
    der.tlv(0x5f01, der.ascii('0107')),
    der.tlv(0x5f36, der.ascii('040000')),
    der.tlv(
      0x5c,
      Uint8Array.from(dataGroups, (number) => DATA_GROUP_TAGS[number]!),
    ),
  );

export const writeDg1 = (mrz: string): Uint8Array => der.tlv(0x61, der.tlv(0x5f1f, der.ascii(mrz)));

export function writeDg2(image: FaceImage): Uint8Array {
  const header = der.tlv(
    0xa1,
    der.tlv(0x80, der.hex('0101')),
    der.tlv(0x81, der.hex('02')),
    der.tlv(0x87, der.hex('0101')),
    der.tlv(0x88, der.hex('0008')),
  );
  const template = der.tlv(0x7f60, header, der.tlv(0x5f2e, faceRecord(image)));
  return der.tlv(0x75, der.tlv(0x7f61, der.integer(1), template));
}

function faceRecord({ format, width, height, bytes }: FaceImage): Uint8Array {
  const headerLength = 14;
  const faceLength = 32 + bytes.length;
  const record = Buffer.alloc(headerLength + 32);
  record.write('FAC\x010\0', 0, 'latin1');
  record.writeUInt32BE(headerLength + faceLength, 8);
  record.writeUInt16BE(1, 12);
  // Facial information block: its length, and no feature points.
  record.writeUInt32BE(faceLength, 14);
  const image = headerLength + 20;
  record.writeUInt8(1, image);
  record.writeUInt8(format === 'jpeg' ? 0 : 1, image + 1);
  record.writeUInt16BE(width, image + 2);
  record.writeUInt16BE(height, image + 4);
  record.writeUInt8(1, image + 6);
  return der.concat(record, bytes);
}

export interface PersonalDetails {
  surname: string;
  given_names: string;
  personal_number: string;
  /** YYYY-MM-DD. */
  date_of_birth: string;
  place_of_birth: string;
}

/** Additional personal details. The full name keeps the letters that the MRZ cannot represent. */
export const writeDg11 = (person: PersonalDetails): Uint8Array =>
  listed(0x6b, [
    [0x5f0e, utf8(`${person.surname}<<${person.given_names.replaceAll(' ', '<')}`.toUpperCase())],
    [0x5f10, der.ascii(person.personal_number)],
    [0x5f2b, digitsOf(person.date_of_birth)],
    [0x5f11, utf8(person.place_of_birth.toUpperCase())],
  ]);

/** Additional document details. */
export const writeDg12 = (document: { issuing_authority: string; issue_date: string }): Uint8Array =>
  listed(0x6c, [
    [0x5f19, utf8(document.issuing_authority.toUpperCase())],
    [0x5f26, digitsOf(document.issue_date)],
  ]);

/**
 * The SecurityInfos that the State signs: those of EF.CardAccess again, and how the chip proves that it is the original (9303-10,
 * 4.7.14).
 */
export const writeDg14 = (infos: readonly Uint8Array[]): Uint8Array => der.tlv(0x6e, der.setOf(...infos));

export const writeDg15 = (chipKey: KeyObject): Uint8Array => der.tlv(0x6f, subjectPublicKeyInfo(chipKey));

const listed = (tag: number, entries: [number, Uint8Array][]) =>
  der.tlv(
    tag,
    der.tlv(0x5c, ...entries.map(([entry]) => der.tagBytes(entry))),
    ...entries.map(([entry, value]) => der.tlv(entry, value)),
  );

const utf8 = (text: string) => new Uint8Array(Buffer.from(text, 'utf8'));
const digitsOf = (date: string) => der.ascii(date.replaceAll('-', ''));
