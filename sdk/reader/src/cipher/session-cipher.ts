import { cbc, cmac, ecb } from '@noble/ciphers/aes.js';
import { retailMac, tripleDesDecrypt, tripleDesEncrypt } from './triple-des.ts';

/** A cipher of secure messaging and of PACE (Doc 9303-11, 9.8). */
export type SessionCipher = (typeof SESSION_CIPHERS)[number];

/** In the order of their numbers, 1 to 4, at the end of object identifiers, and of their strength (Doc 9303-11, 9.2). */
export const SESSION_CIPHERS = ['3DES', 'AES-128', 'AES-192', 'AES-256'] as const;

const MAC_BYTES = 8;

export const blockOf = (cipher: SessionCipher): 8 | 16 => (cipher === '3DES' ? 8 : 16);

type BlockCipher = (cipher: SessionCipher, key: Uint8Array, iv: Uint8Array, blocks: Uint8Array) => Uint8Array;

export const encryptBlocks: BlockCipher = (cipher, key, iv, blocks) =>
  cipher === '3DES' ? tripleDesEncrypt(key, iv, blocks) : cbc(key, iv, { disablePadding: true }).encrypt(blocks);

export const decryptBlocks: BlockCipher = (cipher, key, iv, blocks) =>
  cipher === '3DES' ? tripleDesDecrypt(key, iv, blocks) : cbc(key, iv, { disablePadding: true }).decrypt(blocks);

/** A single block: this is how the IVs of AES are computed (Doc 9303-11, 9.8.7.1). */
export const encryptAesBlock = (key: Uint8Array, block: Uint8Array): Uint8Array =>
  ecb(key, { disablePadding: true }).encrypt(block);

/**
 * The eight-byte checksum of a message that is already padded where the protocol requires it: the retail MAC, or truncated
 * AES-CMAC (Doc 9303-11, 9.8.6.3 and 9.8.7.2).
 */
export const checksum = (cipher: SessionCipher, key: Uint8Array, message: Uint8Array): Uint8Array =>
  cipher === '3DES' ? retailMac(key, message) : cmac(message, key).subarray(0, MAC_BYTES);

/** ISO/IEC 9797-1, padding method 2: a byte 80, then zeros up to whole blocks. */
export function padded(bytes: Uint8Array, block: number): Uint8Array {
  const result = new Uint8Array((Math.floor(bytes.length / block) + 1) * block);
  result.set(bytes);
  result[bytes.length] = 0x80;
  return result;
}

/** Undefined when there is no padding of method 2. */
export function unpadded(bytes: Uint8Array): Uint8Array | undefined {
  let end = bytes.length - 1;
  while (end >= 0 && bytes[end] === 0) end--;
  return bytes[end] === 0x80 ? bytes.slice(0, end) : undefined;
}
