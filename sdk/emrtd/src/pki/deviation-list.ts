/** Deviation lists: known defects of documents, published by the State that issued them (Doc 9303-3, 7 and 9303-12, 10). */
import { type Element, type Fields, readBer, readOctets, readOid, readSmallInteger, readTime } from '../asn1/ber.ts';
import { type Certificate, isValidAt, serialNumber } from './certificate.ts';
import { readSignedList, readSignerDigest } from './cms.ts';
import { type Digest, readDigest } from './keys/algorithms.ts';
import { readName } from './name.ts';
import { readable, withoutFiller } from './readable.ts';

export const DEVIATION_LIST = '2.23.136.1.1.7';
const DEVIATION_LIST_SIGNER = '2.23.136.1.1.8';
const LONGEST_DESCRIPTION = 300;

/** The defects that a State has published about its own documents (Doc 9303-12, 10). */
export interface DeviationList {
  /** The State that published the list, from its signer's certificate. The list applies to that State's documents only. */
  country: string;
  signed_at?: string;
  signer: { subject: string; issuer: string; serial_number: string };
  deviations: Deviation[];
}

/**
 * A defect and the documents that have it (Doc 9303-3, 7.3.6). A document must match every given criterion except `issued`, because
 * the MRZ does not hold the date of issue.
 */
export interface Deviation {
  /** The code at the beginning of the MRZ, without fillers. */
  document_type?: string;
  signer?: SignerIdentifier;
  issued?: { from: Date; to: Date };
  document_numbers?: ReadonlySet<string>;
  descriptions: DeviationDescription[];
}

export type SignerIdentifier =
  | { issuer_key: string; serial_number: string }
  | { subject_key_id: string }
  | { certificate_digest: string; digest: Digest };

export interface DeviationDescription {
  /** The OID of Doc 9303-3, 7.3.5, or one defined by a State. */
  type: string;
  /** The number of the data group, of the MRZ field or of the certificate field. */
  parameter?: number;
  /** In the words of the State. */
  text?: string;
}

/** The trusted CSCAs that certify list signers (Doc 9303-12, 10); a TrustStore is one. */
export interface DeviationListIssuers {
  findIssuer(certificate: Certificate, at: Date): { certificate: Certificate } | undefined;
  isRevoked(certificate: Certificate): boolean;
}

/**
 * Reads a deviation list (Doc 9303-12, 10). Throws unless it is signed by a deviation list signer whose certificate a trusted CSCA
 * issued and which was valid at the time of signing, if the list states it.
 */
export function readDeviationList(bytes: Uint8Array, issuers: DeviationListIssuers): DeviationList {
  const { data, signer, signedAt } = readSignedList(bytes, DEVIATION_LIST, 'deviation list');
  const country = assertIssued(signer, issuers, signedAt ?? signer.not_before);

  const root = readBer(data.content, 'Deviation list');
  const fields = root.fields(0x30, 'Deviation list');
  const version = readSmallInteger(fields.any('version'), 'Deviation list: version');
  if (version !== 0) throw new Error(`Deviation list of version ${version}`);
  const algorithm = fields.optional(0x30);
  const digest = algorithm ? readDigest(algorithm, 'Deviation list: digest algorithm') : readSignerDigest(data);
  const deviations = fields
    .next(0x31, 'deviations')
    .children()
    .map((deviation) => readDeviation(deviation, digest));
  fields.end();
  return {
    country,
    ...(signedAt && { signed_at: signedAt.toISOString() }),
    signer: { subject: signer.subject.text, issuer: signer.issuer.text, serial_number: signer.serial_number },
    deviations,
  };
}

function assertIssued(signer: Certificate, issuers: DeviationListIssuers, at: Date): string {
  const { country } = signer.subject;
  if (!signer.extended_key_usage.includes(DEVIATION_LIST_SIGNER))
    throw new Error(`Not a deviation list signer: ${signer.subject.text}`);
  const issuer = issuers.findIssuer(signer, at);
  if (!issuer) throw new Error(`No trusted CSCA issued the certificate of its signer, ${signer.subject.text}`);
  if (!isValidAt(signer, at) || !isValidAt(issuer.certificate, at))
    throw new Error('The deviation list was signed outside the validity of its certificates');
  if (issuers.isRevoked(signer)) throw new Error('The certificate of its signer is revoked');
  if (!country || country !== issuer.certificate.subject.country)
    throw new Error('The signer of the deviation list and its CSCA belong to different States');
  return country;
}

