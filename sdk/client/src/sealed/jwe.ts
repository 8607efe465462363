/** Compact JWE (RFC 7516) with the algorithms that the service uses (RFC 7518, 4.3 and 4.6; RFC 8037, 3.2). */
import { refuse } from './decryption-error.ts';
import { algorithmOf, type Jwk, usesOf } from './jwk.ts';

export interface SealedHeader {
  alg: string;
  enc: string;
  kid: string;
  epk?: Jwk;
}

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const CONTENT = { name: 'AES-GCM', length: 256 } as const;

/** The header is not verified yet: it is authenticated with the content. */
export function headerOf(sealed: string): SealedHeader {
  const [header = ''] = partsOf(sealed);
  try {
    const value = JSON.parse(new TextDecoder().decode(bytesOf(header))) as SealedHeader;
    if (value.enc === 'A256GCM' && typeof value.kid === 'string') return value;
  } catch {}
  return refuse('malformed', 'The header of the sealed data is not one of this service.');
}

/** @throws DecryptionError when the key does not fit, or the data was changed. */
export async function decrypted(sealed: string, jwk: Jwk): Promise<string> {
  const [header = '', wrapped = '', iv = '', ciphertext = '', tag = ''] = partsOf(sealed);
  const { alg, epk } = headerOf(sealed);
  try {
    const key = epk
      ? await agreedKey(alg, bytesOf(wrapped), jwk, epk)
      : await unwrappedByRsa(alg, bytesOf(wrapped), jwk);
    const parameters = { name: 'AES-GCM', iv: bytesOf(iv), additionalData: new TextEncoder().encode(header) };
    const content = await crypto.subtle.decrypt(parameters, key, joined(bytesOf(ciphertext), bytesOf(tag)));
    return new TextDecoder().decode(content);
  } catch {
    return refuse(
      'not_authentic',
      'The sealed data could not be decrypted: it was changed, or the key does not belong to it.',
    );
  }
}

function partsOf(sealed: string): string[] {
  const parts = sealed.split('.');
  return parts.length === 5 ? parts : refuse('malformed', 'The sealed data is not a compact JWE.');
}

async function unwrappedByRsa(alg: string, wrapped: Uint8Array<ArrayBuffer>, jwk: Jwk): Promise<Key> {
  if (alg !== 'RSA-OAEP-256') throw new TypeError();
  const key = await importPrivate(jwk);
  return crypto.subtle.unwrapKey('raw', wrapped, key, { name: 'RSA-OAEP' }, CONTENT, false, ['decrypt']);
}

/** ECDH-ES with key wrapping: RFC 7518, 4.6. */
async function agreedKey(alg: string, wrapped: Uint8Array<ArrayBuffer>, jwk: Jwk, epk: Jwk): Promise<Key> {
  const { subtle } = crypto;
  const algorithm = algorithmOf(jwk);
  const { kty, crv, x, y } = epk;
  if (alg !== 'ECDH-ES+A256KW' || !algorithm || crv !== jwk.crv) throw new TypeError();
  const ephemeral = await subtle.importKey('jwk', { kty, crv, x, y }, algorithm, false, []);
  const shared = await subtle.deriveBits({ name: algorithm.name, public: ephemeral }, await importPrivate(jwk), 256);
  const wrapping = await subtle.importKey('raw', await derived(new Uint8Array(shared), alg), 'AES-KW', false, [
    'unwrapKey',
  ]);
  return subtle.unwrapKey('raw', wrapped, wrapping, 'AES-KW', CONTENT, false, ['decrypt']);
}

/** One round of the Concat KDF (NIST SP 800-56A, 5.8.1) for 256 bits, without the names of the parties. */
const derived = (shared: Uint8Array, alg: string): Promise<ArrayBuffer> =>
  crypto.subtle.digest(
    'SHA-256',
    joined(number(1), shared, number(alg.length), new TextEncoder().encode(alg), number(0), number(0), number(256)),
  );

function importPrivate({ kty, crv, n, e, x, y, d, p, q, dp, dq, qi }: Jwk): Promise<Key> {
  const algorithm = algorithmOf({ kty, crv })!;
  // Only these members: others, such as `use` and `key_ops`, may contradict the use here.
  const members = kty === 'RSA' ? { kty, n, e, d, p, q, dp, dq, qi } : { kty, crv, x, y, d };
  return crypto.subtle.importKey('jwk', members, algorithm, false, usesOf(algorithm));
}

const number = (value: number): Uint8Array => new Uint8Array([0, 0, value >> 8, value & 255]);

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
