import { refuse } from './decryption-error.ts';

/** A key in JWK format (RFC 7517). */
export interface Jwk {
  kty?: string | undefined;
  crv?: string | undefined;
  alg?: string | undefined;
  kid?: string | undefined;
  use?: string | undefined;
  x?: string | undefined;
  y?: string | undefined;
  n?: string | undefined;
  e?: string | undefined;
  d?: string | undefined;
  p?: string | undefined;
  q?: string | undefined;
  dp?: string | undefined;
  dq?: string | undefined;
  qi?: string | undefined;
  [member: string]: unknown;
}

/** A private key: a JWK, the JSON text of one, or PKCS #8 in PEM. */
export type DecryptionKey = Jwk | string;

/** The members that identify a key, in alphabetical order (RFC 7638, 3.2 and RFC 8037, 2). */
const MEMBERS: Record<string, string[]> = {
  EC: ['crv', 'kty', 'x', 'y'],
  OKP: ['crv', 'kty', 'x'],
  RSA: ['e', 'kty', 'n'],
};

const ALGORITHMS = [
  { name: 'ECDH', namedCurve: 'P-256' },
  { name: 'X25519' },
  { name: 'RSA-OAEP', hash: 'SHA-256' },
] as const;

export type KeyAlgorithm = (typeof ALGORITHMS)[number];

export function algorithmOf({ kty, crv }: Jwk): KeyAlgorithm | undefined {
  if (kty === 'RSA') return ALGORITHMS[2];
  if (kty === 'OKP' && crv === 'X25519') return ALGORITHMS[1];
  return kty === 'EC' && crv === 'P-256' ? ALGORITHMS[0] : undefined;
}

export const usesOf = ({ name }: KeyAlgorithm): ('decrypt' | 'unwrapKey' | 'deriveBits')[] =>
  name === 'RSA-OAEP' ? ['decrypt', 'unwrapKey'] : ['deriveBits'];

/** The members of the public key: what `merchant.change_delivery_key` accepts. */
export function publicPart(jwk: Jwk): Jwk {
  const members = MEMBERS[jwk.kty ?? ''] ?? refuse('unusable_key', 'The key must be of the type EC, OKP or RSA.');
  return Object.fromEntries(members.map((name) => [name, jwk[name]]));
}

/** Identifies a key (RFC 7638). */
export async function thumbprint(jwk: Jwk): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(publicPart(jwk))));
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');
}

/** @throws DecryptionError when it is not a private key. */
export async function readPrivateKey(key: DecryptionKey): Promise<Jwk> {
  const jwk = typeof key === 'string' ? await readText(key.trim()) : key;
  if (!algorithmOf(jwk))
    refuse('unusable_key', 'decryptionKey must be a key of the type EC with P-256, OKP with X25519, or RSA.');
  if (typeof jwk.d !== 'string') refuse('unusable_key', 'decryptionKey must be the private key, not the public one.');
  return jwk;
}

async function readText(text: string): Promise<Jwk> {
  const pem = /^-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\s]+)-----END PRIVATE KEY-----$/.exec(text)?.[1];
  try {
    if (!pem) return JSON.parse(text) as Jwk;
    const bytes = Uint8Array.from(atob(pem.replace(/\s/g, '')), (letter) => letter.charCodeAt(0));
    return await readPkcs8(bytes);
  } catch {
    return refuse(
      'unusable_key',
      'decryptionKey must be a JWK or PKCS #8 in PEM, which begins with -----BEGIN PRIVATE KEY-----.',
    );
  }
}

/** WebCrypto imports a key only as a given type, so each type is tried. */
async function readPkcs8(bytes: Uint8Array<ArrayBuffer>): Promise<Jwk> {
  let failure: unknown;
  for (const algorithm of ALGORITHMS)
    try {
      const key = await crypto.subtle.importKey('pkcs8', bytes, algorithm, true, usesOf(algorithm));
      return (await crypto.subtle.exportKey('jwk', key)) as Jwk;
    } catch (error) {
      failure = error;
    }
  throw failure;
}