function readDeviation(element: Element, digest: Digest): Deviation {
  const fields = element.fields(0x30, 'Deviation');
  const documents = fields.next(0x30, 'documents').fields(0x30, 'Deviation: documents');
  const descriptions = fields.next(0x31, 'descriptions').children().map(readDescription);
  fields.end();
  const type = documents.optional(0x80);
  const signer = readSignerIdentifier(documents.optional(0xa1, 0x82, 0x83), digest);
  const issued = documents.optional(0xa4);
  const numbers = documents.optional(0xa5);
  documents.end();
  return {
    ...(type && { document_type: withoutFiller(latin1(type)) }),
    ...(signer && { signer }),
    ...(issued && { issued: readPeriod(issued.fields(0xa4, 'Deviation: issuing date')) }),
    ...(numbers && { document_numbers: readTexts(numbers, 'Deviation: document numbers') }),
    descriptions,
  };
}

function readSignerIdentifier(element: Element | undefined, digest: Digest): SignerIdentifier | undefined {
  if (!element) return undefined;
  switch (element.tag) {
    case 0xa1: {
      const fields = element.fields(0xa1, 'Deviation: signer');
      const issuer = readName(fields.any('issuer'), 'Deviation: issuer');
      const serial_number = serialNumber(fields.any('serial number'));
      fields.end();
      return { issuer_key: issuer.key, serial_number };
    }
    case 0x82:
      return { subject_key_id: hex(element) };
    default:
      return { certificate_digest: hex(element), digest };
  }
}

function readPeriod(fields: Fields): { from: Date; to: Date } {
  const from = readTime(fields.any('first issued'), 'Deviation: first issued');
  const to = readTime(fields.any('last issued'), 'Deviation: last issued');
  fields.end();
  return { from, to };
}

function readDescription(element: Element): DeviationDescription {
  const fields = element.fields(0x30, 'Deviation: description');
  const text = fields.optional(0x13, 0x0c);
  const type = readOid(fields.any('type'), 'Deviation: type');
  const parameter = numberIn(fields.optional(0xa0));
  // Private extensions of a State, and additions of later editions, are ignored.
  return {
    type,
    ...(parameter !== undefined && { parameter }),
    ...(text && { text: readable(Buffer.from(text.content).toString('utf8')).slice(0, LONGEST_DESCRIPTION) }),
  };
}

/** Datagroup, MRZField and the body of CertField are all INTEGERs; other parameters have no number. */
function numberIn(wrapper: Element | undefined): number | undefined {
  const [value] = wrapper?.children() ?? [];
  return value?.tag === 0x02 && value.content.length === 1 ? value.content[0] : undefined;
}

/** A SET OF short strings, parsed in one pass: Italy's list has 346,275 documents, too many for an element each. */
function readTexts(element: Element, what: string): Set<string> {
  const { content } = element;
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const texts = new Set<string>();
  for (let offset = 0; offset < bytes.length; ) {
    const tag = bytes[offset] ?? 0;
    const length = bytes[offset + 1] ?? 0xff;
    const end = offset + 2 + length;
    if (!TEXT_TAGS.has(tag) || length > 0x7f || end > bytes.length)
      throw element.malformed(`${what}: a text was expected`);
    texts.add(withoutFiller(bytes.toString('latin1', offset + 2, end)));
    offset = end;
  }
  return texts;
}

/** UTF8String, PrintableString and IA5String. */
const TEXT_TAGS = new Set([0x0c, 0x13, 0x16]);

const latin1 = (element: Element) => Buffer.from(element.content).toString('latin1');

const hex = (element: Element) =>
  Buffer.from(element.constructed ? readOctets(element, 'Deviation: signer') : element.content).toString('hex');
