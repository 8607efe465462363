import { randomBytes } from '../core/random-bytes.ts';

/** A random id in 1…2^53−1: documented as a 64-bit integer, and exact in JavaScript. */
export function randomId(): number {
  const bytes = randomBytes(7);
  const high = bytes.readUIntBE(0, 3) & 0x1fffff;
  return high * 2 ** 32 + bytes.readUInt32BE(3) || randomId();
}
