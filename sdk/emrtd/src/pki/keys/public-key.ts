import { createPublicKey, type KeyObject } from 'node:crypto';
import { type Element, readBer, readBitString, readInteger, readOctets, readOid } from '../../asn1/ber.ts';
import { der, derBitString, derOid } from '../../asn1/der-values.ts';
import { isNull, readAlgorithm, UnsupportedAlgorithm } from './algorithms.ts';
import { CURVES, type Curve, curveByOid } from './curves.ts';
import { type PssParameters, RSA_PSS, readPssParameters } from './pss-parameters.ts';

const RSA = '1.2.840.113549.1.1.1';
const EC = '1.2.840.10045.2.1';
const PRIME_FIELD = '1.2.840.10045.1.1';

export interface RsaPublicKey {
  kind: 'rsa';
  modulus: bigint;
  bits: number;
  /** RSAPublicKey, the content of subjectPublicKey. */
  encoded: Uint8Array;
  /** For a key restricted to RSASSA-PSS, the parameters it is restricted to (RFC 4055, 3.1). */
  pss?: PssParameters | 'ANY';
}

export interface EcPublicKey {
  kind: 'ec';
  curve: Curve;
  point: Uint8Array;
}

/** A key of a certificate or of a chip, on a known curve or with a bounded modulus (Doc 9303-12, 4). */
export type PublicKey = RsaPublicKey | EcPublicKey;

/** Parses a SubjectPublicKeyInfo without OpenSSL, which would accept curves chosen by an attacker. */
export function readPublicKey(element: Element, what: string): PublicKey {
  const fields = element.fields(0x30, what);
  const algorithm = readAlgorithm(fields.any('algorithm'), what);
  const key = readBitString(fields.next(0x03, 'key'), what);
  fields.end();
  if (algorithm.oid === RSA) return readRsaKey(key, what);
  if (algorithm.oid === RSA_PSS) return { ...readRsaKey(key, what), pss: readPssBound(algorithm.parameters, what) };
  if (algorithm.oid !== EC) throw new UnsupportedAlgorithm(`${what} of type ${algorithm.oid}`);
  if (!algorithm.parameters) throw element.malformed(`${what}: curve is missing`);
  return { kind: 'ec', curve: readCurve(algorithm.parameters, what), point: key };
}

const readPssBound = (parameters: Element | undefined, what: string): PssParameters | 'ANY' =>
  parameters && !isNull(parameters) ? readPssParameters(parameters, what) : 'ANY';

/** Equal for equal keys. */
export const keyText = (key: PublicKey): string =>
  key.kind === 'rsa' ? `${latin1(key.encoded)} ${pssText(key)}` : `${key.curve.oid} ${latin1(key.point)}`;

const pssText = ({ pss }: RsaPublicKey): string =>
  pss && pss !== 'ANY' ? `${pss.digest.id} ${pss.mgfDigest.id} ${pss.saltLength}` : (pss ?? '');

const latin1 = (bytes: Uint8Array) => bufferOf(bytes).toString('latin1');

const bufferOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Created once per key, because OpenSSL needs longer to parse a key than to verify a short signature with it. */
const keyObjects = new WeakMap<PublicKey, KeyObject>();

/** The key for node:crypto, always with a named curve. Throws when the point is not on the curve. */
export function toKeyObject(key: PublicKey): KeyObject {
  const kept = keyObjects.get(key);
  if (kept) return kept;
  const made =
    key.kind === 'rsa'
      ? createPublicKey(pem('RSA PUBLIC KEY', key.encoded))
      : createPublicKey(pem('PUBLIC KEY', ecSpki(key)));
  keyObjects.set(key, made);
  return made;
}

/** An RSA key that itself names its signature algorithm. */
export const toRsaKeyObject = ({ encoded }: RsaPublicKey, algorithm: Uint8Array): KeyObject =>
  createPublicKey(pem('PUBLIC KEY', der(0x30, algorithm, derBitString(encoded))));

