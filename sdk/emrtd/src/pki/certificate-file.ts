/**
 * Files with certificates, revocation lists, master lists and deviation lists, as operators keep them: one in DER, or any number in
 * PEM (RFC 7468).
 */
import { readBer } from '../asn1/ber.ts';
import { readSignedDataBytes } from './cms.ts';
import { DEVIATION_LIST } from './deviation-list.ts';

const PEM_BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \1-----/g;

const CERTIFICATE = /^(X509 )?CERTIFICATE$/;
const REVOCATION_LIST = /^X509 CRL$/;
const ANY = /^((X509 )?CERTIFICATE|X509 CRL|CMS|PKCS7)$/;

/**
 * The certificates in a file, in DER or PEM (RFC 7468, 5). This does not parse the certificates or check what they contain.
 * @throws when the bytes are neither DER nor PEM.
 */
export const readCertificateFile = (bytes: Uint8Array): Uint8Array[] => readBlocks(bytes, CERTIFICATE, 'certificate');

/**
 * The revocation lists in a file, in DER or PEM (RFC 7468, 6).
 * @throws when the bytes are neither DER nor PEM.
 */
export const readRevocationListFile = (bytes: Uint8Array): Uint8Array[] =>
  readBlocks(bytes, REVOCATION_LIST, 'revocation list');

/** One certificate or list in a trust file (RFC 7468; Doc 9303-12, 8). */
export interface FileEntry {
  kind: 'MASTER_LIST' | 'DEVIATION_LIST' | 'CERTIFICATE' | 'CRL';
  bytes: Uint8Array;
}

/** All certificates and lists in a trust file (RFC 7468; Doc 9303-12, 9). Throws when there are none. */
export const readTrustFile = (bytes: Uint8Array): FileEntry[] =>
  readBlocks(bytes, ANY, 'certificate, revocation list, master list or deviation list').map((entry) => ({
    kind: kindOf(entry),
    bytes: entry,
  }));

/** A signed list begins with its content type. A revocation list has a time where a certificate has none (RFC 5280, 4.1 and 5.1). */
function kindOf(bytes: Uint8Array): FileEntry['kind'] {
  const [first] = readBer(bytes, 'The file').as(0x30, 'The file').children();
  if (first?.tag === 0x06) return isDeviationList(bytes) ? 'DEVIATION_LIST' : 'MASTER_LIST';
  const fields = first?.constructed ? first.children() : [];
  return fields.slice(2, 4).some(({ tag }) => tag === 0x17 || tag === 0x18) ? 'CRL' : 'CERTIFICATE';
}

/** False for a damaged list: reading it as a master list then reports what is wrong with it. */
function isDeviationList(bytes: Uint8Array): boolean {
  try {
    return readSignedDataBytes(bytes, 'The file').content_type === DEVIATION_LIST;
  } catch {
    return false;
  }
}

function readBlocks(bytes: Uint8Array, label: RegExp, what: string): Uint8Array[] {
  if (bytes.length === 0) throw new Error('The file is empty');
  // A DER file of these kinds is one SEQUENCE, and no text begins with its tag followed by a long-form length (0x80 or more).
  if (bytes[0] === 0x30 && (bytes[1] ?? 0) >= 0x80) return [bytes];
  const blocks = [...Buffer.from(bytes).toString('latin1').matchAll(PEM_BLOCK)];
  const wanted = blocks.filter(([, found = '']) => label.test(found));
  if (wanted.length > 0) return wanted.map(([, , base64 = '']) => Buffer.from(base64, 'base64'));
  const others = [...new Set(blocks.map(([, found]) => found))];
  if (others.length > 0) throw new Error(`PEM of ${others.join(' and ')}, without a ${what}`);
  throw new Error(isDer(bytes) ? `DER of another kind: no ${what}` : `No ${what}: neither DER nor PEM`);
}

/** Whether the file is a single constructed value, such as a chip's security object. */
function isDer(bytes: Uint8Array): boolean {
  try {
    return readBer(bytes, 'The file').children().length > 0;
  } catch {
    return false;
  }
}
