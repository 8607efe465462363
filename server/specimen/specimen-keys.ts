/** Keys of the specimen issuers, signers and chips. They are derived from public names, so they protect nothing. */
import { checkPrimeSync, createECDH, createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import curves from './curves.json' with { type: 'json' };
import * as der from './der-writer.ts';

const EC_PUBLIC_KEY = '1.2.840.10045.2.1';
const PRIME_FIELD = '1.2.840.10045.1.1';
const RSA_EXPONENT = 65537n;
const RSA_PRIME_BITS = 1024;

export type CurveName = keyof typeof curves;

export function ecPrivateKey(name: CurveName, seed: string): KeyObject {
  const curve = curves[name];
  const order = BigInt(`0x${curve.n}`);
  const scalar = (BigInt(`0x${digest(`${name}:${seed}`)}`) % (order - 1n)) + 1n;
  const secret = der.hex(scalar.toString(16).padStart(curve.n.length, '0'));
  const ecdh = createECDH(curve.openssl_name);
  ecdh.setPrivateKey(secret);
  const algorithm = der.sequence(der.oid(EC_PUBLIC_KEY), der.oid(curve.oid));
  const point = der.context(1, der.bitString(ecdh.getPublicKey()));
  const sec1 = der.sequence(der.integer(1), der.octetString(secret), point);
  const pkcs8 = der.sequence(der.integer(0), algorithm, der.octetString(sec1));
  return createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' });
}

const rsaKeys = new Map<string, KeyObject>();

/** Cached, because finding the primes is slow. */
export function rsaPrivateKey(seed: string): KeyObject {
  const known = rsaKeys.get(seed);
  if (known) return known;
  const [p, q] = [derivePrime(`${seed} p`), derivePrime(`${seed} q`)];
  const d = inverse(RSA_EXPONENT, (p - 1n) * (q - 1n));
  const numbers = { n: p * q, e: RSA_EXPONENT, d, p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi: inverse(q, p) };
  const jwk = Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, base64url(value)]));
  const key = createPrivateKey({ key: { kty: 'RSA', ...jwk }, format: 'jwk' });
  rsaKeys.set(seed, key);
  return key;
}

function derivePrime(seed: string): bigint {
  let digits = '';
  for (let block = 0; digits.length * 4 < RSA_PRIME_BITS; block += 1) digits += digest(`${seed}:${block}`);
  const topBits = 3n << BigInt(RSA_PRIME_BITS - 2);
  let candidate = BigInt(`0x${digits}`) | topBits | 1n;
  while ((candidate - 1n) % RSA_EXPONENT === 0n || !checkPrimeSync(candidate)) candidate += 2n;
  return candidate;
}

/** Describes an elliptic curve by all its parameters, as Doc 9303-12 requires. */
export function subjectPublicKeyInfo(key: KeyObject): Uint8Array {
  const named = withNamedCurve(key);
  if (key.asymmetricKeyType !== 'ec') return named;
  const curve = Object.values(curves).find(({ openssl_name }) => openssl_name === key.asymmetricKeyDetails?.namedCurve);
  if (!curve) throw new Error(`No parameters are known for ${key.asymmetricKeyDetails?.namedCurve}`);
  return der.sequence(
    der.sequence(der.oid(EC_PUBLIC_KEY), explicitParameters(curve)),
    der.bitString(publicKeyBits(named)),
  );
}

const withNamedCurve = (key: KeyObject) =>
  new Uint8Array(createPublicKey(key.export({ type: 'pkcs8', format: 'pem' })).export({ type: 'spki', format: 'der' }));

const explicitParameters = ({ p, a, b, g, n }: (typeof curves)[CurveName]) =>
  der.sequence(
    der.integer(1),
    der.sequence(der.oid(PRIME_FIELD), der.integer(der.hex(p))),
    der.sequence(der.octetString(der.hex(a)), der.octetString(der.hex(b))),
    der.octetString(der.hex(g)),
    der.integer(der.hex(n)),
    der.integer(1),
  );

/** SHA-1 of the key bits (RFC 5280, 4.2.1.2, method 1). It only identifies a key, so a weak hash is enough. */
export function keyIdentifier(key: KeyObject): Uint8Array {
  return new Uint8Array(
    createHash('sha1')
      .update(publicKeyBits(withNamedCurve(key)))
      .digest(),
  );
}

/** The content of the BIT STRING, which ends the encoding: an uncompressed point of a 256-bit curve, or an RSAPublicKey of 2048 bits. */
function publicKeyBits(spki: Uint8Array): Uint8Array {
  const isPoint = spki.length < 128;
  return spki.subarray(isPoint ? -65 : -270);
}

const digest = (text: string) => createHash('sha256').update(`sigill specimen: ${text}`).digest('hex');

const base64url = (value: bigint) => {
  const digits = value.toString(16);
  return Buffer.from(digits.length % 2 ? `0${digits}` : digits, 'hex').toString('base64url');
};

function inverse(value: bigint, modulus: bigint): bigint {
  let [previous, current] = [modulus, value % modulus];
  let [x, y] = [0n, 1n];
  while (current !== 0n) {
    const quotient = previous / current;
    [previous, current] = [current, previous - quotient * current];
    [x, y] = [y, x - quotient * y];
  }
  return ((x % modulus) + modulus) % modulus;
}
