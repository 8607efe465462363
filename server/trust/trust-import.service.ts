/**
 * Imports trust material for an operator. Entries are verified here first, except document signers, and refused ones never reach
 * the database.
 */
import { createTrustStore, type TrustSource, type TrustStore, type TrustVerdict } from '@sigill/emrtd';
import { timestamp } from '../core/clock.ts';
import type { OutsideContext } from '../core/context.ts';
import { randomId } from '../database/random-id.ts';
import { inTransaction } from '../database/transaction.ts';
import { asTrust, changeOf, type ImportChange } from './import-change.ts';
import {
  type DeletedEntry,
  type ImportEntries,
  type ImportFile,
  type RefusedEntry,
  readImportFile,
  sha256Of,
} from './import-entries.ts';
import { type ProvedList, proveLists } from './import-lists.ts';
import { listsIn, type NewObject, type Published, readPublished } from './import-published.ts';
import { type ImportedSource, readImported, sourceOf } from './imported.service.ts';
import {
  deleteEmptySources,
  deleteObject,
  deleteObjects,
  deleteRests,
  deleteSource,
  deleteUnlisted,
  insertObjects,
  insertSource,
  listNames,
  takeOver,
} from './trust.repository.ts';
import type { TrustSourceTable } from './trust.table.ts';
import { readTrustFolder, trustSources } from './trust-folder.ts';
import { logTrustChange, type TrustLogDetails } from './trust-log.service.ts';

/** How many objects one transaction writes. Limited because SQLite allows only one writer at a time. */
const OBJECTS_AT_ONCE = 2000;

/** How many reasons the log records. There may be many, because the reasons for damaged entries name a position in the file. */
const REASONS_AT_MOST = 20;

/**
 * An object of these kinds is replaced only by a newer list from its issuer, never by name, because the name of a PKD entry is not
 * signed.
 */
const LISTS: NewObject['kind'][] = ['CRL', 'DEVIATION_LIST'];

export interface NewSource extends Pick<TrustSourceTable, 'kind' | 'name' | 'sha256'> {
  file: string;
  objects: NewObject[];
  list?: ProvedList;
  published?: Published;
  refused: RefusedEntry[];
}

export interface ImportPlan {
  sources: NewSource[];
  refused: RefusedEntry[];
  useless: string[];
  replaced: ImportedSource[];
  deleted: DeletedEntry[];
  ended: string[];
  change?: ImportChange;
}

interface ReadFile extends ImportEntries {
  file: ImportFile;
}

/** Undefined when the removed sources contain no certificates. */
export const changeWithout = (ctx: OutsideContext, removed: ImportedSource[]): Promise<ImportChange | undefined> =>
  changeOf(ctx.db, {
    folder: folderOf(ctx),
    imported: ctx.deps.trust.imported,
    sources: [],
    replaced: removed,
    deleted: [],
  });

const folderOf = ({ deps: { config } }: OutsideContext): TrustSource[] =>
  config.master_lists_dir ? trustSources(readTrustFolder(config.master_lists_dir)) : [];

