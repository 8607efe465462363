import type { Element } from '../asn1/ber.ts';
import { readable } from '../pki/readable.ts';

const MAX_TEXT = 512;

/** Text of a data element: UTF-8, or Latin-1 in older documents. Undefined when it is constructed, empty or too long. */
export function readLdsText(element: Element): string | undefined {
  if (element.constructed || element.content.length === 0 || element.content.length > MAX_TEXT) return undefined;
  return readable(decode(element.content)) || undefined;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}

/** A full date as four bytes of BCD or as eight digits; both occur (Doc 9303-10, 4.7.11). */
export function readDate(bytes: Uint8Array): string | undefined {
  const digits = Buffer.from(bytes).toString(bytes.length === 4 ? 'hex' : 'latin1');
  const match = /^(\d{4})(\d\d)(\d\d)$/.exec(digits);
  return match ? `${match[1]}-${match[2]}-${match[3]}` : undefined;
}
