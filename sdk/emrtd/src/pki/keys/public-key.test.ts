import { createPublicKey } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  ecKeys,
  rsaKeys,
  signatureAlgorithm,
  signWith,
  spkiOf,
} from '../../../../../tests/support/documents/documents.ts';
import { readBer } from '../../asn1/ber.ts';
import { der, derBitString, derInteger, derNull, derOid } from '../../asn1/der-values.ts';
import { readAlgorithm, UnsupportedAlgorithm } from './algorithms.ts';
import { CURVES } from './curves.ts';
import { readPublicKey, toKeyObject } from './public-key.ts';
import { isOutsideKey, readSignatureScheme, verifySignature } from './signature.ts';

const read = (spki: Uint8Array) => readPublicKey(readBer(spki, 'Key'), 'Key');
const readScheme = (algorithm: Uint8Array) =>
  readSignatureScheme(readAlgorithm(readBer(algorithm, 'Algorithm'), 'Algorithm'), 'Algorithm');
const hex = (value: bigint, bytes: number) => Buffer.from(value.toString(16).padStart(bytes * 2, '0'), 'hex');

const NODE_NAMES = [
  'prime192v1',
  'secp224r1',
  'prime256v1',
  'secp384r1',
  'secp521r1',
  'brainpoolP192r1',
  'brainpoolP224r1',
  'brainpoolP256r1',
  'brainpoolP320r1',
  'brainpoolP384r1',
  'brainpoolP512r1',
  'brainpoolP192t1',
  'brainpoolP224t1',
  'brainpoolP256t1',
  'brainpoolP320t1',
  'brainpoolP384t1',
  'brainpoolP512t1',
];

describe('EC keys', () => {
  test.each(NODE_NAMES)('on %s give the same key from a name and from explicit parameters', (name) => {
    const keys = ecKeys(name);
    const explicit = read(spkiOf(keys.publicKey));
    const named = read(toKeyObject(explicit).export({ format: 'der', type: 'spki' }));
    expect(named).toEqual(explicit);
    expect(
      verifySignature(
        { kind: 'ecdsa', digest: scheme(keys).digest, encoding: 'der' },
        named,
        Buffer.from('x'),
        signWith(keys, Buffer.from('x')),
      ),
    ).toBe(true);
  });

  test('cover every curve of the list', () => {
    expect(NODE_NAMES).toHaveLength(CURVES.length);
  });

  /** The CVE-2020-0601 pattern: a generator chosen so that the attacker's private key is 1. */
  function forged(change: { gx?: bigint; gy?: bigint; n?: bigint; b?: bigint; cofactor?: number } = {}): Buffer {
    const curve = CURVES.find(({ name }) => name === 'P-256')!;
    const { p, a, b, gx, gy, n } = { ...curve, ...change };
    const point = Buffer.concat([Buffer.of(4), hex(gx, 32), hex(gy, 32)]);
    const parameters = der(
      0x30,
      derInteger(1),
      der(0x30, derOid('1.2.840.10045.1.1'), derInteger(p)),
      der(0x30, der(0x04, hex(a, 32)), der(0x04, hex(b, 32))),
      der(0x04, point),
      derInteger(n),
      derInteger(change.cofactor ?? 1),
    );
    return der(0x30, der(0x30, derOid('1.2.840.10045.2.1'), parameters), derBitString(point));
  }

  test('with explicit parameters equal to a known curve are accepted', () => {
    expect(read(forged())).toMatchObject({ kind: 'ec', curve: { name: 'P-256' } });
  });

  test('with a foreign generator are refused, although OpenSSL accepts them', () => {
    const other = ecKeys('prime256v1', { explicit: false });
    const point = read(spkiOf(other.publicKey));
    if (point.kind !== 'ec') throw new Error('not EC');
    const coordinate = (from: number) =>
      BigInt(`0x${Buffer.from(point.point.subarray(from, from + 32)).toString('hex')}`);
    const spki = forged({ gx: coordinate(1), gy: coordinate(33) });
    expect(createPublicKey({ key: spki, format: 'der', type: 'spki' }).asymmetricKeyType).toBe('ec');
    expect(() => read(spki)).toThrow(UnsupportedAlgorithm);
  });

  test.each([
    ['order', { n: 3n }],
    ['coefficient', { b: 7n }],
    ['cofactor', { cofactor: 2 }],
  ])('with another %s are refused', (_, change) => {
    expect(() => read(forged(change))).toThrow(UnsupportedAlgorithm);
  });

  test('on curves outside the list are refused', () => {
    expect(() => read(spkiOf(ecKeys('secp256k1', { explicit: false }).publicKey))).toThrow('curve 1.3.132.0.10');
    expect(() => read(spkiOf(ecKeys('secp256k1').publicKey))).toThrow('unknown curve');
  });

  test('verify nothing when the point is not on the curve', () => {
    const keys = ecKeys('prime256v1', { explicit: false });
    const spki = Buffer.from(spkiOf(keys.publicKey));
    spki[spki.length - 1]! ^= 1;
    expect(verifySignature(scheme(keys), read(spki), Buffer.from('x'), signWith(keys, Buffer.from('x')))).toBe(false);
  });
});

