import { bytesToNumberBE } from '@noble/curves/utils.js';
import type { Random } from '../random.ts';

/**
 * A group for key agreement: an elliptic curve, or numbers modulo a prime. Elements are bytes as sent: an uncompressed point, or a
 * number without leading zeros. Every function throws MALFORMED for bytes that are not an element.
 */
export interface Group {
  kind: 'ECDH' | 'DH';
  generator: Uint8Array;
  order: bigint;
  randomScalar(random: Random): bigint;
  /** Scalar multiplication; in multiplicative notation, the element to the power of the scalar. */
  multiply(scalar: bigint, element: Uint8Array): Uint8Array;
  /** The group operation: the sum of the points, or the product of the numbers. */
  combine(a: Uint8Array, b: Uint8Array): Uint8Array;
  /** The shared secret: a coordinate, or the number (Doc 9303-11, 9.6). Throws when the result is the identity. */
  sharedSecret(scalar: bigint, element: Uint8Array): Uint8Array;
  /** Maps a pseudorandom number to an element whose logarithm is unknown to everyone (Doc 9303-11, 4.4.3.3.2). */
  elementOf(number: bigint): Uint8Array;
  p: bigint;
}

/** Uniform in 1 to order − 1: draws 64 extra bits, so that the remainder has no visible bias (FIPS 186-5, A.2.1). */
export function randomScalar(random: Random, order: bigint): bigint {
  const number = bytesToNumberBE(random(Math.ceil(order.toString(16).length / 2) + 8));
  return (number % (order - 1n)) + 1n;
}
