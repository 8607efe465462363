/** Keys of the specimen issuers, signers and chips. They are derived from public names, so they protect nothing. */
import { checkPrimeSync, createECDH, createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import * as der from './der-writer.ts';

const EC_PUBLIC_KEY = '1.2.840.10045.2.1';
const PRIME_FIELD = '1.2.840.10045.1.1';
const RSA_EXPONENT = 65537n;
const RSA_PRIME_BITS = 1024;

interface Curve {
  openssl_name: string;
  oid: string;
  p: string;
  a: string;
  b: string;
  g: string;
  n: string;
}

const CURVES = {
  brainpoolP256r1: {
    openssl_name: 'brainpoolP256r1',
    oid: '1.3.36.3.3.2.8.1.1.7',
    p: 'a9fb57dba1eea9bc3e660a909d838d726e3bf623d52620282013481d1f6e5377',
    a: '7d5a0975fc2c3057eef67530417affe7fb8055c126dc5c6ce94a4b44f330b5d9',
    b: '26dc5c6ce94a4b44f330b5d9bbd77cbf958416295cf7e1ce6bccdc18ff8c07b6',
    g: '048bd2aeb9cb7e57cb2c4b482ffc81b7afb9de27e1e3bd23c23a4453bd9ace3262547ef835c3dac4fd97f8461a14611dc9c27745132ded8e545c1d54c72f046997',
    n: 'a9fb57dba1eea9bc3e660a909d838d718c397aa3b561a6f7901e0e82974856a7',
  },
  'P-256': {
    openssl_name: 'prime256v1',
    oid: '1.2.840.10045.3.1.7',
    p: 'ffffffff00000001000000000000000000000000ffffffffffffffffffffffff',
    a: 'ffffffff00000001000000000000000000000000fffffffffffffffffffffffc',
    b: '5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b',
    g: '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
    n: 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551',
  },
} as const satisfies Record<string, Curve>;

export type CurveName = keyof typeof CURVES;

export function ecPrivateKey(name: CurveName, seed: string): KeyObject {
  const curve = CURVES[name];
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

/** RSA 2048. Finding its primes takes about 60 ms, so each key is created once per process. */
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

/** The next prime at or above a number that SHA-256 derives from the seed. */
function derivePrime(seed: string): bigint {
  let digits = '';
  for (let block = 0; digits.length * 4 < RSA_PRIME_BITS; block += 1) digits += digest(`${seed}:${block}`);
  const topBits = 3n << BigInt(RSA_PRIME_BITS - 2);
  let candidate = BigInt(`0x${digits}`) | topBits | 1n;
  while ((candidate - 1n) % RSA_EXPONENT === 0n || !checkPrimeSync(candidate)) candidate += 2n;
  return candidate;
}

/** SubjectPublicKeyInfo. With explicit parameters the curve is written out, as Doc 9303-12 requires. */
export function subjectPublicKeyInfo(key: KeyObject, parameters: 'named' | 'explicit' = 'named'): Uint8Array {
  const named = new Uint8Array(
    createPublicKey(key.export({ type: 'pkcs8', format: 'pem' })).export({ type: 'spki', format: 'der' }),
  );
  if (parameters === 'named' || key.asymmetricKeyType !== 'ec') return named;
  const curve = Object.values(CURVES).find(({ openssl_name }) => openssl_name === key.asymmetricKeyDetails?.namedCurve);
  if (!curve) throw new Error(`No parameters are known for ${key.asymmetricKeyDetails?.namedCurve}`);
  return der.sequence(
    der.sequence(der.oid(EC_PUBLIC_KEY), explicitParameters(curve)),
    der.bitString(publicKeyBits(named)),
  );
}

const explicitParameters = ({ p, a, b, g, n }: Curve) =>
  der.sequence(
    der.integer(1),
    der.sequence(der.oid(PRIME_FIELD), der.integer(der.hex(p))),
    der.sequence(der.octetString(der.hex(a)), der.octetString(der.hex(b))),
    der.octetString(der.hex(g)),
    der.integer(der.hex(n)),
    der.integer(1),
  );

/** SHA-1 over the key bits (RFC 5280, 4.2.1.2, method 1). It identifies a key and proves nothing, so SHA-1 is sufficient. */
export function keyIdentifier(key: KeyObject): Uint8Array {
  return new Uint8Array(
    createHash('sha1')
      .update(publicKeyBits(subjectPublicKeyInfo(key)))
      .digest(),
  );
}

/** The BIT STRING is the last element of our own encoding: an uncompressed point of a 256-bit curve, or an RSAPublicKey of 2048 bits. */
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