const scheme = (keys: Parameters<typeof signatureAlgorithm>[0]) => readScheme(signatureAlgorithm(keys));

describe('RSA keys', () => {
  const rsa = (modulus: bigint, exponent: bigint) =>
    der(
      0x30,
      der(0x30, derOid('1.2.840.113549.1.1.1'), derNull),
      derBitString(der(0x30, derInteger(modulus), derInteger(exponent))),
    );
  const odd = (bits: number) => (1n << BigInt(bits - 1)) + 1n;

  test.each([
    ['too short', odd(1016), 65537n],
    ['too long', odd(8200), 65537n],
    ['with an even exponent', odd(2048), 65538n],
    ['with exponent 1', odd(2048), 1n],
    ['with a huge exponent', odd(2048), (1n << 65n) + 1n],
    ['with an even modulus', odd(2048) + 1n, 65537n],
  ])('%s are refused', (_, modulus, exponent) => {
    expect(() => read(rsa(modulus, exponent))).toThrow(UnsupportedAlgorithm);
  });

  test.each(['sha1', 'sha224', 'sha256', 'sha384', 'sha512'] as const)(
    'verify PKCS #1 and PSS signatures with %s',
    (digest) => {
      for (const kind of ['rsa', 'pss'] as const) {
        const keys = rsaKeys(2048, { scheme: kind, digest });
        const key = read(spkiOf(keys.publicKey));
        const signature = signWith(keys, Buffer.from('signed'));
        expect(verifySignature(scheme(keys), key, Buffer.from('signed'), signature)).toBe(true);
        expect(verifySignature(scheme(keys), key, Buffer.from('Signed'), signature)).toBe(false);
      }
    },
  );

  test('verify PSS with a digest in MGF1 other than that of the message', () => {
    const algorithm = der(
      0x30,
      derOid('1.2.840.113549.1.1.10'),
      der(0x30, der(0xa0, der(0x30, derOid('2.16.840.1.101.3.4.2.1'))), der(0xa2, derInteger(32))),
    );
    expect(readScheme(algorithm)).toMatchObject({
      digest: { id: 'sha256' },
      mgfDigest: { id: 'sha1' },
      saltLength: 32,
    });
  });

  describe('that are restricted to RSASSA-PSS', () => {
    const keys = rsaKeys(2048, { scheme: 'pss' });
    const encoded = keys.publicKey.export({ format: 'der', type: 'pkcs1' });
    const bound = read(der(0x30, signatureAlgorithm(keys), derBitString(encoded)));
    const unbound = read(der(0x30, der(0x30, derOid('1.2.840.113549.1.1.10')), derBitString(encoded)));
    const verifies = (key: typeof bound, by: typeof keys) =>
      verifySignature(scheme(by), key, Buffer.from('x'), signWith(by, Buffer.from('x')));

    test('verify whatever they signed, and it shows when they were not allowed to sign so', () => {
      for (const [by, outside] of [
        [keys, [false, false]],
        [{ ...keys, scheme: 'rsa' }, [true, true]],
        [{ ...keys, digest: 'sha512' }, [true, false]],
      ] as const) {
        expect([bound, unbound].map((key) => verifies(key, by))).toEqual([true, true]);
        expect([bound, unbound].map((key) => isOutsideKey(scheme(by), key))).toEqual(outside);
      }
    });

    test('do not verify what another key signed', () => {
      for (const by of ['rsa', 'pss'] as const) expect(verifies(bound, rsaKeys(2048, { scheme: by })), by).toBe(false);
    });
  });

  test('read missing PSS parameters as SHA-1 and 20 bytes of salt', () => {
    const algorithm = der(0x30, derOid('1.2.840.113549.1.1.10'));
    const expected = { kind: 'rsa-pss', digest: { id: 'sha1' }, mgfDigest: { id: 'sha1' }, saltLength: 20 };
    expect(readScheme(algorithm)).toMatchObject(expected);
    const keys = rsaKeys(2048, { scheme: 'pss', digest: 'sha1' });
    const read1 = readScheme(algorithm);
    expect(
      verifySignature(read1, read(spkiOf(keys.publicKey)), Buffer.from('x'), signWith(keys, Buffer.from('x'))),
    ).toBe(true);
  });

  test.each([
    ['MD5', '1.2.840.113549.1.1.4'],
    ['something unknown', '1.2.3.4'],
  ])('do not verify with %s', (_, oid) => {
    expect(() => readSignatureScheme({ oid }, 'Algorithm')).toThrow(UnsupportedAlgorithm);
  });
});
