/** CMS SignedData (RFC 5652), the envelope of EF.SOD and of master lists. */
import {
  type Element,
  Malformed,
  readBer,
  readOctets,
  readOid,
  readSmallInteger,
  readTime,
  unlessMalformed,
} from '../asn1/ber.ts';
import { der } from '../asn1/der-values.ts';
import { type Certificate, readCertificateElement, serialNumber } from './certificate.ts';
import {
  type AlgorithmIdentifier,
  type Digest,
  digestOf,
  readAlgorithm,
  readDigest,
  UnsupportedAlgorithm,
} from './keys/algorithms.ts';
import { readSignatureScheme, type SignatureScheme, verifySignature } from './keys/signature.ts';
import { type Name, readName } from './name.ts';

const SIGNED_DATA = '1.2.840.113549.1.7.2';
const ID_DATA = '1.2.840.113549.1.7.1';
const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_TIME = '1.2.840.113549.1.9.5';
const MAX_CERTIFICATES = 16;

export interface SignedData {
  content_type: string;
  content: Uint8Array;
  certificates: Element[];
  signer: SignerInfo;
}

interface SignerInfo {
  identifier: { issuer: Name; serial_number: string } | { subject_key_id: string };
  digestAlgorithm: Element;
  attributes?: SignedAttributes;
  signatureAlgorithm: AlgorithmIdentifier;
  signature: Uint8Array;
}

interface SignedAttributes {
  element: Element;
  content_type: string;
  message_digest: Uint8Array;
  signing_time?: Date;
}

export function readSignedData(root: Element): SignedData {
  const info = root.fields(0x30, 'CMS');
  const type = readOid(info.any('content type'), 'CMS: content type');
  if (type !== SIGNED_DATA) throw new UnsupportedAlgorithm(`CMS: content type ${type} is not signed data`);
  const body = info.next(0xa0, 'content').only('CMS: content');
  info.end();

  const fields = body.fields(0x30, 'SignedData');
  const version = readSmallInteger(fields.any('version'), 'SignedData: version');
  // The announced digests are not signed and decide nothing (RFC 5652, 5.1). Some real messages omit the digest that the signer
  // used.
  fields.next(0x31, 'digest algorithms');
  const encapsulated = fields.next(0x30, 'content').fields(0x30, 'SignedData: content');
  const content_type = readOid(encapsulated.any('type'), 'SignedData: content type');
  const content = readOctets(encapsulated.next(0xa0, 'content').only('SignedData: content'), 'SignedData: content');
  encapsulated.end();
  const certificates = (fields.optional(0xa0)?.children() ?? []).filter((choice) => choice.tag === 0x30);
  fields.optional(0xa1);
  const signers = fields.next(0x31, 'signers').children();
  fields.end();
  // Version 1 is correct only for id-data; all other content has version 3 (RFC 5652, 5.1).
  if (version !== 3 && !(version === 1 && content_type === ID_DATA))
    throw new UnsupportedAlgorithm(`SignedData: version ${version}`);
  if (certificates.length > MAX_CERTIFICATES)
    throw new UnsupportedAlgorithm(`SignedData: ${certificates.length} certificates`);
  const [only, ...others] = signers;
  if (!only || others.length > 0) throw new UnsupportedAlgorithm(`SignedData: ${signers.length} signers`);

  const signer = readSignerInfo(only);
  // Without signed attributes the signature covers only the content, whose type could be replaced. So every type except id-data
  // requires them (RFC 5652, 5.3).
  if (!signer.attributes && content_type !== ID_DATA)
    throw new UnsupportedAlgorithm(`SignedData: content of type ${content_type} without signed attributes`);
  return { content_type, content, certificates, signer };
}

export const readSignedDataBytes = (bytes: Uint8Array, what: string) => readSignedData(readBer(bytes, what));

function readSignerInfo(element: Element): SignerInfo {
  const fields = element.fields(0x30, 'SignerInfo');
  const version = readSmallInteger(fields.any('version'), 'SignerInfo: version');
  if (version !== 1 && version !== 3) throw new UnsupportedAlgorithm(`SignerInfo: version ${version}`);
  const identifier = readSignerIdentifier(fields.any('signer identifier'));
  const digestAlgorithm = fields.next(0x30, 'digest algorithm');
  const attributes = fields.optional(0xa0);
  const signatureAlgorithm = readAlgorithm(fields.any('signature algorithm'), 'SignerInfo: signature algorithm');
  const signature = readOctets(fields.any('signature'), 'SignerInfo: signature');
  fields.optional(0xa1);
  fields.end();
  return {
    identifier,
    digestAlgorithm,
    ...(attributes && { attributes: readSignedAttributes(attributes) }),
    signatureAlgorithm,
    signature,
  };
}

function readSignerIdentifier(element: Element): SignerInfo['identifier'] {
  if (element.tag === 0x80 || element.tag === 0xa0) {
    const what = 'Signer identifier';
    const id = element.constructed ? readOctets(element.only(what), what) : element.content;
    return { subject_key_id: Buffer.from(id).toString('hex') };
  }
  const fields = element.fields(0x30, 'Signer identifier');
  const issuer = readName(fields.any('issuer'), 'Signer identifier: issuer');
  const serial_number = serialNumber(fields.any('serial number'));
  fields.end();
  return { issuer, serial_number };
}

