import { createPrivateKey, type JsonWebKey, sign } from 'node:crypto';
import type { Specimen } from '../../../sdk/reader/src/specimen/specimen.ts';

/** How a specimen's chip with an EC key responds to a challenge, for tests that make the reader's calls themselves. */
export function signChallenge({ algorithm, private_key_jwk }: NonNullable<Specimen['aa']>, challenge: string): string {
  if (algorithm !== 'ECDSA_P256_SHA256') throw new Error(`No test signs with ${algorithm}`);
  const key = createPrivateKey({ key: private_key_jwk as JsonWebKey, format: 'jwk' });
  return sign('sha256', Buffer.from(challenge, 'base64'), { key, dsaEncoding: 'ieee-p1363' }).toString('base64');
}
