import { readBer, readOctets, readSmallInteger } from '../asn1/ber.ts';
import type { Certificate } from '../pki/certificate.ts';
import { findSigners, readSignedData, type SignedData } from '../pki/cms.ts';
import { type Digest, readDigest, UnsupportedAlgorithm } from '../pki/keys/algorithms.ts';

/**
 * The content types of real security objects: id-icao-ldsSecurityObject, and what some States use instead. The type is signed, so
 * an allowlist keeps out other objects that a document signer may have signed.
 */
const CONTENT_TYPES = new Set(['2.23.136.1.1.1', '1.2.840.113549.1.7.1', '1.3.27.1.1.1', '1.2.528.1.1006.1.20.1']);

/** The signed list of hashes (Doc 9303-10, 4.6.2.3). */
export interface SecurityObject {
  digest: Digest;
  /** Hash by data group number. Groups that are not listed do not belong to the document. */
  hashes: Map<number, Uint8Array>;
  lds_version?: string;
}

/** EF.SOD: the CMS envelope under tag 77 (Doc 9303-10, 4.6.2). */
export function readSod(bytes: Uint8Array): SignedData {
  const data = readSignedData(readBer(bytes, 'EF.SOD').as(0x77, 'EF.SOD').only('EF.SOD'));
  if (!CONTENT_TYPES.has(data.content_type))
    throw new UnsupportedAlgorithm(`EF.SOD: content of type ${data.content_type}`);
  return data;
}

/** LDSSecurityObject (Doc 9303-10, 4.6.2.3). */
export function readSecurityObject(content: Uint8Array): SecurityObject {
  const root = readBer(content, 'Security object');
  const fields = root.fields(0x30, 'Security object');
  const version = readSmallInteger(fields.any('version'), 'Security object: version');
  if (version > 1) throw new UnsupportedAlgorithm(`Security object: version ${version}`);
  const digest = readDigest(fields.any('digest algorithm'), 'Security object: digest algorithm');
  const hashes = new Map<number, Uint8Array>();
  for (const entry of fields.next(0x30, 'hashes').children()) {
    const pair = entry.fields(0x30, 'Security object: hash');
    const number = readSmallInteger(pair.any('data group number'), 'Security object: data group number');
    const hash = readOctets(pair.any('hash'), 'Security object: hash');
    pair.end();
    if (number < 1 || number > 16 || hashes.has(number)) throw entry.malformed(`Security object: data group ${number}`);
    if (hash.length !== digest.bytes) throw entry.malformed(`Security object: hash of ${hash.length} bytes`);
    hashes.set(number, hash);
  }
  const versionInfo = fields.optional(0x30)?.fields(0x30, 'Security object: LDS version');
  const lds = versionInfo && Buffer.from(versionInfo.any('LDS version').content).toString('latin1');
  fields.end();
  return { digest, hashes, ...(lds && { lds_version: lds }) };
}

/** The signer that a security object names (RFC 5652, 5.3). Not verified. */
export interface NamedSigner {
  /** Identifies the certificate: by issuer and serial number, or by subject key identifier. */
  issuer?: string;
  serial_number?: string;
  subject_key_id?: string;
  /** The certificate in the security object. Some States publish it separately (Doc 9303-12, 7.1). */
  certificate?: Certificate;
}

/** Reads the signer that EF.SOD names (RFC 5652, 5.3). Throws for a file that is not a security object. */
export function readSigner(sod: Uint8Array): NamedSigner {
  const data = readSod(sod);
  const { identifier } = data.signer;
  const [certificate] = findSigners(data);
  return {
    ...('issuer' in identifier
      ? { issuer: identifier.issuer.text, serial_number: identifier.serial_number }
      : { subject_key_id: identifier.subject_key_id }),
    ...(certificate && { certificate }),
  };
}