/** Changes nothing. `roots` vouch for the signers of master lists. */
export async function planImport(
  ctx: OutsideContext,
  { files, roots }: { files: ImportFile[]; roots: Uint8Array[] },
): Promise<ImportPlan> {
  const { sources: imported } = await readImported(ctx.db);
  const read = files.map((file) => ({ file, ...readImportFile(file) }));
  const { lists, refused } = proveLists(
    read.flatMap(({ entries }) => entries),
    { roots, imported },
  );
  const [again, chosen] = divide(read.flatMap(chosenCertificates), (source) =>
    imported.some((old) => isNamesake(old, source) && old.sha256 === source.sha256),
  );
  const replaced = imported.filter(
    (old) =>
      lists.some(({ replaces }) => replaces === old) ||
      [...chosen, ...lists.map(toSource)].some((source) => isNamesake(old, source)),
  );
  const kept = imported.filter((old) => !replaced.includes(old)).map(sourceOf);
  const folder = folderOf(ctx);
  const fresh = [...lists.map(toSource), ...chosen];
  // Sources are named by position, because a file in the folder may have the same name.
  const sources = [...folder, ...kept, ...fresh.map((source, index) => asTrust({ ...source, name: placeOf(index) }))];
  const store = createTrustStore(sources);
  const judged = judge(fresh, store);
  const published = read.flatMap(({ file, entries }): NewSource[] => {
    const source = { file: file.name, kind: 'PUBLISHED' as const, name: file.name, sha256: sha256Of(file.bytes) };
    const namesakes = imported.filter((old) => isNamesake(old, source));
    const found = readPublished(entries, { sources, store, imported, namesakes, at: ctx.deps.clock.now() });
    const { objects, refused } = found;
    return objects.length + refused.length > 0 ? [{ ...source, objects, published: found, refused }] : [];
  });
  const all = [...judged, ...published];
  const used = all.filter(({ objects }) => objects.length > 0);
  const deleted = read.flatMap(({ deleted }) => deleted);
  const ending = imported.filter((old) => used.some((source) => isReplacedBy(old, source)));
  const change = await changeOf(ctx.db, { folder, imported, sources: used, replaced: ending, deleted });
  return {
    sources: used,
    refused: [
      ...read.flatMap(({ refused }) => refused),
      ...refused,
      ...again.map(({ file }) => ({ file, place: 'the file', reason: 'Already imported' })),
      ...all.flatMap(({ refused }) => refused),
    ],
    useless: read
      .filter(({ file, deleted }) => deleted.length === 0 && !used.some((source) => source.file === file.name))
      .map(({ file }) => file.name),
    replaced: ending,
    deleted,
    ended: listsIn(deleted, imported),
    ...(change && { change }),
  };
}

function chosenCertificates({ file, entries }: ReadFile): NewSource[] {
  const objects = entries
    .filter(({ kind, dn }) => kind === 'CSCA' && dn === undefined)
    .map(({ bytes }) => newObject(bytes));
  if (objects.length === 0) return [];
  const source = { file: file.name, kind: 'CERTIFICATES' as const, name: file.name, sha256: sha256Of(file.bytes) };
  return [{ ...source, objects, refused: [] }];
}

const toSource = (list: ProvedList): NewSource => ({
  file: list.file,
  kind: 'MASTER_LIST',
  name: list.name,
  sha256: list.sha256,
  objects: list.source.certificates.map(newObject),
  list,
  refused: [],
});

const newObject = (bytes: Uint8Array): NewObject => ({
  kind: 'CSCA',
  dn: null,
  serial_number: null,
  key_id: null,
  content: Buffer.from(bytes),
});

const placeOf = (index: number) => `new source ${index}`;

const isNamesake = (old: ImportedSource, { kind, name }: Pick<NewSource, 'kind' | 'name'>) =>
  old.kind === kind && old.name === name;

const divide = <T>(items: T[], isOne: (item: T) => boolean): [T[], T[]] => [
  items.filter(isOne),
  items.filter((item) => !isOne(item)),
];

function judge(sources: NewSource[], store: TrustStore): NewSource[] {
  const verdicts = Map.groupBy(store.review(), ({ source }) => source);
  return sources.map((source, index) => {
    const { file } = source;
    const own = verdicts.get(placeOf(index)) ?? [];
    const unreadable = store.skipped.filter(({ source }) => source === placeOf(index));
    return {
      ...source,
      objects: own.filter(({ refused }) => refused === undefined).map(({ certificate }) => newObject(certificate.raw)),
      refused: [
        ...own.flatMap((verdict) => refusalOf(file, verdict)),
        ...unreadable.map(({ index, message }) => ({ file, place: `certificate ${index + 1}`, reason: message })),
      ],
    };
  });
}

const refusalOf = (file: string, { certificate: { subject, serial_number }, refused }: TrustVerdict): RefusedEntry[] =>
  refused === undefined ? [] : [{ file, place: `${subject.text}, serial ${serial_number}`, reason: refused }];

