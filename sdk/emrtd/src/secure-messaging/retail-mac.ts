import { createCipheriv } from 'node:crypto';

const BLOCK = 8;

/**
 * ISO/IEC 9797-1 MAC algorithm 3 with DES, for whole blocks (Doc 9303-11, 9.8.6.3): single DES over all blocks, and two-key
 * triple DES for the last. OpenSSL no longer has single DES; triple DES with three equal keys is equivalent.
 */
export function retailMac(key: Uint8Array, blocks: Uint8Array): Buffer {
  const [k1, k2] = [key.subarray(0, BLOCK), key.subarray(BLOCK, 2 * BLOCK)];
  const chained = encrypted([k1, k1, k1], Buffer.alloc(BLOCK), blocks.subarray(0, -BLOCK));
  const chaining = chained.length ? chained.subarray(-BLOCK) : Buffer.alloc(BLOCK);
  return encrypted([k1, k2, k1], chaining, blocks.subarray(-BLOCK));
}

function encrypted(keys: Uint8Array[], iv: Uint8Array, blocks: Uint8Array): Buffer {
  return createCipheriv('des-ede3-cbc', Buffer.concat(keys), iv).setAutoPadding(false).update(blocks);
}
