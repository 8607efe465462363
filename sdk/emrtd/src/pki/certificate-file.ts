/** The certificates in a file, as operators keep them: one in DER, or any number in PEM (RFC 7468). */

const PEM_BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \1-----/g;

const CERTIFICATE = /^(X509 )?CERTIFICATE$/;
const REVOCATION_LIST = /^X509 CRL$/;

/** @throws when the bytes are neither. Whether they are certificates shows when they are parsed. */
export const readCertificateFile = (bytes: Uint8Array): Uint8Array[] => readBlocks(bytes, CERTIFICATE, 'certificate');

export const readRevocationListFile = (bytes: Uint8Array): Uint8Array[] =>
  readBlocks(bytes, REVOCATION_LIST, 'revocation list');

function readBlocks(bytes: Uint8Array, label: RegExp, what: string): Uint8Array[] {
  if (bytes.length === 0) throw new Error('The file is empty');
  // Every DER file of these kinds is one SEQUENCE, and no text begins with its tag followed by a length of two bytes.
  if (bytes[0] === 0x30 && (bytes[1] ?? 0) >= 0x80) return [bytes];
  const blocks = [...Buffer.from(bytes).toString('latin1').matchAll(PEM_BLOCK)];
  const wanted = blocks.filter(([, found = '']) => label.test(found));
  if (wanted.length > 0) return wanted.map(([, , base64 = '']) => Buffer.from(base64, 'base64'));
  const others = [...new Set(blocks.map(([, found]) => found))];
  throw new Error(
    others.length > 0 ? `PEM of ${others.join(' and ')}, without a ${what}` : `No ${what}: neither DER nor PEM`,
  );
}
