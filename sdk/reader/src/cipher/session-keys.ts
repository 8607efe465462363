import { sha1 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import type { SessionCipher } from './session-cipher.ts';

export interface SessionKeys {
  cipher: SessionCipher;
  enc: Uint8Array;
  mac: Uint8Array;
}

/** What a key is derived for (Doc 9303-11, 9.7.1). */
export const PURPOSE = { ENCRYPTION: 1, CHECKSUM: 2, PASSWORD: 3 } as const;

const DERIVATIONS = {
  '3DES': { hash: sha1, bytes: 16 },
  'AES-128': { hash: sha1, bytes: 16 },
  'AES-192': { hash: sha256, bytes: 24 },
  'AES-256': { hash: sha256, bytes: 32 },
} as const;

/**
 * Derives a key from a shared secret (Doc 9303-11, 9.7.1). The parity bits of DES keys are not adjusted, because no implementation
 * of DES reads them.
 */
export function deriveKey(secret: Uint8Array, cipher: SessionCipher, purpose: 1 | 2 | 3): Uint8Array {
  const { hash, bytes } = DERIVATIONS[cipher];
  return hash(concatBytes(secret, Uint8Array.of(0, 0, 0, purpose))).slice(0, bytes);
}

export const deriveSessionKeys = (secret: Uint8Array, cipher: SessionCipher): SessionKeys => ({
  cipher,
  enc: deriveKey(secret, cipher, PURPOSE.ENCRYPTION),
  mac: deriveKey(secret, cipher, PURPOSE.CHECKSUM),
});
