/**
 * Parses the files that an operator imports: certificates, master lists, revocation lists and deviation lists, in DER, PEM or the
 * PKD's LDIF.
 */
import { createHash } from 'node:crypto';
import { isLdif, readCertificate, readLdif, readTrustFile } from '@sigill/emrtd';
import { known } from '../core/known.ts';

export interface ImportFile {
  /** Without the folder. */
  name: string;
  bytes: Uint8Array;
}

export interface ImportEntry {
  file: string;
  place: string;
  kind: 'MASTER_LIST' | 'CSCA' | 'SIGNER' | 'CRL' | 'DEVIATION_LIST';
  bytes: Uint8Array;
  /** The name of the PKD entry, for entries of an LDIF file. It is not signed: only the entry's own signature vouches for the entry. */
  dn?: string;
}

export interface RefusedEntry {
  file: string;
  place: string;
  reason: string;
}

export interface DeletedEntry {
  dn: string;
  kinds?: ('CSCA' | 'SIGNER' | 'CRL')[];
  values?: Uint8Array[];
}

export interface ImportEntries {
  entries: ImportEntry[];
  deleted: DeletedEntry[];
  refused: RefusedEntry[];
}

export function readImportFile(file: ImportFile): ImportEntries {
  try {
    return isLdif(file.bytes) ? readDirectory(file) : readPlain(file);
  } catch (error) {
    return { entries: [], deleted: [], refused: [{ file: file.name, place: 'the file', reason: messageOf(error) }] };
  }
}

function readPlain({ name: file, bytes }: ImportFile): ImportEntries {
  const found: ImportEntries = { entries: [], deleted: [], refused: [] };
  assertWhole(bytes);
  const blocks = readTrustFile(bytes);
  for (const [index, { kind, bytes }] of blocks.entries()) {
    const place = blocks.length === 1 ? 'the file' : `entry ${index + 1}`;
    try {
      found.entries.push({ file, place, kind: kind === 'CERTIFICATE' ? certificateKind(bytes) : kind, bytes });
    } catch (error) {
      found.refused.push({ file, place, reason: messageOf(error) });
    }
  }
  return found;
}

/** Within a file, the later record wins. */
function readDirectory({ name: file, bytes }: ImportFile): ImportEntries {
  const found: ImportEntries = { entries: [], deleted: [], refused: [] };
  for (const record of readLdif(bytes)) {
    const { dn, line } = record;
    const place = `line ${line}, ${dn}`;
    if (record.change === 'refused') found.refused.push({ file, place, reason: record.reason });
    else if (record.change === 'delete') {
      const kinds = record.kinds?.filter((kind) => kind !== 'MASTER_LIST');
      const deleted: DeletedEntry = { dn, ...known({ kinds, values: record.values }) };
      found.entries = found.entries.filter(
        ({ bytes, ...entry }) => !isDeletedBy(deleted, { ...entry, content: bytes }),
      );
      found.deleted.push(deleted);
    } else for (const { kind, bytes } of record.objects) found.entries.push({ file, place, kind, bytes, dn });
  }
  if (found.entries.length + found.deleted.length + found.refused.length === 0)
    throw new Error('The file contains no certificates or lists');
  return found;
}

export const isDeletedBy = (
  { dn, kinds, values }: DeletedEntry,
  object: { dn?: string | null; kind: string; content: Uint8Array },
): boolean =>
  object.dn === dn &&
  (kinds?.some((kind) => kind === object.kind) ?? true) &&
  (values?.some((value) => Buffer.compare(value, object.content) === 0) ?? true);

/**
 * A certificate that is neither a CA's nor self-issued is a document signer. Any other certificate that an operator chooses becomes
 * trusted.
 */
function certificateKind(bytes: Uint8Array): 'CSCA' | 'SIGNER' {
  const { is_ca, subject, issuer } = readCertificate(bytes);
  return is_ca || subject.key === issuer.key ? 'CSCA' : 'SIGNER';
}

export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Catches a truncated download or copy. @throws for DER that is shorter than its stated length. */
export function assertWhole(bytes: Uint8Array): void {
  const size = sizeOf(bytes);
  if (size > bytes.length)
    throw new Error(
      `The file is truncated: ${bytes.length.toLocaleString('en')} of ${size.toLocaleString('en')} bytes`,
    );
}

/** The total size stated by a SEQUENCE or an EF.SOD of more than 127 bytes; 0 for anything else. */
function sizeOf(bytes: Uint8Array): number {
  const [tag, form = 0] = bytes;
  const digits = form - 0x80;
  if ((tag !== 0x30 && tag !== 0x77) || digits < 1 || digits > 4 || bytes.length < 2 + digits) return 0;
  return 2 + digits + Buffer.from(bytes).readUIntBE(2, digits);
}
