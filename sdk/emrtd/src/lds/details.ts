import { type Element, readBer } from '../asn1/ber.ts';
import { readable } from '../pki/readable.ts';

/** The details about the holder that DG11 may contain (Doc 9303-10, 4.7.11). */
export interface AdditionalPersonalDetails {
  /** Primary and secondary identifier separated by `<<`, in full and in the national script. */
  full_name?: string;
  personal_number?: string;
  /** YYYY-MM-DD, with zeros for unknown parts. */
  date_of_birth?: string;
  place_of_birth?: string;
}

/** Reads the additional details about the holder (Doc 9303-10, 4.7.11). Throws Malformed. */
export function readDg11(bytes: Uint8Array): AdditionalPersonalDetails {
  const details: AdditionalPersonalDetails = {};
  for (const element of readBer(bytes, 'DG11', { trailing: true }).as(0x6b, 'DG11').children()) {
    if (element.tag === 0x5f2b) {
      const date = readDate(element.content);
      if (date) details.date_of_birth = date;
      continue;
    }
    const text = readLdsText(element);
    const spaced = text?.replace(/<+/g, ' ').trim();
    // A field with fillers only is empty.
    if (!text || !spaced) continue;
    if (element.tag === 0x5f0e) details.full_name = text;
    if (element.tag === 0x5f10) details.personal_number = spaced;
    if (element.tag === 0x5f11) details.place_of_birth = spaced;
  }
  return details;
}

/** The details about the document that DG12 may contain (Doc 9303-10, 4.7.12). */
export interface AdditionalDocumentDetails {
  issuing_authority?: string;
  date_of_issue?: string;
}

/** Reads the additional details about the document (Doc 9303-10, 4.7.12). Throws Malformed. */
export function readDg12(bytes: Uint8Array): AdditionalDocumentDetails {
  const details: AdditionalDocumentDetails = {};
  for (const element of readBer(bytes, 'DG12', { trailing: true }).as(0x6c, 'DG12').children()) {
    if (element.tag === 0x5f19) {
      const authority = readLdsText(element)?.replace(/<+/g, ' ').trim();
      if (authority) details.issuing_authority = authority;
    }
    if (element.tag === 0x5f26) {
      const date = readDate(element.content);
      if (date) details.date_of_issue = date;
    }
  }
  return details;
}

const MAX_TEXT = 512;

/** Text of a data element. Undefined when it is constructed, empty, too long or in an unknown encoding. */
function readLdsText(element: Element): string | undefined {
  if (element.constructed || element.content.length === 0 || element.content.length > MAX_TEXT) return undefined;
  return readable(decode(element.content) ?? '') || undefined;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
const western = new TextDecoder('windows-1252');

/** In UTF-16, every second byte of Latin, Greek or Cyrillic text is a control character. */
const CONTROLS = /[\u0000-\u0008\u000e-\u001f]/;
/** Languages that are written in Latin-1 have hardly any words of two letters or more without one from A to Z. */
const FOREIGN_WORD = /(^|[\s<,./()-])[^\u0000-\u007f]{2,}($|[\s<,./()-])/;

/** UTF-8 (Doc 9303-10, 4.7.11 and 4.7.12), or Latin-1 in older documents. Undefined in other encodings, of which nothing tells which. */
function decode(bytes: Uint8Array): string | undefined {
  const content = bytes.subarray(0, bytes.findLastIndex((byte) => byte !== 0) + 1);
  let text: string;
  try {
    text = utf8.decode(content);
  } catch {
    text = western.decode(content);
    if (FOREIGN_WORD.test(text)) return undefined;
  }
  return CONTROLS.test(text) ? undefined : text;
}

/** A full date as four bytes of BCD or as eight digits; both occur (Doc 9303-10, 4.7.11). */
function readDate(bytes: Uint8Array): string | undefined {
  const digits = Buffer.from(bytes).toString(bytes.length === 4 ? 'hex' : 'latin1');
  const match = /^(\d{4})(\d\d)(\d\d)$/.exec(digits);
  return match ? `${match[1]}-${match[2]}-${match[3]}` : undefined;
}
