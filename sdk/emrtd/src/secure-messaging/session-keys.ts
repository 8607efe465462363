import { createHash } from 'node:crypto';

/** A cipher of secure messaging (Doc 9303-11, 9.8). */
export type SessionCipher = '3DES' | 'AES-128' | 'AES-192' | 'AES-256';

export interface SessionKeys {
  cipher: SessionCipher;
  enc: Buffer;
  mac: Buffer;
}

/** The hash of the key derivation, and how many of its bytes form the key. */
const DERIVATIONS = {
  '3DES': { digest: 'sha1', bytes: 16 },
  'AES-128': { digest: 'sha1', bytes: 16 },
  'AES-192': { digest: 'sha256', bytes: 24 },
  'AES-256': { digest: 'sha256', bytes: 32 },
} as const;

/**
 * Derives the keys of secure messaging from a shared secret (Doc 9303-11, 9.7.1). The parity bits of DES keys are not adjusted,
 * because no implementation of DES reads them.
 */
export function deriveSessionKeys(secret: Uint8Array, cipher: SessionCipher): SessionKeys {
  return { cipher, enc: derived(secret, cipher, 1), mac: derived(secret, cipher, 2) };
}

function derived(secret: Uint8Array, cipher: SessionCipher, counter: number): Buffer {
  const { digest, bytes } = DERIVATIONS[cipher];
  return createHash(digest)
    .update(secret)
    .update(Buffer.of(0, 0, 0, counter))
    .digest()
    .subarray(0, bytes);
}
