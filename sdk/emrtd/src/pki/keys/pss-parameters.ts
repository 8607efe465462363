/** The parameters of RSASSA-PSS, of a signature or of a key that is restricted to them (RFC 4055, 3.1). */
import { type Element, readSmallInteger } from '../../asn1/ber.ts';
import { der, derInteger, derNull, derOid } from '../../asn1/der-values.ts';
import { type Digest, digestById, isNull, readAlgorithm, readDigest, UnsupportedAlgorithm } from './algorithms.ts';

export const RSA_PSS = '1.2.840.113549.1.1.10';
const MGF1 = '1.2.840.113549.1.1.8';

export interface PssParameters {
  digest: Digest;
  mgfDigest: Digest;
  saltLength: number;
}

/** RSASSA-PSS-params (RFC 4055, 3.1). Omitted values mean SHA-1, MGF1 with SHA-1 and 20 bytes of salt. */
export function readPssParameters(parameters: Element | undefined, what: string): PssParameters {
  const sha1 = digestById('sha1');
  const found: PssParameters = { digest: sha1, mgfDigest: sha1, saltLength: 20 };
  if (!parameters || isNull(parameters)) return found;
  const fields = parameters.fields(0x30, `${what}: PSS parameters`);
  const digest = fields.optional(0xa0)?.only(what);
  const mgf = fields.optional(0xa1)?.only(what);
  const salt = fields.optional(0xa2)?.only(what);
  const trailer = fields.optional(0xa3)?.only(what);
  fields.end();
  if (digest) found.digest = readDigest(digest, `${what}: PSS digest`);
  if (mgf) {
    const { oid, parameters: mgfDigest } = readAlgorithm(mgf, `${what}: mask generation`);
    if (oid !== MGF1 || !mgfDigest) throw new UnsupportedAlgorithm(`${what}: mask generation ${oid}`);
    found.mgfDigest = readDigest(mgfDigest, `${what}: mask generation digest`);
  }
  if (salt) found.saltLength = readSmallInteger(salt, `${what}: salt length`);
  if (trailer && readSmallInteger(trailer, `${what}: trailer`) !== 1)
    throw new UnsupportedAlgorithm(`${what}: PSS trailer`);
  if (found.saltLength > 512) throw new UnsupportedAlgorithm(`${what}: PSS salt of ${found.saltLength} bytes`);
  return found;
}

export function pssAlgorithm(parameters: PssParameters): Uint8Array {
  const digest = der(0x30, derOid(parameters.digest.oid), derNull);
  const mgf = der(0x30, derOid(MGF1), der(0x30, derOid(parameters.mgfDigest.oid), derNull));
  return der(
    0x30,
    derOid(RSA_PSS),
    der(0x30, der(0xa0, digest), der(0xa1, mgf), der(0xa2, derInteger(parameters.saltLength))),
  );
}

/** Whether a key that is restricted to parameters may sign with these: equal digests, and at least as much salt. */
export const isWithin = (signature: PssParameters, key: PssParameters): boolean =>
  signature.digest === key.digest && signature.mgfDigest === key.mgfDigest && signature.saltLength >= key.saltLength;
