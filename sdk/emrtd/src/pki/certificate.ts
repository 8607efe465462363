import {
  type Element,
  readBer,
  readBitString,
  readBoolean,
  readOctets,
  readOid,
  readSmallInteger,
  readTime,
  unlessMalformed,
} from '../asn1/ber.ts';
import { der } from '../asn1/der-values.ts';
import { type AlgorithmIdentifier, readAlgorithm } from './keys/algorithms.ts';
import { type PublicKey, readPublicKey } from './keys/public-key.ts';
import { readSignatureScheme, type SignatureScheme, verifySignature } from './keys/signature.ts';
import { type Name, readName } from './name.ts';
import { withoutFiller } from './readable.ts';

/** An X.509 certificate, as far as Doc 9303-12 uses it. */
export interface Certificate {
  raw: Uint8Array;
  /** 3 for one with extensions (RFC 5280, 4.1.2.1). */
  version: number;
  serial_number: string;
  subject: Name;
  issuer: Name;
  not_before: Date;
  not_after: Date;
  subject_key_id?: string;
  authority_key_id?: string;
  is_ca: boolean;
  /** The bits of keyUsage, first bit highest; absent without the extension. */
  key_usage?: number;
  extended_key_usage: string[];
  /** When the private key may be used; this ends long before the certificate expires (Doc 9303-12, 7.1.1). */
  private_key_usage?: { from?: Date; to?: Date };
  /** The types of documents that the certificate may sign, without fillers (Doc 9303-12, 7.1.1.6). */
  document_types?: string[];
  /** The critical extensions, which a verifier must understand (RFC 5280, 4.2). */
  critical_extensions: string[];
  /** Throws UnsupportedAlgorithm for a key that is not accepted. */
  publicKey(): PublicKey;
  /** Throws UnsupportedAlgorithm for an algorithm that is not accepted. */
  signatureScheme(): SignatureScheme;
  isSignedBy(issuer: Certificate): boolean;
}

/** Twice the limit of RFC 5280, 4.1.2.2, because some issuers exceed it. */
const MAX_SERIAL_BYTES = 40;

/** The largest extension in Germany's master list is shorter than 500 bytes. */
const MAX_EXTENSION_BYTES = 8192;

export const KEY_USAGE = { digitalSignature: 0x80, nonRepudiation: 0x40, keyCertSign: 0x04, cRLSign: 0x02 } as const;

/** Reads an X.509 certificate in DER (Doc 9303-12, 7.1; RFC 5280, 4). Throws Malformed. */
export function readCertificate(bytes: Uint8Array): Certificate {
  return readCertificateElement(readBer(bytes, 'Certificate'));
}

export function readCertificateElement(root: Element): Certificate {
  const fields = root.fields(0x30, 'Certificate');
  const tbs = fields.next(0x30, 'content');
  const outerAlgorithm = readAlgorithm(fields.any('signature algorithm'), 'Certificate: signature algorithm');
  const signature = readBitString(fields.any('signature'), 'Certificate: signature');
  fields.end();

  const body = tbs.fields(0x30, 'Certificate');
  const version = readVersion(body.optional(0xa0));
  const serial = serialNumber(body.any('serial number'));
  const innerAlgorithm = readAlgorithm(body.any('signature algorithm'), 'Certificate: signature algorithm');
  const issuer = readName(body.any('issuer'), 'Certificate: issuer');
  const validity = body.any('validity').fields(0x30, 'Certificate: validity');
  const not_before = readTime(validity.any('notBefore'), 'Certificate: notBefore');
  const not_after = readTime(validity.any('notAfter'), 'Certificate: notAfter');
  validity.end();
  const subject = readName(body.any('subject'), 'Certificate: subject');
  const spki = body.next(0x30, 'public key');
  body.optional(0x81, 0xa1);
  body.optional(0x82, 0xa2);
  const extensions = readExtensions(body.optional(0xa3));
  body.end();
  if (!sameAlgorithm(innerAlgorithm, outerAlgorithm))
    throw root.malformed('Certificate: two different signature algorithms');

  let key: PublicKey | undefined;
  const publicKey = () => {
    key ??= readPublicKey(spki, 'Certificate: public key');
    return key;
  };
  const signatureScheme = () => readSignatureScheme(innerAlgorithm, 'Certificate: signature algorithm');
  return {
    raw: root.raw,
    version,
    serial_number: serial,
    subject,
    issuer,
    not_before,
    not_after,
    ...extensions,
    publicKey,
    signatureScheme,
    isSignedBy: (issuing) => verifySignature(signatureScheme(), issuing.publicKey(), tbs.raw, signature),
  };
}

/** Whether the certificate is valid at this time (RFC 5280, 6.1.3). */
export const isValidAt = (certificate: Certificate, at: Date) =>
  certificate.not_before <= at && at <= certificate.not_after;

/**
 * Hexadecimal without leading zeros, so that differently padded encodings of one number are equal. Some issuers omitted the zero that
 * keeps a number from being negative; such a number is represented by its octets.
 */
