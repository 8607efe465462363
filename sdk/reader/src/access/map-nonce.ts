import { bytesToNumberBE, concatBytes } from '@noble/curves/utils.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { blockOf, encryptBlocks, type SessionCipher } from '../cipher/session-cipher.ts';
import type { Group } from '../curves/group.ts';

/** Generic Mapping: the generator to the power of the nonce, combined with the shared secret (Doc 9303-11, 4.4.3.3.1). */
export const mapGenerically = (group: Group, nonce: Uint8Array, shared: Uint8Array): Uint8Array => {
  const factor = bytesToNumberBE(nonce) % group.order;
  return factor === 0n ? shared : group.combine(group.multiply(factor, group.generator), shared);
};

/** Integrated Mapping: an element derived from both nonces (Doc 9303-11, 4.4.3.3.2). */
export const mapIntegrated = (group: Group, cipher: SessionCipher, nonce: Uint8Array, ours: Uint8Array): Uint8Array =>
  group.elementOf(pseudorandom(group.p, cipher, nonce, ours));

/** The constants c0 and c1, for nonces of 16 and of 32 bytes. */
const CONSTANTS = {
  16: ['a668892a7c41e3ca739f40b057d85904', 'a4e136ac725f738b01c1f60217c188ad'],
  32: [
    'd463d65234124ef7897054986dca0a174e28df758cbaa03f240616414d5a1676',
    '54bd7255f0aaf831bec3423fcf39d69b6cbf066677d0faae5aadd99df8e53517',
  ],
} as const;

/** Length of a key in bytes, which is also the length of the reader's nonce. */
export const KEY_BYTES: Record<SessionCipher, number> = { '3DES': 16, 'AES-128': 16, 'AES-192': 24, 'AES-256': 32 };
/** Length of the chip's nonce in bytes. */
export const NONCE_BYTES: Record<SessionCipher, 16 | 32> = { '3DES': 16, 'AES-128': 16, 'AES-192': 32, 'AES-256': 32 };
/** Extra bits beyond the length of the modulus, so that the remainder has no visible bias. */
const SURPLUS_BITS = 64;

/** The function R of both nonces, as a number below the prime (Doc 9303-11, 4.4.3.3.2, figure 2). */
export function pseudorandom(p: bigint, cipher: SessionCipher, nonce: Uint8Array, ours: Uint8Array): bigint {
  const bytes = NONCE_BYTES[cipher];
  const [c0, c1] = CONSTANTS[bytes].map(hexToBytes);
  const encrypt = (key: Uint8Array, blocks: Uint8Array) =>
    encryptBlocks(cipher, key.slice(0, KEY_BYTES[cipher]), new Uint8Array(blockOf(cipher)), blocks);
  const rounds = Math.ceil((p.toString(2).length + SURPLUS_BITS) / (8 * bytes));
  let key = encrypt(ours, nonce);
  const parts: Uint8Array[] = [];
  for (let round = 0; round < rounds; round++) {
    parts.push(encrypt(key, c1!));
    key = encrypt(key, c0!);
  }
  return bytesToNumberBE(concatBytes(...parts)) % p;
}