/** The import takes effect with the last transaction, which also writes the log entries. */
export async function runImport(ctx: OutsideContext, plan: ImportPlan, actor: string): Promise<void> {
  const sources = plan.sources.map((source) => ({ id: randomId(), source }));
  await inTransaction(ctx, ({ db }) => deleteRests(db));
  const known = new Set(await listNames(ctx.db));
  for (const { id, source } of sources) {
    const objects = source.objects.map((object, position) => ({ source_id: id, position, ...object }));
    for (let at = 0; at < objects.length; at += OBJECTS_AT_ONCE)
      await inTransaction(ctx, ({ db }) => insertObjects(db, objects.slice(at, at + OBJECTS_AT_ONCE)));
  }
  await inTransaction(ctx, async (ctx) => {
    const { db } = ctx;
    const ids = sources.map(({ id }) => id);
    for (const { id, kind } of plan.replaced)
      await (kind === 'PUBLISHED' ? deleteUnlisted(db, id) : deleteSource(db, id));
    for (const entry of plan.deleted) await deleteObjects(db, { ...entry, but: ids });
    for (const { source } of sources) {
      for (const { dn, kind } of source.objects)
        if (dn !== null && known.has(dn) && !LISTS.includes(kind))
          await deleteObjects(db, { dn, kinds: [kind], but: ids });
      for (const { source_id, content } of source.published?.superseded ?? [])
        await deleteObject(db, source_id, content);
    }
    for (const { id, source } of sources) {
      for (const old of plan.replaced.filter((old) => isNamesake(old, source)))
        await takeOver(db, { from: old.id, to: id, position: source.objects.length });
      await insertSource(db, rowOf(id, source, timestamp(ctx.deps.clock.now()), actor));
      await logTrustChange(ctx, { action: 'import', actor, source, details: detailsOf(source, plan) });
    }
    await deleteEmptySources(db);
    if (sources.length === 0) await logTrustChange(ctx, { action: 'import', actor, details: lossOf(plan) });
  });
}

const rowOf = (
  id: number,
  { kind, name, sha256, list }: NewSource,
  imported: string,
  imported_by: string,
): TrustSourceTable => ({
  id,
  kind,
  name,
  sha256,
  country: list?.country ?? null,
  dated: list?.dated ?? null,
  signer: list?.signer ?? null,
  root: list ? Buffer.from(list.root) : null,
  imported,
  imported_by,
});

/** Statements about the import as a whole are logged with the first source. */
function detailsOf(source: NewSource, plan: ImportPlan): TrustLogDetails {
  const { objects, list, published } = source;
  const refused = refusedOf(source, plan);
  const replaced = [
    ...plan.replaced
      .filter((old) => isReplacedBy(old, source))
      .map(({ name, dated }) => `${name}${dated ? ` of ${dated}` : ''}`),
    ...(published?.superseded ?? []).flatMap(({ text }) => text ?? []),
  ];
  return {
    accepted: objects.length,
    ...(refused.length > 0 && { refused: countReasons(refused) }),
    ...(replaced.length > 0 && { replaced }),
    ...(source === plan.sources[0] && lossOf(plan)),
    ...(list && { root_sha256: sha256Of(list.root) }),
  };
}

const lossOf = ({ deleted, ended, change }: ImportPlan): TrustLogDetails => ({
  ...(deleted.length > 0 && { deleted: deleted.length }),
  ...(ended.length > 0 && { ended }),
  ...removedIn(change),
});

export const removedIn = (change: ImportChange | undefined): TrustLogDetails => ({
  ...(change?.anchors.removed.length && { removed_anchors: change.anchors.removed.length }),
  ...(change?.states.removed.length && { removed_states: change.states.removed }),
  ...(change?.signers.removed.length && { removed_signers: change.signers.removed.length }),
});

const isReplacedBy = (old: ImportedSource, source: NewSource) =>
  source.list?.replaces === old || isNamesake(old, source);

/** Entries of a file that belong to none of its sources, such as unreadable ones, are counted with its first source. */
function refusedOf(source: NewSource, { sources, refused }: ImportPlan): RefusedEntry[] {
  const own = sources.filter(({ file }) => file === source.file);
  if (own[0] !== source) return source.refused;
  const others = own.slice(1).flatMap(({ refused }) => refused);
  return refused.filter((entry) => entry.file === source.file && !others.includes(entry));
}

function countReasons(refused: RefusedEntry[]): Record<string, number> {
  const counted = [...Map.groupBy(refused, ({ reason }) => reason)].map(
    ([reason, entries]) => [reason, entries.length] as const,
  );
  const kept = counted.sort(([, a], [, b]) => b - a).slice(0, REASONS_AT_MOST);
  const rest = refused.length - kept.reduce((sum, [, number]) => sum + number, 0);
  return Object.fromEntries([...kept, ...(rest > 0 ? [['for other reasons', rest]] : [])]);
}
