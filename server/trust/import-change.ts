import { type Certificate, createTrustStore, type TrustSource } from '@sigill/emrtd';
import type { Db } from '../database/database.ts';
import { type DeletedEntry, isDeletedBy } from './import-entries.ts';
import type { NewObject } from './import-published.ts';
import { type ImportedSource, sourceOf } from './imported.service.ts';
import { listSignerKeys } from './trust.repository.ts';
import type { TrustSourceTable } from './trust.table.ts';
import { countryOf } from './trust-states.ts';

export interface ImportChange {
  anchors: Difference<Certificate>;
  /** State codes. A State is removed with its last trust anchor. */
  states: Difference<string>;
  signers: Difference<string>;
}

export interface Difference<T> {
  kept: T[];
  added: T[];
  removed: T[];
}

interface Changed {
  /** The files in MASTER_LISTS_DIR, which imports do not change. */
  folder: TrustSource[];
  imported: ImportedSource[];
  sources: { kind: TrustSourceTable['kind']; name: string; objects: NewObject[] }[];
  replaced: ImportedSource[];
  deleted: DeletedEntry[];
}

/**
 * Compares everything that is trusted, because another list may still contain a certificate that this one drops. Verifies every
 * certificate, which takes a moment.
 * @returns undefined when the import only adds.
 */
export async function changeOf(db: Db, changed: Changed): Promise<ImportChange | undefined> {
  const { folder, imported, sources, replaced } = changed;
  const ended = endedIn(changed);
  const isChanged = (source: ImportedSource) =>
    replaced.includes(source) ? cscasOf(source).length + source.signers > 0 : cscasOf(source, ended).length > 0;
  if (!imported.some(isChanged)) return undefined;
  const staying = imported
    .filter((source) => !replaced.includes(source))
    .map((source) => {
      const gone = cscasOf(source, ended);
      return sourceOf({ ...source, objects: source.objects.filter((object) => !gone.includes(object)) });
    });
  const before = anchorsIn([...folder, ...imported.map(sourceOf)]);
  const after = anchorsIn([...folder, ...staying, ...sources.map(asTrust)]);
  return {
    anchors: difference(before, after),
    states: difference(statesOf(before), statesOf(after)),
    signers: await signersOf(db, changed),
  };
}

type TrustObject = ImportedSource['objects'][number];

/** Finds what is deleted, or replaced by new CSCA certificates under the same name. */
function endedIn({ sources, deleted }: Changed): (object: TrustObject) => boolean {
  const fresh = sources.flatMap(({ objects }) => objects.filter(({ kind }) => kind === 'CSCA'));
  const names = new Set(fresh.map(({ dn }) => dn));
  return (object) =>
    object.dn !== null && (names.has(object.dn) || deleted.some((entry) => isDeletedBy(entry, object)));
}

const cscasOf = ({ objects }: ImportedSource, isOne: (object: TrustObject) => boolean = () => true) =>
  objects.filter((object) => object.kind === 'CSCA' && isOne(object));

export const asTrust = ({ kind, name, objects }: Changed['sources'][number]): TrustSource => ({
  name,
  certificates: objects.filter((object) => object.kind === 'CSCA').map(({ content }) => content),
  ...(kind === 'CERTIFICATES' && { pinned: true }),
});

/** Keyed by bytes, so that a certificate in several lists is one anchor. */
function anchorsIn(sources: TrustSource[]): Map<string, Certificate> {
  const store = createTrustStore(sources.map((source) => ({ ...source, crls: [], deviation_lists: [] })));
  const anchors = store.review().filter(({ refused }) => refused === undefined);
  return new Map(anchors.map(({ certificate }) => [Buffer.from(certificate.raw).toString('base64'), certificate]));
}

function statesOf(anchors: Map<string, Certificate>): Map<string, string> {
  const states = [...anchors.values()].map(({ subject }) => countryOf(subject.country) ?? 'without country');
  return named(states.sort());
}

async function signersOf(db: Db, { sources, replaced }: Changed): Promise<Difference<string>> {
  const ids = replaced.filter(({ kind }) => kind === 'PUBLISHED').map(({ id }) => id);
  const before = ids.length > 0 ? await listSignerKeys(db, ids) : [];
  const after = sources.flatMap(({ objects }) => objects.filter(({ kind }) => kind === 'SIGNER'));
  const keys = (signers: typeof before) =>
    named(signers.map(({ serial_number, key_id }) => `${serial_number} ${key_id}`));
  return difference(keys(before), keys(after));
}

const named = (items: string[]) => new Map(items.map((item) => [item, item]));

function difference<T>(before: Map<string, T>, after: Map<string, T>): Difference<T> {
  const among = (items: Map<string, T>, isOne: (key: string) => boolean) =>
    [...items].flatMap(([key, item]) => (isOne(key) ? [item] : []));
  return {
    kept: among(before, (key) => after.has(key)),
    added: among(after, (key) => !before.has(key)),
    removed: among(before, (key) => !after.has(key)),
  };
}