export function serialNumber(element: Element): string {
  const { content } = element.as(0x02, 'Serial number');
  if (content.length === 0 || content.length > MAX_SERIAL_BYTES)
    throw element.malformed(`Serial number of ${content.length} bytes`);
  return hex(content).replace(/^(00)+(?=..)/, '');
}

function sameAlgorithm(a: AlgorithmIdentifier, b: AlgorithmIdentifier): boolean {
  const parameters = (algorithm: AlgorithmIdentifier) =>
    algorithm.parameters?.tag === 0x05 ? '' : hex(algorithm.parameters?.raw);
  return a.oid === b.oid && parameters(a) === parameters(b);
}

/** The version is counted from 0, and omitted for version 1. */
function readVersion(wrapper: Element | undefined): number {
  const [version] = wrapper?.children() ?? [];
  return version ? readSmallInteger(version, 'Certificate: version') + 1 : 1;
}

type Extensions = Pick<
  Certificate,
  | 'subject_key_id'
  | 'authority_key_id'
  | 'is_ca'
  | 'key_usage'
  | 'extended_key_usage'
  | 'private_key_usage'
  | 'document_types'
  | 'critical_extensions'
>;

function readExtensions(wrapper: Element | undefined): Extensions {
  const found: Extensions = { is_ca: false, extended_key_usage: [], critical_extensions: [] };
  if (!wrapper) return found;
  const [list] = wrapper.children();
  const read = new Set<string>();
  for (const extension of list?.as(0x30, 'Certificate: extensions').children() ?? []) {
    const fields = extension.fields(0x30, 'Certificate: extension');
    const oid = readOid(fields.any('type'), 'Certificate: extension');
    const critical = fields.optional(0x01);
    if (critical && readBoolean(critical, 'Certificate: extension')) found.critical_extensions.push(oid);
    const value = readOctets(fields.any('value'), 'Certificate: extension');
    fields.end();
    // If an extension occurs twice, verifiers disagree about which one applies.
    if (read.has(oid)) throw extension.malformed(`Certificate: extension ${oid} twice`);
    read.add(oid);
    if (value.length > MAX_EXTENSION_BYTES)
      throw extension.malformed(`Certificate: extension ${oid} of ${value.length} bytes`);
    readExtension(oid, value, found);
  }
  return found;
}

/**
 * Malformed key identifiers, key usage periods and document types are treated as missing: an issuer is also found by its name or
 * country, and many certificates lack the other two.
 */
function readExtension(oid: string, value: Uint8Array, found: Extensions): void {
  switch (oid) {
    case '2.5.29.14': {
      const id = unlessMalformed(() =>
        hex(readOctets(readBer(value, 'Subject key identifier'), 'Subject key identifier')),
      );
      if (id) found.subject_key_id = id;
      return;
    }
    case '2.5.29.35': {
      const id = unlessMalformed(() =>
        hex(
          readBer(value, 'Authority key identifier').fields(0x30, 'Authority key identifier').optional(0x80)?.content,
        ),
      );
      if (id) found.authority_key_id = id;
      return;
    }
    case '2.5.29.19': {
      const ca = readBer(value, 'Basic constraints').fields(0x30, 'Basic constraints').optional(0x01);
      found.is_ca = ca !== undefined && readBoolean(ca, 'Basic constraints');
      return;
    }
    case '2.5.29.15':
      found.key_usage = readBer(value, 'Key usage').as(0x03, 'Key usage').content[1] ?? 0;
      return;
    case '2.5.29.37':
      found.extended_key_usage = readBer(value, 'Extended key usage')
        .as(0x30, 'Extended key usage')
        .children()
        .map((usage) => readOid(usage, 'Extended key usage'));
      return;
    case '2.5.29.16': {
      const period = unlessMalformed(() => readKeyUsagePeriod(value));
      if (period) found.private_key_usage = period;
      return;
    }
    case '2.23.136.1.1.6.2': {
      const types = unlessMalformed(() => readDocumentTypes(value));
      if (types) found.document_types = types;
    }
  }
}

/** PrivateKeyUsagePeriod (RFC 3280, 4.2.1.4): two times, each with its own tag. */
function readKeyUsagePeriod(value: Uint8Array): { from?: Date; to?: Date } {
  const fields = readBer(value, 'Private key usage period').fields(0x30, 'Private key usage period');
  const time = (element: Element | undefined) =>
    element && readTime(readBer(der(0x18, element.content), 'Private key usage period'), 'Private key usage period');
  const from = time(fields.optional(0x80));
  const to = time(fields.optional(0x81));
  return { ...(from && { from }), ...(to && { to }) };
}

/** DocumentTypeListSyntax (Doc 9303-12, 7.1.1.6): one or two characters each. Real ones contain `P`, and some `P<` as in the MRZ. */
function readDocumentTypes(value: Uint8Array): string[] {
  const fields = readBer(value, 'Document types').fields(0x30, 'Document types');
  fields.next(0x02, 'version');
  return fields
    .next(0x31, 'types')
    .children()
    .map((type) => {
      const text = withoutFiller(Buffer.from(type.content).toString('latin1'));
      if (text.length > 2) throw type.malformed(`Document types: one of ${text.length} characters`);
      return text;
    })
    .filter((type) => type !== '');
}

const hex = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('hex');
