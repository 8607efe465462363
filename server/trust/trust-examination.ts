/**
 * Reads the folder and verifies every certificate and list. This is slow, so a running service does it in a thread. The result can
 * be sent between threads.
 */
import { createTrustStore, type TrustSource, type TrustStore } from '@sigill/emrtd';
import { type ImportedSource, sourceOf } from './imported.service.ts';
import { readTrustFolder, type TrustFile, trustSources } from './trust-folder.ts';
import { type StateTrust, statesOf } from './trust-states.ts';

export interface TrustMaterial {
  folder: string | undefined;
  imported: ImportedSource[];
}

export interface ReadTrust {
  files: TrustFile[];
  sources: TrustSource[];
}

export interface Examination extends ReadTrust {
  refused: RefusedFile[];
  states: StateTrust[];
}

export interface RefusedFile {
  file: string;
  reason: string;
}

const EMPTY = { file: '.', reason: 'The folder contains no trust anchors, so no real document will be approved' };

export function readMaterial({ folder, imported }: TrustMaterial): ReadTrust {
  const files = folder ? readTrustFolder(folder) : [];
  return { files, sources: [...trustSources(files), ...imported.map(sourceOf)] };
}

export function examine(material: TrustMaterial): Examination {
  const read = readMaterial(material);
  const store = createTrustStore(read.sources);
  return { ...read, refused: refusedFiles(material, read, store), states: statesOf(store, read.sources) };
}

/** For the log. Verifies no certificate. */
export function refusedFiles(
  { folder }: TrustMaterial,
  { files, sources }: ReadTrust,
  store: TrustStore,
): RefusedFile[] {
  const refused = files.flatMap((file) => (file.kind === 'REFUSED' ? [{ file: file.file, reason: file.reason }] : []));
  const own = new Set(files.map(({ file }) => file));
  const inFolder = [...unreadable(store), ...unsigned(store)].filter(({ file }) => own.has(file));
  return [...refused, ...inFolder, ...(folder && sources.length === 0 ? [EMPTY] : [])];
}

function unreadable({ skipped }: TrustStore): RefusedFile[] {
  const files = Map.groupBy(skipped, ({ source }) => source);
  return [...files].map(([file, entries]) => ({
    file,
    reason: `${entries.length} of its entries cannot be read: ${entries[0]?.message}`,
  }));
}

function unsigned(store: TrustStore): RefusedFile[] {
  const lists = store.revocationLists().filter(({ issuers }) => issuers.length === 0);
  return [...Map.groupBy(lists, ({ source }) => source)].map(([file, [first, ...more]]) => ({
    file,
    reason: `${more.length + 1} of its revocation lists ${more.length === 0 ? 'was' : 'were'} not signed by a trusted CSCA: ${first?.list.issuer.text}`,
  }));
}
