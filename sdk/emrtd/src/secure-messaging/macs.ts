import { createCipheriv } from 'node:crypto';

const AES_BLOCK = 16;
const DES_BLOCK = 8;
/** x¹²⁸ + x⁷ + x² + x + 1, without its first term. */
const REDUCTION = 0x87;

/** ISO/IEC 9797-1, padding method 2. */
export function padded(bytes: Uint8Array, block: number): Buffer {
  const result = Buffer.alloc((Math.floor(bytes.length / block) + 1) * block);
  result.set(bytes);
  result[bytes.length] = 0x80;
  return result;
}

/** Encrypts whole blocks with a cipher of OpenSSL, such as `aes-128-cbc`. */
export const encrypted = (cipher: string, key: Uint8Array, iv: Uint8Array | null, blocks: Uint8Array): Buffer =>
  createCipheriv(cipher, key, iv).setAutoPadding(false).update(blocks);

/** AES-CMAC (RFC 4493, NIST SP 800-38B), which node:crypto does not offer. The key has 16, 24 or 32 bytes. */
export function cmac(key: Uint8Array, message: Uint8Array): Buffer {
  const bits = key.length * 8;
  const isWhole = message.length > 0 && message.length % AES_BLOCK === 0;
  const whole = isWhole ? Buffer.from(message) : padded(message, AES_BLOCK);
  const first = doubled(encrypted(`aes-${bits}-ecb`, key, null, Buffer.alloc(AES_BLOCK)));
  const subkey = isWhole ? first : doubled(first);
  const last = whole.subarray(-AES_BLOCK);
  for (const [index, byte] of subkey.entries()) last[index] = (last[index] ?? 0) ^ byte;
  return encrypted(`aes-${bits}-cbc`, key, Buffer.alloc(AES_BLOCK), whole).subarray(-AES_BLOCK);
}

/** The block times x in GF(2¹²⁸). */
function doubled(block: Buffer): Buffer {
  const carry = (block[0] ?? 0) >> 7;
  const shifted = Buffer.from(block.map((byte, index) => ((byte << 1) | ((block[index + 1] ?? 0) >> 7)) & 0xff));
  shifted[AES_BLOCK - 1] = (shifted[AES_BLOCK - 1] ?? 0) ^ (carry * REDUCTION);
  return shifted;
}

/**
 * ISO/IEC 9797-1 MAC algorithm 3 with DES, for whole blocks (Doc 9303-11, 9.8.6.3): single DES over all blocks but the last, and
 * two-key triple DES over the last. OpenSSL no longer has single DES; triple DES with three equal keys is equivalent.
 */
export function retailMac(key: Uint8Array, blocks: Uint8Array): Buffer {
  const [k1, k2] = [key.subarray(0, DES_BLOCK), key.subarray(DES_BLOCK, 2 * DES_BLOCK)];
  const start = Buffer.alloc(DES_BLOCK);
  const chained = encrypted('des-ede3-cbc', Buffer.concat([k1, k1, k1]), start, blocks.subarray(0, -DES_BLOCK));
  const chaining = chained.length ? chained.subarray(-DES_BLOCK) : start;
  return encrypted('des-ede3-cbc', Buffer.concat([k1, k2, k1]), chaining, blocks.subarray(-DES_BLOCK));
}
