/** Loads the trust anchors that an operator has placed in a folder. The product ships none. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createTrustStore,
  masterListSource,
  readCertificate,
  readCertificateFile,
  readMasterList,
  type TrustSource,
  type TrustStore,
} from '@sigill/emrtd';
import { once } from '../core/once.ts';

/** What a file of the folder contains. Its name is the path in the folder. */
export type TrustFile = { file: string } & (
  | { kind: 'MASTER_LIST'; source: TrustSource; signer: string; root: string }
  | { kind: 'CERTIFICATES'; source: TrustSource }
  | { kind: 'ROOTS'; certificates: Uint8Array[] }
  | { kind: 'REFUSED'; reason: string }
  /** The file is of a kind that is not read in this place. */
  | { kind: 'IGNORED'; reason: string }
);

interface Place {
  folder: string;
  endings: RegExp;
  /** Why the file is not read, for the operator who put it there. */
  takes: string;
}

const CERTIFICATES = { endings: /\.(cer|crt|der|pem)$/i, takes: 'certificates: .cer, .crt, .der or .pem' };
const LISTS: Place = { folder: '', endings: /\.ml$/i, takes: 'master lists: .ml; certificates go to csca/ or roots/' };
const SINGLE: Place = { folder: 'csca', ...CERTIFICATES };
const ROOTS: Place = { folder: 'roots', ...CERTIFICATES };

/** `roots/` pins the signers of the `*.ml` files. Certificates in `csca/` are trusted as they are. A bad file is left out. */
export function readTrustFolder(folder: string): TrustFile[] {
  const roots = readPlace(folder, ROOTS, (file, bytes) => ({ file, kind: 'ROOTS', certificates: readable(bytes) }));
  const pinned = roots.flatMap((root) => (root.kind === 'ROOTS' ? root.certificates : []));
  const lists = readPlace(folder, LISTS, (file, bytes) => {
    const list = readMasterList(bytes, pinned);
    const { subject, issuer } = list.signer;
    return { file, kind: 'MASTER_LIST', source: masterListSource(file, list), signer: subject, root: issuer };
  });
  const single = readPlace(folder, SINGLE, (file, bytes) => {
    readable(bytes);
    return {
      file,
      kind: 'CERTIFICATES',
      source: { name: file, certificates: readCertificateFile(bytes), pinned: true },
    };
  });
  return [...lists, ...single, ...roots];
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
    if (!endings.test(name)) return { file, kind: 'IGNORED', reason: `not read: this folder takes ${takes}` };
    try {
      return read(file, readFileSync(join(path, name)));
    } catch (error) {
      return { file, kind: 'REFUSED', reason: messageOf(error) };
    }
  });
}

/** The certificates of a file that can be read. Throws, with the reason of the first, when none can. */
function readable(bytes: Uint8Array): Uint8Array[] {
  let reason: unknown;
  const certificates = readCertificateFile(bytes).filter((certificate) => {
    try {
      return readCertificate(certificate) !== undefined;
    } catch (error) {
      reason ??= error;
      return false;
    }
  });
  if (certificates.length === 0) throw reason;
  return certificates;
}

export interface Trust {
  live: TrustStore;
  /** Is made when the first demo asks for it. */
  demo(): Promise<TrustStore>;
  /** Is made when the first specimen session asks for it. It knows no real issuer. */
  specimens(): Promise<TrustStore>;
  /** What cannot be used, one entry for each file. */
  refused: { file: string; reason: string }[];
}

const EMPTY = { file: '.', reason: 'Nothing in the folder is a trust anchor: no real document will be approved' };

/**
 * Specimen issuers are trusted for demo and specimen sessions, and for live ones in local mode only. In production nothing asks for
 * their certificates before the first of those.
 */
export async function createTrust(
  folder: string | undefined,
  specimens: () => Promise<Uint8Array[]>,
  mode: 'local' | 'production',
): Promise<Trust> {
  const files = folder ? readTrustFolder(folder) : [];
  const sources = trustSources(files);
  const specimen = once(
    async (): Promise<TrustSource> => ({
      name: 'Specimen issuers',
      certificates: await specimens(),
      specimen: true,
    }),
  );
  const demo = once(async () => createTrustStore([...sources, await specimen()]));
  const live = mode === 'local' ? await demo() : createTrustStore(sources);
  const refused = files.flatMap((file) => (file.kind === 'REFUSED' ? [{ file: file.file, reason: file.reason }] : []));
  return {
    live,
    demo,
    specimens: once(async () => createTrustStore([await specimen()])),
    refused: [...refused, ...unreadable(live), ...(folder && sources.length === 0 ? [EMPTY] : [])],
  };
}

export const trustSources = (files: TrustFile[]): TrustSource[] =>
  files.flatMap((file) => ('source' in file ? [file.source] : []));

/** Files of which some certificates can be read and others cannot. */
function unreadable({ skipped }: TrustStore): Trust['refused'] {
  const files = Map.groupBy(skipped, ({ source }) => source);
  return [...files].map(([file, entries]) => ({
    file,
    reason: `${entries.length} of its certificates cannot be read: ${entries[0]?.message}`,
  }));
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
