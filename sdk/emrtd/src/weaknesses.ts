/** Algorithms and keys that are accepted because documents in circulation use them, and reported because they are weak. */
import type { Digest } from './pki/keys/algorithms.ts';
import type { PublicKey } from './pki/keys/public-key.ts';
import type { SignatureScheme } from './pki/keys/signature.ts';

/** A weak algorithm or key, and where it occurs (BSI TR-03116-2; Doc 9303-12, 4). */
export interface Weakness {
  where: WeakPlace;
  algorithm: string;
}

/** Where weak algorithms are looked for (Doc 9303-11, 5 and 6). */
export const WEAK_PLACES = [
  'DATA_GROUPS',
  'SECURITY_OBJECT',
  'DOCUMENT_SIGNER',
  'CSCA',
  'ACTIVE_AUTHENTICATION',
] as const;

export type WeakPlace = (typeof WEAK_PLACES)[number];

/**
 * Minimum key lengths for document signers in bits (Doc 9303-12, 4.4; BSI TR-03116-2), applied to CSCAs and to Active
 * Authentication as well.
 */
const LEAST_BITS = { rsa: 2048, ec: 224 };

export const weakDigest = (where: WeakPlace, digest: Digest): Weakness[] =>
  digest.weak ? [{ where, algorithm: digest.name }] : [];

/** Weaknesses of a signature's digest, and for RSASSA-PSS of the digest of its mask. */
export const weakScheme = (where: WeakPlace, scheme: SignatureScheme): Weakness[] => [
  ...weakDigest(where, scheme.digest),
  ...(scheme.kind === 'rsa-pss' && scheme.mgfDigest.weak
    ? [{ where, algorithm: `MGF1 with ${scheme.mgfDigest.name}` }]
    : []),
];

export function weakKey(where: WeakPlace, key: PublicKey): Weakness[] {
  if (key.kind === 'rsa') return key.bits < LEAST_BITS.rsa ? [{ where, algorithm: `RSA ${key.bits}` }] : [];
  return key.curve.bytes * 8 < LEAST_BITS.ec ? [{ where, algorithm: key.curve.name }] : [];
}

export const weakNames = (weaknesses: readonly Weakness[]): string[] => [
  ...new Set(weaknesses.map(({ algorithm }) => algorithm)),
];
