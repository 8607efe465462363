import { cbc, cmac, ecb } from '@noble/ciphers/aes.js';
import { retailMac, tripleDesDecrypt, tripleDesEncrypt } from './triple-des.ts';

/** A cipher of secure messaging and of PACE (Doc 9303-11, 9.8). */
export type SessionCipher = '3DES' | 'AES-128' | 'AES-192' | 'AES-256';

const MAC_BYTES = 8;

/** Bytes of a block. */
export const blockOf = (cipher: SessionCipher): 8 | 16 => (cipher === '3DES' ? 8 : 16);

/** CBC of whole blocks. */
export const encryptBlocks = (
  cipher: SessionCipher,
  key: Uint8Array,
  iv: Uint8Array,
  blocks: Uint8Array,
): Uint8Array =>
  cipher === '3DES' ? tripleDesEncrypt(key, iv, blocks) : cbc(key, iv, { disablePadding: true }).encrypt(blocks);

export const decryptBlocks = (
  cipher: SessionCipher,
  key: Uint8Array,
  iv: Uint8Array,
  blocks: Uint8Array,
): Uint8Array =>
  cipher === '3DES' ? tripleDesDecrypt(key, iv, blocks) : cbc(key, iv, { disablePadding: true }).decrypt(blocks);

/** One block alone: the initialisation vectors of AES are made so (Doc 9303-11, 9.8.7.1). */
export const encryptAesBlock = (key: Uint8Array, block: Uint8Array): Uint8Array =>
  ecb(key, { disablePadding: true }).encrypt(block);

/**
 * The eight bytes of a checksum over a message that is already padded where the protocol asks for it: the retail MAC, or AES-CMAC
 * cut short (Doc 9303-11, 9.8.6.3 and 9.8.7.2).
 */
export const checksum = (cipher: SessionCipher, key: Uint8Array, message: Uint8Array): Uint8Array =>
  cipher === '3DES' ? retailMac(key, message) : cmac(message, key).subarray(0, MAC_BYTES);
