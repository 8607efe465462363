import type { Random } from '../random.ts';

/**
 * A group in which keys are agreed on: an elliptic curve, or numbers modulo a prime. Elements are bytes, as they are sent: an
 * uncompressed point, or a number without leading zeros. Whatever takes an element refuses with MALFORMED what is none.
 */
export interface Group {
  kind: 'ECDH' | 'DH';
  generator: Uint8Array;
  /** How many elements the generator makes. */
  order: bigint;
  /** A private key. */
  randomScalar(random: Random): bigint;
  /** The element times the scalar; in the other notation, to its power. */
  multiply(scalar: bigint, element: Uint8Array): Uint8Array;
  /** The two elements together: their sum, or their product. */
  combine(a: Uint8Array, b: Uint8Array): Uint8Array;
  /** What both sides know in the end: a coordinate, or the number (Doc 9303-11, 9.6). Not for two keys that make nothing. */
  sharedSecret(scalar: bigint, element: Uint8Array): Uint8Array;
  /** The element that a pseudorandom number stands for, whose logarithm nobody knows (Doc 9303-11, 4.4.3.3.2). */
  elementOf(number: bigint): Uint8Array;
  /** The prime of the field. */
  p: bigint;
}

/** Uniform among 1 to order − 1: 64 bits more than needed, so that the remainder has no visible bias (FIPS 186-5, A.2.1). */
export function randomScalar(random: Random, order: bigint): bigint {
  const bytes = random(Math.ceil(order.toString(16).length / 2) + 8);
  let number = 0n;
  for (const byte of bytes) number = (number << 8n) | BigInt(byte);
  return (number % (order - 1n)) + 1n;
}
