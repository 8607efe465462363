/** Public keys for key agreement with a chip (Doc 9303-11, 9.4): ECDH on known curves, and Diffie-Hellman. */

import { createECDH, createPrivateKey, createPublicKey, diffieHellman, type KeyObject, randomBytes } from 'node:crypto';
import { type Element, readBer, readBitString, readInteger } from '../../asn1/ber.ts';
import { bytesOf, der, derBitString, derInteger, derOid } from '../../asn1/der-values.ts';
import { readAlgorithm, UnsupportedAlgorithm } from './algorithms.ts';
import { readCurve } from './public-key.ts';

const EC = ['1.2.840.10045.2.1', '1.3.132.1.12'];
/** PKCS #3, and X9.42 (RFC 3279, 2.3.3), whose parameters also begin with p and g. */
const PKCS_3 = '1.2.840.113549.1.3.1';
const DH = [PKCS_3, '1.2.840.10046.2.1'];
/** A longer modulus would let a stranger's DG14 keep the server busy; no chip uses one. */
const MODULUS_BITS = { least: 1024, most: 3072 };

export interface AgreementKey {
  kind: 'ECDH' | 'DH';
  /** The name of the curve, for ECDH. */
  curve?: string;
  generate(): { private_key: Buffer; public_key: Buffer };
  /** The shared secret, as long as a coordinate or the modulus (BSI TR-03110-3, A.2.3). Throws for a key outside its group. */
  agree(private_key: Uint8Array): Buffer;
}

/** Reads a SubjectPublicKeyInfo. Throws Malformed and UnsupportedAlgorithm. */
export function readAgreementKey(bytes: Uint8Array, what: string): AgreementKey {
  const element = readBer(bytes, what);
  const fields = element.fields(0x30, what);
  const { oid, parameters } = readAlgorithm(fields.any('algorithm'), what);
  const key = readBitString(fields.next(0x03, 'key'), what);
  if (!EC.includes(oid) && !DH.includes(oid)) throw new UnsupportedAlgorithm(`${what} of type ${oid}`);
  if (!parameters) throw element.malformed(`${what}: parameters are missing`);
  return EC.includes(oid) ? ecdh(readCurve(parameters, what).name, key) : readDiffieHellman(parameters, key, what);
}

/** The names under which `createECDH` knows the NIST curves. */
const OPENSSL_NAMES: Record<string, string> = {
  'P-192': 'prime192v1',
  'P-224': 'secp224r1',
  'P-256': 'prime256v1',
  'P-384': 'secp384r1',
  'P-521': 'secp521r1',
};

function ecdh(name: string, point: Uint8Array): AgreementKey {
  const curve = OPENSSL_NAMES[name] ?? name;
  return {
    kind: 'ECDH',
    curve: name,
    generate: () => {
      const pair = createECDH(curve);
      const public_key = pair.generateKeys();
      return { private_key: pair.getPrivateKey(), public_key };
    },
    agree: (private_key) => {
      const pair = createECDH(curve);
      pair.setPrivateKey(private_key);
      return pair.computeSecret(point);
    },
  };
}

function readDiffieHellman(parameters: Element, key: Uint8Array, what: string): AgreementKey {
  const fields = parameters.fields(0x30, `${what}: group`);
  const p = readInteger(fields.any('modulus'), what);
  const g = readInteger(fields.any('generator'), what);
  const y = readInteger(readBer(key, what), what);
  const bits = p > 0n ? p.toString(2).length : 0;
  if (bits < MODULUS_BITS.least || bits > MODULUS_BITS.most || p % 2n === 0n)
    throw new UnsupportedAlgorithm(`${what}: Diffie-Hellman with a modulus of ${bits} bits`);
  const isInside = (value: bigint) => value > 1n && value < p - 1n;
  if (!isInside(g) || !isInside(y)) throw new UnsupportedAlgorithm(`${what}: a value outside of its group`);
  return diffieHellmanIn({ p, g, bytes: Math.ceil(bits / 8) }, y);
}

/**
 * Keys are passed to OpenSSL in encoded form. `createDiffieHellman` would first prove that the modulus is prime, which takes seconds,
 * and the State has already vouched for it.
 */
function diffieHellmanIn({ p, g, bytes }: { p: bigint; g: bigint; bytes: number }, y: bigint): AgreementKey {
  const group = der(0x30, derOid(PKCS_3), der(0x30, derInteger(p), derInteger(g)));
  const own = (x: Uint8Array) =>
    createPrivateKey({
      key: der(0x30, derInteger(0), group, der(0x04, derInteger(number(x)))),
      format: 'der',
      type: 'pkcs8',
    });
  const chips = () =>
    createPublicKey({ key: der(0x30, group, derBitString(derInteger(y))), format: 'der', type: 'spki' });
  return {
    kind: 'DH',
    generate: () => {
      const private_key = randomBytes(bytes - 1);
      return { private_key, public_key: withLength(publicValue(own(private_key)), bytes) };
    },
    agree: (private_key) => {
      return withLength(diffieHellman({ privateKey: own(private_key), publicKey: chips() }), bytes);
    },
  };
}

function publicValue(own: KeyObject): Buffer {
  const spki = createPublicKey(own).export({ format: 'der', type: 'spki' });
  const fields = readBer(spki, 'Own key').fields(0x30, 'Own key');
  fields.any('algorithm');
  return bytesOf(readInteger(readBer(readBitString(fields.any('key'), 'Own key'), 'Own key'), 'Own key'));
}

const number = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);

const withLength = (value: Buffer, bytes: number) => Buffer.concat([Buffer.alloc(bytes - value.length), value]);
