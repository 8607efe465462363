/** Issues country signing and document signer certificates with the profile of ICAO 9303-12, 7.1. */
import type { KeyObject } from 'node:crypto';
import * as der from './der-writer.ts';
import { signatureIdentifier, signWith } from './signature-algorithms.ts';
import { keyIdentifier, subjectPublicKeyInfo } from './specimen-keys.ts';

const COUNTRY = '2.5.4.6';
const ORGANIZATION = '2.5.4.10';
const COMMON_NAME = '2.5.4.3';
const LOCALITY = '2.5.4.7';
const SUBJECT_KEY_IDENTIFIER = '2.5.29.14';
const KEY_USAGE = '2.5.29.15';
const SUBJECT_ALT_NAME = '2.5.29.17';
const ISSUER_ALT_NAME = '2.5.29.18';
const BASIC_CONSTRAINTS = '2.5.29.19';
const AUTHORITY_KEY_IDENTIFIER = '2.5.29.35';
const DOCUMENT_TYPE_LIST = '2.23.136.1.1.6.2';

export interface DistinguishedName {
  country: string;
  organization: string;
  common_name: string;
}

export interface CertificateRequest {
  role: 'CSCA' | 'DS';
  serial: number;
  subject: DistinguishedName;
  key: KeyObject;
  issuer: { name: DistinguishedName; key: KeyObject };
  not_before: Date;
  not_after: Date;
}

export function issueCertificate(request: CertificateRequest): Uint8Array {
  const { issuer, subject, key } = request;
  const algorithm = signatureIdentifier(issuer.key);
  const toBeSigned = der.sequence(
    der.context(0, der.integer(2)),
    der.integer(request.serial),
    algorithm,
    name(issuer.name),
    der.sequence(der.time(request.not_before), der.time(request.not_after)),
    name(subject),
    subjectPublicKeyInfo(key),
    der.context(3, der.sequence(...extensions(request))),
  );
  return der.sequence(toBeSigned, algorithm, der.bitString(signWith(issuer.key, toBeSigned)));
}

export const issuerAndSerial = (issuer: DistinguishedName, serial: number): Uint8Array =>
  der.sequence(name(issuer), der.integer(serial));

const name = ({ country, organization, common_name }: DistinguishedName) =>
  der.sequence(
    attribute(COUNTRY, der.printableString(country)),
    attribute(ORGANIZATION, der.utf8String(organization)),
    attribute(COMMON_NAME, der.utf8String(common_name)),
  );

const attribute = (type: string, value: Uint8Array) => der.setOf(der.sequence(der.oid(type), value));

function extensions({ role, key, issuer }: CertificateRequest): Uint8Array[] {
  const common = [
    extension(AUTHORITY_KEY_IDENTIFIER, der.sequence(der.contextPrimitive(0, keyIdentifier(issuer.key)))),
    extension(SUBJECT_KEY_IDENTIFIER, der.octetString(keyIdentifier(key))),
    extension(SUBJECT_ALT_NAME, stateName),
    extension(ISSUER_ALT_NAME, stateName),
  ];
  if (role === 'CSCA') {
    const certificateAndListSigning = der.bitString(Uint8Array.of(0b0000_0110), 1);
    const isAuthority = der.sequence(der.boolean(true), der.integer(0));
    return [...common, critical(KEY_USAGE, certificateAndListSigning), critical(BASIC_CONSTRAINTS, isAuthority)];
  }
  const documentTypes = der.sequence(der.integer(0), der.setOf(der.printableString('P'), der.printableString('I')));
  const digitalSignature = der.bitString(Uint8Array.of(0b1000_0000), 7);
  return [...common, critical(KEY_USAGE, digitalSignature), extension(DOCUMENT_TYPE_LIST, documentTypes)];
}

/** 9303-12 requires a directory name whose only attribute is the locality: the State's three-letter code. */
const stateName = der.sequence(der.context(4, der.sequence(attribute(LOCALITY, der.printableString('UTO')))));

const extension = (type: string, value: Uint8Array) => der.sequence(der.oid(type), der.octetString(value));
const critical = (type: string, value: Uint8Array) =>
  der.sequence(der.oid(type), der.boolean(true), der.octetString(value));