const ecSpki = ({ curve, point }: EcPublicKey): Buffer => der(0x30, ecAlgorithms.get(curve)!, derBitString(point));

const ecAlgorithms = new Map(CURVES.map((curve) => [curve, der(0x30, derOid(EC), derOid(curve.oid))]));

/** PEM, because Node uses exceptions to detect the form of binary keys, and these take as long as parsing the key. */
const pem = (label: string, bytes: Uint8Array): string =>
  `-----BEGIN ${label}-----\n${bufferOf(bytes).toString('base64')}\n-----END ${label}-----\n`;

function readRsaKey(bytes: Uint8Array, what: string): RsaPublicKey {
  const root = readBer(bytes, what);
  const fields = root.fields(0x30, what);
  const modulus = readInteger(fields.any('modulus'), what);
  const exponent = readInteger(fields.any('exponent'), what);
  fields.end();
  const bits = modulus > 0n ? modulus.toString(2).length : 0;
  // With a large exponent or modulus, a stranger could keep the server busy for minutes.
  if (bits < 1024 || bits > 8192) throw new UnsupportedAlgorithm(`${what}: RSA of ${bits} bits`);
  if (exponent < 3n || exponent >= 1n << 64n || exponent % 2n === 0n || modulus % 2n === 0n)
    throw new UnsupportedAlgorithm(`${what}: RSA exponent or modulus out of range`);
  return { kind: 'rsa', modulus, bits, encoded: root.raw };
}

/**
 * The curve named by OID, or by explicit parameters as ICAO Doc 9303-12 requires. Explicit parameters must equal a known
 * curve in every value: a foreign generator on a well-known curve lets anybody sign (CVE-2020-0601).
 */
export function readCurve(parameters: Element, what: string): Curve {
  if (parameters.tag === 0x06) {
    const oid = readOid(parameters, what);
    const curve = curveByOid(oid);
    if (!curve) throw new UnsupportedAlgorithm(`${what} on the curve ${oid}`);
    return curve;
  }
  const fields = parameters.fields(0x30, `${what}: curve`);
  fields.next(0x02, 'version');
  const field = fields.next(0x30, 'field').fields(0x30, `${what}: field`);
  if (readOid(field.any('type'), what) !== PRIME_FIELD) throw new UnsupportedAlgorithm(`${what} on a binary curve`);
  const p = readInteger(field.any('prime'), what);
  field.end();
  const coefficients = fields.next(0x30, 'coefficients').fields(0x30, `${what}: coefficients`);
  const a = unsigned(readOctets(coefficients.any('a'), what));
  const b = unsigned(readOctets(coefficients.any('b'), what));
  coefficients.optional(0x03);
  coefficients.end();
  const generator = readOctets(fields.any('generator'), what);
  const n = readInteger(fields.any('order'), what);
  const cofactor = fields.optional(0x02);
  if (cofactor && readInteger(cofactor, what) !== 1n) throw new UnsupportedAlgorithm(`${what}: cofactor is not 1`);

  // Compares `a` too, because a Brainpool curve and its twist have the same field.
  const curve = CURVES.find((known) => known.p === p && known.a === a);
  const isKnown = curve && curve.b === b && curve.n === n && isGenerator(curve, generator);
  if (!isKnown) throw new UnsupportedAlgorithm(`${what} on an unknown curve`);
  return curve;
}

function isGenerator(curve: Curve, generator: Uint8Array): boolean {
  const x = unsigned(generator.subarray(1, 1 + curve.bytes));
  if (generator[0] === 0x04)
    return (
      generator.length === 1 + 2 * curve.bytes &&
      x === curve.gx &&
      unsigned(generator.subarray(1 + curve.bytes)) === curve.gy
    );
  const parity = 2 + Number(curve.gy & 1n);
  return generator[0] === parity && generator.length === 1 + curve.bytes && x === curve.gx;
}

function unsigned(bytes: Uint8Array): bigint {
  if (bytes.length === 0 || bytes.length > 70) return -1n;
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}
