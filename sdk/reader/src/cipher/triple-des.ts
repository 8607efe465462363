import { type DesBlock, type DesKey, desDecrypt, desEncrypt, desKey } from './des.ts';

const BLOCK = 8;

/** Two-key triple DES in CBC mode over whole blocks (Doc 9303-11, 9.8.6.1). The key has 16 bytes. */
export function tripleDesEncrypt(key: Uint8Array, iv: Uint8Array, blocks: Uint8Array): Uint8Array {
  const [k1, k2] = keysOf(key);
  let chained = readBlock(iv, 0);
  return mapBlocks(blocks, (block) => {
    chained = desEncrypt(k1, desDecrypt(k2, desEncrypt(k1, xor(block, chained))));
    return chained;
  });
}

export function tripleDesDecrypt(key: Uint8Array, iv: Uint8Array, blocks: Uint8Array): Uint8Array {
  const [k1, k2] = keysOf(key);
  let chained = readBlock(iv, 0);
  return mapBlocks(blocks, (block) => {
    const plain = xor(desDecrypt(k1, desEncrypt(k2, desDecrypt(k1, block))), chained);
    chained = block;
    return plain;
  });
}

/**
 * The retail MAC: ISO/IEC 9797-1, algorithm 3, over whole blocks (Doc 9303-11, 9.8.6.3). Single DES over all of them, and triple DES
 * for the last.
 */
export function retailMac(key: Uint8Array, blocks: Uint8Array): Uint8Array {
  const [k1, k2] = keysOf(key);
  let chained: DesBlock = [0, 0];
  mapBlocks(blocks, (block) => {
    chained = desEncrypt(k1, xor(block, chained));
    return chained;
  });
  return mapBlocks(new Uint8Array(BLOCK), () => desEncrypt(k1, desDecrypt(k2, chained)));
}

/** Cached, because a session uses the same two keys for every message. */
const prepared = new WeakMap<Uint8Array, readonly [DesKey, DesKey]>();

function keysOf(key: Uint8Array): readonly [DesKey, DesKey] {
  const known = prepared.get(key);
  if (known) return known;
  const keys = [desKey(key.subarray(0, BLOCK)), desKey(key.subarray(BLOCK, 2 * BLOCK))] as const;
  prepared.set(key, keys);
  return keys;
}

const xor = (a: DesBlock, b: DesBlock): DesBlock => [a[0] ^ b[0], a[1] ^ b[1]];

function mapBlocks(blocks: Uint8Array, change: (block: DesBlock) => DesBlock): Uint8Array {
  const result = new Uint8Array(blocks.length);
  const view = new DataView(result.buffer);
  for (let place = 0; place < blocks.length; place += BLOCK) {
    const [left, right] = change(readBlock(blocks, place));
    view.setInt32(place, left);
    view.setInt32(place + 4, right);
  }
  return result;
}

function readBlock(bytes: Uint8Array, place: number): DesBlock {
  const view = new DataView(bytes.buffer, bytes.byteOffset + place, BLOCK);
  return [view.getInt32(0), view.getInt32(4)];
}
