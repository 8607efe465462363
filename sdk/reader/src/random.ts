import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** Returns the given number of random bytes. Injected, so that a reading can be repeated byte by byte. */
export type Random = (length: number) => Uint8Array;

/** The platform's generator. Browsers, Node and Hermes with a polyfill have it. */
export const platformRandom: Random = (length) => crypto.getRandomValues(new Uint8Array(length));

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
