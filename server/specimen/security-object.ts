/**
 * Writes the files that a document signer signs: EF.SOD with the data group hashes (ICAO 9303-10, 4.6.2), and EF.CardSecurity
 * (9303-11, 9.2.11).
 */
import { createHash, type KeyObject } from 'node:crypto';
import * as der from './der-writer.ts';
import { type DistinguishedName, issuerAndSerial } from './issue-certificate.ts';
import { type DigestName, digestIdentifier, signatureIdentifier, signWith } from './signature-algorithms.ts';

const SIGNED_DATA = '1.2.840.113549.1.7.2';
const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_TIME = '1.2.840.113549.1.9.5';
const LDS_SECURITY_OBJECT = '2.23.136.1.1.1';
const SECURITY_OBJECT = '0.4.0.127.0.7.3.2.1';

export interface Signer {
  certificate: Uint8Array;
  issuer: DistinguishedName;
  serial: number;
  key: KeyObject;
}

interface Signing {
  signed_at: Date;
  digest: DigestName;
}

export function writeSecurityObject(dataGroups: Map<number, Uint8Array>, signer: Signer, signing: Signing): Uint8Array {
  const { digest } = signing;
  const hashes = [...dataGroups].map(([number, file]) =>
    der.sequence(der.integer(number), der.octetString(hashOf(digest, file))),
  );
  const content = der.sequence(der.integer(0), digestIdentifier(digest), der.sequence(...hashes));
  return der.tlv(0x77, signedData(LDS_SECURITY_OBJECT, content, signer, signing));
}

/** Signs the SecurityInfos of EF.CardAccess and the key of Chip Authentication Mapping. */
export const writeCardSecurity = (infos: Uint8Array, signer: Signer, signed_at: Date): Uint8Array =>
  signedData(SECURITY_OBJECT, infos, signer, { signed_at, digest: 'sha256' });

/** CMS SignedData with its content inside (RFC 5652, 5.1). */
function signedData(
  contentType: string,
  content: Uint8Array,
  signer: Signer,
  { signed_at, digest }: Signing,
): Uint8Array {
  const signedAttributes = der.setOf(
    attribute(CONTENT_TYPE, der.oid(contentType)),
    attribute(SIGNING_TIME, der.time(signed_at)),
    attribute(MESSAGE_DIGEST, der.octetString(hashOf(digest, content))),
  );
  const signerInfo = der.sequence(
    der.integer(1),
    issuerAndSerial(signer.issuer, signer.serial),
    digestIdentifier(digest),
    // Signed as a SET, sent as [0] IMPLICIT (RFC 5652, 5.4).
    der.concat(Uint8Array.of(0xa0), signedAttributes.subarray(1)),
    signatureIdentifier(signer.key, digest),
    der.octetString(signWith(signer.key, signedAttributes, digest)),
  );
  const data = der.sequence(
    der.integer(3),
    der.setOf(digestIdentifier(digest)),
    der.sequence(der.oid(contentType), der.context(0, der.octetString(content))),
    der.context(0, signer.certificate),
    der.setOf(signerInfo),
  );
  return der.sequence(der.oid(SIGNED_DATA), der.context(0, data));
}

const attribute = (type: string, value: Uint8Array) => der.sequence(der.oid(type), der.setOf(value));
const hashOf = (digest: DigestName, data: Uint8Array) => new Uint8Array(createHash(digest).update(data).digest());
