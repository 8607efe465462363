import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Random } from '../../random.ts';

/**
 * The same bytes for the same seed on every platform, for readings that must be repeatable byte by byte. The bytes are predictable,
 * so use it for virtual chips and tests only.
 */
export function seededRandom(seed: string): Random {
  const start = utf8ToBytes(`${seed}:`);
  let count = 0;
  let rest = new Uint8Array();
  return (length) => {
    while (rest.length < length) rest = concatBytes(rest, sha256(concatBytes(start, utf8ToBytes(String(count++)))));
    const bytes = rest.slice(0, length);
    rest = rest.slice(length);
    return bytes;
  };
}
