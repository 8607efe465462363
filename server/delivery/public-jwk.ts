import { CompactEncrypt, calculateJwkThumbprint, importJWK, type JWK } from 'jose';
import { mustBe } from '../core/errors.ts';
import type { DeliveryKey } from '../generated/operations.gen.ts';

export interface PublicKey {
  kid: string;
  alg: DeliveryKey['alg'];
  jwk: JWK;
}

/** RFC 7518, 6.2.2 and 6.3.2, and `k` of a symmetric key. */
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

const SMALLEST_RSA_BITS = 2048;
const LARGEST_RSA_BITS = 4096;

const ACCEPTED = 'a public key of the type EC with P-256, OKP with X25519, or RSA of 2048 to 4096 bits';

/** @throws BadRequest that names the wrong member, and never repeats its value. */
export async function readPublicJwk(input: Record<string, unknown>): Promise<PublicKey> {
  const secret = PRIVATE_MEMBERS.find((name) => name in input);
  if (secret)
    throw mustBe(`jwk.${secret}`, 'absent, because it is private: send the public key only', 'a private member');
  const { kty, crv, alg, jwk } = publicMembers(input);
  const given = input['alg'];
  if (given !== undefined && given !== alg) throw mustBe('jwk.alg', `${alg} or absent, for this type of key`);
  if (input['use'] !== undefined && input['use'] !== 'enc')
    throw mustBe('jwk.use', 'enc or absent, because the key is for encryption');
  const key = { alg, jwk, kid: await calculateJwkThumbprint(jwk) };
  try {
    // Imports the key, and refuses points that are not on its curve.
    await sealTo(key, Buffer.alloc(1));
  } catch (error) {
    throw mustBe('jwk', `a valid ${crv ?? kty} key`, 'object', error as Error);
  }
  return key;
}

function publicMembers(input: Record<string, unknown>) {
  const { kty, crv } = input;
  if (kty === 'EC' && crv === 'P-256')
    return {
      kty,
      crv,
      alg: 'ECDH-ES+A256KW' as const,
      jwk: { kty, crv, x: memberOf(input, 'x'), y: memberOf(input, 'y') },
    };
  if (kty === 'OKP' && crv === 'X25519')
    return { kty, crv, alg: 'ECDH-ES+A256KW' as const, jwk: { kty, crv, x: memberOf(input, 'x') } };
  if (kty === 'RSA') {
    const jwk = { kty, n: memberOf(input, 'n'), e: memberOf(input, 'e') };
    const bits = bitsOf(jwk.n);
    if (bits < SMALLEST_RSA_BITS || bits > LARGEST_RSA_BITS)
      throw mustBe('jwk.n', 'a modulus of 2048 to 4096 bits', `${bits} bits`);
    if (jwk.e !== 'AQAB') throw mustBe('jwk.e', 'AQAB, the exponent 65537');
    return { kty, crv: undefined, alg: 'RSA-OAEP-256' as const, jwk };
  }
  throw mustBe(
    kty === 'EC' || kty === 'OKP' ? 'jwk.crv' : 'jwk.kty',
    `that of ${ACCEPTED}`,
    typeof (kty === 'EC' || kty === 'OKP' ? crv : kty),
  );
}

function memberOf(input: Record<string, unknown>, name: string): string {
  const value = input[name];
  if (typeof value !== 'string' || !/^[A-Za-z0-9_-]{1,1024}$/.test(value))
    throw mustBe(`jwk.${name}`, 'base64url without padding', value === undefined ? 'nothing' : typeof value);
  return value;
}

const bitsOf = (base64url: string): number => {
  const hex = Buffer.from(base64url, 'base64url').toString('hex').replace(/^0+/, '');
  return hex === '' ? 0 : (hex.length - 1) * 4 + Number.parseInt(hex.charAt(0), 16).toString(2).length;
};

/** Seals JSON as a compact JWE (RFC 7516). */
export async function sealTo({ kid, alg, jwk }: PublicKey, json: Uint8Array): Promise<string> {
  return new CompactEncrypt(json)
    .setProtectedHeader({ alg, enc: 'A256GCM', typ: 'JWE', cty: 'json', kid })
    .encrypt(await importJWK(jwk, alg));
}
