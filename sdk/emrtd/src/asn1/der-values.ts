/** Encodes DER: keys and signatures for node:crypto, and the data objects of secure messaging. */

export function der(tag: number, ...contents: Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag]), lengthOctets(content.length), content]);
}

export const derNull = der(0x05);

export const derInteger = (value: number | bigint): Buffer => derUnsigned(bytesOf(value));

/** An unsigned INTEGER with these digits (X.690, 8.3). */
export function derUnsigned(digits: Uint8Array): Buffer {
  const first = digits.findIndex((digit) => digit !== 0);
  const significant = first < 0 ? Buffer.of(0) : digits.subarray(first);
  return (significant[0] ?? 0) & 0x80 ? der(0x02, Buffer.of(0), significant) : der(0x02, significant);
}

export function derOid(oid: string): Buffer {
  const [first = 0, second = 0, ...rest] = oid.split('.').map(Number);
  return der(0x06, Buffer.from([first * 40 + second, ...rest].flatMap(base128)));
}

export const derBitString = (bytes: Uint8Array) => der(0x03, Buffer.of(0), bytes);

function base128(arc: number): number[] {
  const octets = [arc % 128];
  for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128)) octets.unshift((rest % 128) | 0x80);
  return octets;
}

/** The shortest encoding of a number, at least one byte. */
export function bytesOf(value: number | bigint): Buffer {
  const digits = value.toString(16);
  return Buffer.from(digits.length % 2 ? `0${digits}` : digits, 'hex');
}

function lengthOctets(length: number): Buffer {
  if (length < 0x80) return Buffer.of(length);
  const octets = bytesOf(length);
  return Buffer.concat([Buffer.of(0x80 | octets.length), octets]);
}
