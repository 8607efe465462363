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

/**
 * DES (FIPS 46-3). First-generation documents use it; neither the noble packages nor browsers offer it. The tables are those of the
 * standard, where bits are numbered from 1, the most significant first.
 */

// biome-ignore format: as the standard prints them.
const ROUND_PERMUTATION = [
  16, 7, 20, 21, 29, 12, 28, 17, 1, 15, 23, 26, 5, 18, 31, 10, 2, 8, 24, 14, 32, 27, 3, 9, 19, 13, 30, 6, 22, 11, 4, 25,
];
// biome-ignore format: as printed.
const PERMUTED_CHOICE_1 = [
  57, 49, 41, 33, 25, 17,  9, 1, 58, 50, 42, 34, 26, 18, 10, 2, 59, 51, 43, 35, 27, 19, 11, 3, 60, 52, 44, 36,
  63, 55, 47, 39, 31, 23, 15, 7, 62, 54, 46, 38, 30, 22, 14, 6, 61, 53, 45, 37, 29, 21, 13, 5, 28, 20, 12,  4,
];
// biome-ignore format: as printed.
const PERMUTED_CHOICE_2 = [
  14, 17, 11, 24,  1,  5,  3, 28, 15,  6, 21, 10, 23, 19, 12,  4, 26,  8, 16,  7, 27, 20, 13,  2,
  41, 52, 31, 37, 47, 55, 30, 40, 51, 45, 33, 48, 44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32,
];
const KEY_SHIFTS = [1, 1, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 1];
/** S1 to S8: four rows of sixteen values, a hexadecimal digit each. */
const SUBSTITUTION_BOXES = [
  'e4d12fb83a6c59070f74e2d1a6cb953841e8d62bfc973a50fc8249175b3ea06d',
  'f18e6b34972dc05a3d47f28ec01a69b50e7ba4d158c6932fd8a13f42b67c05e9',
  'a09e63f51dc7b428d709346a285ecbf1d6498f30b12c5ae71ad069874fe3b52c',
  '7de3069a1285bc4fd8b56f03472c1ae9a690cb7df13e52843f06a1d8945bc72e',
  '2c417ab6853fd0e9eb2c47d150fa3986421bad78f9c5630eb8c71e2d6f09a453',
  'c1af92680d34e75baf427c9561de0b389ef528c3704a1db6432c95fabe17608d',
  '4b2ef08d3c975a61d0b7491ae35c2f8614bdc37eaf6805926bd814a7950fe23c',
  'd2846fb1a93e50c71fd8a374c56b0e927b419ce206adf35821e74a8dfc90356b',
];

/** The subkeys of the sixteen rounds, each as eight numbers of six bits. */
type DesKey = Uint8Array;

const BOXES_OF_ROUND = 8;

function desKey(key: Uint8Array): DesKey {
  const bits = [...key].flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((place) => (byte >> place) & 1));
  let chosen = PERMUTED_CHOICE_1.map((place) => bits[place - 1]!);
  const subkeys = KEY_SHIFTS.flatMap((shift) => {
    const [left, right] = [chosen.slice(0, 28), chosen.slice(28)];
    chosen = [left, right].flatMap((half) => [...half.slice(shift), ...half.slice(0, shift)]);
    const subkey = PERMUTED_CHOICE_2.map((place) => chosen[place - 1]!);
    return Array.from({ length: BOXES_OF_ROUND }, (_, box) => numberOf(subkey.slice(6 * box, 6 * box + 6)));
  });
  return Uint8Array.from(subkeys);
}

const numberOf = (bits: number[]) => bits.reduce((number, bit) => number * 2 + bit, 0);

type DesBlock = readonly [left: number, right: number];

const desEncrypt = (key: DesKey, block: DesBlock): DesBlock => crypt(key, block, 0, 1);

const desDecrypt = (key: DesKey, block: DesBlock): DesBlock => crypt(key, block, 15, -1);

function crypt(key: DesKey, block: DesBlock, first: number, step: 1 | -1): DesBlock {
  let [left, right] = initialPermutation(block);
  for (let count = 0, round = first; count < 16; count++, round += step) {
    const next = left ^ roundFunction(right, key, round * BOXES_OF_ROUND);
    left = right;
    right = next;
  }
  // The halves are not swapped after the last round.
  return finalPermutation([right, left]);
}

/** The permutation of the whole block, as five swaps of bits between the halves. */
function initialPermutation(block: DesBlock): DesBlock {
  let [left, right] = block;
  [left, right] = exchanged(left, right, 4, 0x0f0f0f0f);
  [left, right] = exchanged(left, right, 16, 0x0000ffff);
  [right, left] = exchanged(right, left, 2, 0x33333333);
  [right, left] = exchanged(right, left, 8, 0x00ff00ff);
  return exchanged(left, right, 1, 0x55555555);
}

/** The inverse of the initial permutation: the same swaps in reverse order. */
function finalPermutation(block: DesBlock): DesBlock {
  let [left, right] = block;
  [left, right] = exchanged(left, right, 1, 0x55555555);
  [right, left] = exchanged(right, left, 8, 0x00ff00ff);
  [right, left] = exchanged(right, left, 2, 0x33333333);
  [left, right] = exchanged(left, right, 16, 0x0000ffff);
  return exchanged(left, right, 4, 0x0f0f0f0f);
}

function exchanged(a: number, b: number, distance: number, mask: number): DesBlock {
  const difference = ((a >>> distance) ^ b) & mask;
  return [a ^ (difference << distance), b ^ difference];
}

function roundFunction(half: number, key: DesKey, start: number): number {
  let result = 0;
  for (let box = 0; box < BOXES_OF_ROUND; box++) {
    // The expansion: a box takes six adjacent bits, which overlap with those of the next.
    const turn = (4 * box + 5) & 31;
    const six = ((half << turn) | (half >>> (32 - turn))) & 0x3f;
    result |= BOXES[box * 64 + (six ^ key[start + box]!)]!;
  }
  return result;
}

/** The output of each box for each six-bit input, already moved to where the round permutation puts it. */
const BOXES = Int32Array.from({ length: BOXES_OF_ROUND * 64 }, (_, index) => {
  const [box, six] = [index >> 6, index & 0x3f];
  const row = ((six >> 4) & 2) | (six & 1);
  const value = Number.parseInt(SUBSTITUTION_BOXES[box]![row * 16 + ((six >> 1) & 0xf)]!, 16);
  const placed = value << (28 - 4 * box);
  return ROUND_PERMUTATION.reduce((result, place) => (result << 1) | ((placed >>> (32 - place)) & 1), 0);
});