function readSignedAttributes(element: Element): SignedAttributes {
  const values = new Map<string, Element>();
  // Decides nothing, so a time that cannot be read is as good as none (RFC 5652, 11.3).
  let signing_time: Date | undefined;
  for (const attribute of element.children()) {
    const fields = attribute.fields(0x30, 'Signed attribute');
    const type = readOid(fields.any('type'), 'Signed attribute');
    const set = fields.next(0x31, 'values');
    fields.end();
    if (type === SIGNING_TIME) signing_time ??= unlessMalformed(() => readTime(set.only(type), type));
    if (type !== CONTENT_TYPE && type !== MESSAGE_DIGEST) continue;
    if (values.has(type)) throw attribute.malformed(`Signed attribute ${type} occurs twice`);
    values.set(type, set.only(`Signed attribute ${type}`));
  }
  const contentType = values.get(CONTENT_TYPE);
  const messageDigest = values.get(MESSAGE_DIGEST);
  if (!contentType || !messageDigest)
    throw element.malformed('Signed attributes: content type or message digest is missing');
  return {
    element,
    content_type: readOid(contentType, 'Signed attributes: content type'),
    message_digest: readOctets(messageDigest, 'Signed attributes: message digest'),
    ...(signing_time && { signing_time }),
  };
}

export const readSignerDigest = ({ signer }: SignedData): Digest =>
  readDigest(signer.digestAlgorithm, 'SignerInfo: digest algorithm');

export const readSignerScheme = (data: SignedData): SignatureScheme =>
  readSignatureScheme(data.signer.signatureAlgorithm, 'SignerInfo: signature algorithm', readSignerDigest(data));

/** Whether the signed attributes belong to this content (RFC 5652, 5.4 and 11). */
export function isContentIntact(data: SignedData): boolean {
  const { attributes } = data.signer;
  if (!attributes) return true; // The signature covers the content itself.
  const digest = digestOf(readSignerDigest(data), data.content);
  return attributes.content_type === data.content_type && digest.equals(attributes.message_digest);
}

interface KnownCertificates {
  /** Certificates from outside the message. */
  signers: readonly Certificate[];
  /** The certificate with these bytes, if it was parsed before. */
  knownSigner(raw: Uint8Array): Certificate | undefined;
}

/**
 * The certificates that may have signed, best first: those that match the identifier of the signer, then those that match only its
 * serial number, otherwise the only embedded one. The identifier is not signed, and in real documents it may differ from the
 * certificate, so the signature decides.
 */
export function findSigners(
  data: SignedData,
  { signers = [], knownSigner }: Partial<KnownCertificates> = {},
): Certificate[] {
  const embedded = data.certificates.map((element) => knownSigner?.(element.raw) ?? readCertificateElement(element));
  const { identifier } = data.signer;
  const all = [...embedded, ...signers];
  const matches = (certificate: Certificate) =>
    'subject_key_id' in identifier
      ? certificate.subject_key_id === identifier.subject_key_id
      : certificate.serial_number === identifier.serial_number;
  const exact = (certificate: Certificate) =>
    !('issuer' in identifier) || certificate.issuer.key === identifier.issuer.key;
  const candidates = all.filter(matches);
  if (candidates.length === 0) return embedded.length === 1 ? embedded : [];
  return [...candidates.filter(exact), ...candidates.filter((certificate) => !exact(certificate))];
}

export function isSignedWith(data: SignedData, certificate: Certificate): boolean {
  const scheme = readSignerScheme(data);
  const key = certificate.publicKey();
  return signedBytes(data).some((bytes) => verifySignature(scheme, key, bytes(), data.signer.signature));
}

/** A list that a State signed, such as a master list, and its signer. @throws unless it is of this type and its signature verifies. */
export function readSignedList(bytes: Uint8Array, content_type: string, what: string) {
  const data = readSignedDataBytes(bytes, `The ${what}`);
  if (data.content_type !== content_type) throw new Error(`Not a ${what}: content type ${data.content_type}`);
  if (!isContentIntact(data)) throw new Error(`The ${what} was altered after it was signed`);
  const signer = findSigners(data).find((certificate) => isSignedWith(data, certificate));
  if (!signer) throw new Error(`The signature of the ${what} is not valid`);
  const signedAt = data.signer.attributes?.signing_time;
  return { data, signer, signedAt };
}

/**
 * The attributes are signed as a SET, not with the [0] tag that they have in the message (RFC 5652, 5.4). They should be signed and
 * sent as DER, and nearly all are. Some signers kept their own order or BER lengths in what they signed, or only in what they sent,
 * so both forms are tried.
 */
function signedBytes({ signer, content }: SignedData): (() => Uint8Array)[] {
  if (!signer.attributes) return [() => content];
  const { element } = signer.attributes;
  return [() => der(0x31, element.content), () => der(0x31, ...element.children().map(toDer).sort(Buffer.compare))];
}

function toDer(element: Element): Buffer {
  const tag = element.tag;
  if (tag > 0xff) throw new Malformed('Signed attributes: unexpected tag', element.start);
  if (!element.constructed) return der(tag, element.content);
  const children = element.children().map(toDer);
  return der(tag, ...(tag === 0x31 ? children.sort(Buffer.compare) : children));
}
