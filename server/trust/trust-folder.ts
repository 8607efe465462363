/** Reads the trust anchors that an operator has placed in a folder. The product ships none. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  masterListSource,
  readCertificate,
  readCertificateFile,
  readMasterList,
  readRevocationList,
  readRevocationListFile,
  type TrustSource,
} from '@sigill/emrtd';
import { assertWhole, messageOf } from './import-entries.ts';

/** `file` is the path within the folder. */
export type TrustFile = { file: string } & (
  | { kind: 'MASTER_LIST'; source: TrustSource; signer: string; country?: string | undefined }
  | { kind: 'CERTIFICATES'; source: TrustSource }
  | { kind: 'CRLS'; source: TrustSource }
  | { kind: 'DEVIATIONS'; source: TrustSource }
  | { kind: 'ROOTS'; certificates: Uint8Array[] }
  | { kind: 'REFUSED'; reason: string }
  | { kind: 'IGNORED'; reason: string }
);

interface Place {
  folder: string;
  endings: RegExp;
  /** Tells the operator which files the folder takes. */
  takes: string;
}

const CERTIFICATES = { endings: /\.(cer|crt|der|pem)$/i, takes: 'certificates (.cer, .crt, .der or .pem)' };
const LISTS: Place = {
  folder: '',
  endings: /\.ml$/i,
  takes: 'master lists (.ml). Certificates belong in csca/ or roots/',
};
const SINGLE: Place = { folder: 'csca', ...CERTIFICATES };
const ROOTS: Place = { folder: 'roots', ...CERTIFICATES };
const DEVIATIONS: Place = {
  folder: 'deviations',
  endings: /\.(dl|dvl|der)$/i,
  takes: 'deviation lists (.dl, .dvl or .der)',
};
const CRLS: Place = {
  folder: 'crls',
  endings: /\.(crl|der|pem)$/i,
  takes: 'revocation lists (.crl, .der or .pem)',
};

/**
 * `roots/` pins the signers of the `*.ml` files. Certificates in `csca/` are trusted as they are. Revocation lists in `crls/`
 * count when a trusted CSCA signed them, and lists in `deviations/` when a trusted CSCA certified their signer. An invalid file
 * is skipped.
 */
export function readTrustFolder(folder: string): TrustFile[] {
  const roots = readPlace(folder, ROOTS, (file, bytes) => ({
    file,
    kind: 'ROOTS',
    certificates: readableCertificates(bytes),
  }));
  const pinned = roots.flatMap((root) => (root.kind === 'ROOTS' ? root.certificates : []));
  const lists = readPlace(folder, LISTS, (file, bytes) => {
    const list = readMasterList(bytes, pinned);
    const { subject, country } = list.signer;
    return { file, kind: 'MASTER_LIST', source: masterListSource(file, list), signer: subject, country };
  });
  const single = readPlace(folder, SINGLE, (file, bytes) => {
    readableCertificates(bytes);
    return {
      file,
      kind: 'CERTIFICATES',
      source: { name: file, certificates: readCertificateFile(bytes), pinned: true },
    };
  });
  const revoked = readPlace(folder, CRLS, (file, bytes) => {
    const crls = readRevocationListFile(bytes);
    readable(crls, readRevocationList);
    return { file, kind: 'CRLS', source: { name: file, certificates: [], crls } };
  });
  const deviations = readPlace(folder, DEVIATIONS, (file, bytes) => ({
    file,
    kind: 'DEVIATIONS',
    source: { name: file, certificates: [], deviation_lists: [bytes] },
  }));
  return [...lists, ...single, ...revoked, ...deviations, ...roots];
}

function readPlace(
  folder: string,
  { folder: inside, endings, takes }: Place,
  read: (file: string, bytes: Uint8Array) => TrustFile,
): TrustFile[] {
  const path = join(folder, inside);
  if (!existsSync(path)) return [];
  const names = readdirSync(path, { withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort();
  return names.map((name): TrustFile => {
    const file = inside ? `${inside}/${name}` : name;
    if (!endings.test(name)) return { file, kind: 'IGNORED', reason: `not read: this folder is for ${takes}` };
    try {
      const bytes = readFileSync(join(path, name));
      assertWhole(bytes);
      return read(file, bytes);
    } catch (error) {
      return { file, kind: 'REFUSED', reason: messageOf(error) };
    }
  });
}

const readableCertificates = (bytes: Uint8Array) => readable(readCertificateFile(bytes), readCertificate);

/** @throws the first entry's error if none is readable. */
function readable(entries: Uint8Array[], read: (bytes: Uint8Array) => unknown): Uint8Array[] {
  let reason: unknown;
  const found = entries.filter((entry) => {
    try {
      return read(entry) !== undefined;
    } catch (error) {
      reason ??= error;
      return false;
    }
  });
  if (found.length === 0) throw reason;
  return found;
}

export const trustSources = (files: TrustFile[]): TrustSource[] =>
  files.flatMap((file) => ('source' in file ? [file.source] : []));
