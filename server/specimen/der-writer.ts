/** Writes the DER (X.690) that certificates, CMS and the TLV files of an LDS need. Reading DER is left to the engine. */

export type Bytes = Uint8Array;

export const concat = (...parts: Bytes[]): Uint8Array => new Uint8Array(Buffer.concat(parts));
export const ascii = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));
export const hex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'hex'));

/** A tag of one or two bytes (0x30, 0x7f61), a definite length in its shortest form, and the content. */
export function tlv(tag: number, ...content: Bytes[]): Uint8Array {
  const body = concat(...content);
  return concat(tagBytes(tag), lengthBytes(body.length), body);
}

export const tagBytes = (tag: number): Uint8Array => Uint8Array.from(tag > 0xff ? [tag >> 8, tag & 0xff] : [tag]);

function lengthBytes(length: number): Uint8Array {
  if (length < 0x80) return Uint8Array.of(length);
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Uint8Array.from([0x80 | bytes.length, ...bytes]);
}

export const sequence = (...items: Bytes[]): Uint8Array => tlv(0x30, ...items);
/** In DER, the elements of a SET OF are ordered by their encodings. */
export const setOf = (...items: Bytes[]): Uint8Array => tlv(0x31, ...items.toSorted(Buffer.compare));
export const octetString = (content: Bytes): Uint8Array => tlv(0x04, content);
export const bitString = (content: Bytes, unusedBits = 0): Uint8Array => tlv(0x03, Uint8Array.of(unusedBits), content);
export const boolean = (value: boolean): Uint8Array => tlv(0x01, Uint8Array.of(value ? 0xff : 0));
export const nothing = (): Uint8Array => tlv(0x05);
export const printableString = (text: string): Uint8Array => tlv(0x13, ascii(text));
export const utf8String = (text: string): Uint8Array => tlv(0x0c, new Uint8Array(Buffer.from(text, 'utf8')));

/** A non-negative INTEGER from a number, a bigint or big-endian bytes. */
export function integer(value: number | bigint | Bytes): Uint8Array {
  const digits = typeof value === 'object' ? Buffer.from(value).toString('hex') : value.toString(16);
  const bytes = hex(digits.length % 2 ? `0${digits}` : digits);
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start += 1;
  const magnitude = bytes.subarray(start);
  return tlv(0x02, magnitude[0]! & 0x80 ? concat(Uint8Array.of(0), magnitude) : magnitude);
}

export function oid(dotted: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return tlv(0x06, Uint8Array.from([first * 40 + second, ...rest].flatMap(base128)));
}

function base128(arc: number): number[] {
  const bytes = [arc & 0x7f];
  for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift((rest & 0x7f) | 0x80);
  return bytes;
}

/** UTCTime up to 2049, GeneralizedTime after (RFC 5280, 4.1.2.5). */
export function time(at: Date): Uint8Array {
  const digits = at.toISOString().replace(/[-:T]|\.\d+/g, '');
  return at.getUTCFullYear() < 2050 ? tlv(0x17, ascii(digits.slice(2))) : tlv(0x18, ascii(digits));
}

/** [n] EXPLICIT, or any other constructed context tag. */
export const context = (number: number, ...content: Bytes[]): Uint8Array => tlv(0xa0 | number, ...content);
/** [n] IMPLICIT of a primitive type. */
export const contextPrimitive = (number: number, content: Bytes): Uint8Array => tlv(0x80 | number, content);
