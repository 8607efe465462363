/** Random bytes, taken from a block because requesting a few at a time from the system is slow. */
import { randomFillSync } from 'node:crypto';

const block = Buffer.alloc(8192);
let used = block.length;

/** @returns `count` bytes, at most 8192 (the length of the block), that are never returned again. */
export function randomBytes(count: number): Buffer {
  if (used + count > block.length) {
    randomFillSync(block);
    used = 0;
  }
  const taken = Buffer.from(block.subarray(used, used + count));
  // The caller may use the bytes as a secret, which should be in memory as briefly as possible.
  block.fill(0, used, used + count);
  used += count;
  return taken;
}
