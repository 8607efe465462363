/**
 * Entries verified by their own signature: link certificates in LDIF, revocation lists, deviation lists and document signers.
 * Document signers are verified later, when a document needs them.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  createTrustStore,
  type DeviationList,
  type RevocationList,
  readCertificate,
  readDeviationList,
  readRevocationList,
  type TrustSource,
  type TrustStore,
} from '@sigill/emrtd';
import {
  type DeletedEntry,
  type ImportEntry,
  isDeletedBy,
  messageOf,
  type RefusedEntry,
  sha256Of,
} from './import-entries.ts';
import type { ImportedSource } from './imported.service.ts';
import type { TrustObjectTable } from './trust.table.ts';
import { count } from './trust-report.ts';

export type NewObject = Omit<TrustObjectTable, 'source_id' | 'position'>;

interface PublishedContext {
  sources: TrustSource[];
  store: TrustStore;
  imported: ImportedSource[];
  /** What was imported earlier from a file with the same name. Entries that the file repeats move to the new source. */
  namesakes: ImportedSource[];
  at: Date;
}

interface Superseded {
  source_id: number;
  content: Buffer;
  /** For the operator. Absent for a list that only moves to the new source. */
  text?: string;
}

export interface Published {
  objects: NewObject[];
  refused: RefusedEntry[];
  superseded: Superseded[];
  lists: RevocationList[];
  deviations: DeviationList[];
}

export function readPublished(entries: ImportEntry[], context: PublishedContext): Published {
  const published: Published = { objects: [], refused: [], superseded: [], lists: [], deviations: [] };
  const links = entries.filter(({ kind, dn }) => kind === 'CSCA' && dn !== undefined);
  const accept = (entry: ImportEntry, read: () => Partial<NewObject>) => {
    const { kind, bytes, dn, file, place } = entry;
    try {
      const found = read();
      const object = { dn: dn ?? null, serial_number: null, key_id: null, content: Buffer.from(bytes) };
      if (kind !== 'MASTER_LIST') published.objects.push({ ...object, kind, ...found });
    } catch (error) {
      published.refused.push({ file, place, reason: messageOf(error) });
    }
  };
  for (const entry of links) accept(entry, () => assertLinked(entry.bytes, context));
  for (const entry of entries.filter(({ kind }) => kind === 'SIGNER')) accept(entry, () => signerKeys(entry.bytes));
  const linked: TrustSource = { name: 'linked', certificates: published.objects.map(({ content }) => content) };
  const crls = entries.filter(({ kind }) => kind === 'CRL');
  const signed = signedLists(crls, [...context.sources, linked]);
  for (const entry of crls) accept(entry, () => provedList(entry.bytes, signed, context, published));
  for (const entry of entries.filter(({ kind }) => kind === 'DEVIATION_LIST'))
    accept(entry, () => provedDeviations(entry.bytes, context, published));
  return published;
}

function assertLinked(bytes: Uint8Array, { store, at }: PublishedContext): Partial<NewObject> {
  const certificate = readCertificate(bytes);
  if (!certificate.is_ca) throw new Error('It is not a CA certificate');
  if (!store.findIssuer(certificate, at))
    throw new Error(
      'It was not signed by a trusted CSCA. Import its master list, or the certificate as a separate file',
    );
  return {};
}

function signerKeys(bytes: Uint8Array): Partial<NewObject> {
  const { serial_number, subject_key_id } = readCertificate(bytes);
  return { serial_number, key_id: subject_key_id ?? null };
}

function signedLists(entries: ImportEntry[], sources: TrustSource[]): Set<string> {
  if (entries.length === 0) return new Set();
  const named = entries.map(({ bytes }) => ({ name: sha256Of(bytes), certificates: [], crls: [bytes] }));
  const lists = createTrustStore([...sources, ...named]).revocationLists();
  return new Set(lists.filter(({ issuers }) => issuers.length > 0).map(({ source }) => source));
}

function provedList(
  bytes: Uint8Array,
  signed: Set<string>,
  context: PublishedContext,
  published: Published,
): Partial<NewObject> {
  const list = readRevocationList(bytes);
  if (!signed.has(sha256Of(bytes)))
    throw new Error(`It was not signed by a trusted CSCA. Import the certificate of ${list.issuer.text} first`);
  const earlier = earlierLists('CRL', context, readRevocationList).filter(
    ({ list: { issuer } }) => issuer.key === list.issuer.key,
  );
  supersede(
    bytes,
    list.this_update.toISOString(),
    context,
    published,
    earlier.map((old) => ({
      ...old,
      dated: old.list.this_update.toISOString(),
      text: `the revocation list of ${old.list.issuer.text}`,
      loss: missing(
        [...old.list.serial_numbers].filter((serial) => !list.serial_numbers.has(serial)),
        'revokes',
        'certificate',
      ),
    })),
  );
  published.lists.push(list);
  return {};
}

/** A State's newest list is complete, so it replaces the earlier one. */
function provedDeviations(bytes: Uint8Array, context: PublishedContext, published: Published): Partial<NewObject> {
  const list = readDeviationList(bytes, context.store);
  const earlier = earlierLists('DEVIATION_LIST', context, (content) =>
    readDeviationList(content, context.store),
  ).filter(({ list: { country } }) => country === list.country);
  supersede(
    bytes,
    list.signed_at ?? '',
    context,
    published,
    earlier.map((old) => ({
      ...old,
      dated: old.list.signed_at ?? '',
      text: `the deviation list of ${old.list.country}`,
      loss: missing(
        old.list.deviations.filter((one) => !list.deviations.some((other) => isDeepStrictEqual(one, other))),
        'has',
        'deviation',
      ),
    })),
  );
  published.deviations.push(list);
  return {};
}

const missing = (entries: unknown[], verb: string, what: string) =>
  entries.length > 0 ? `, which ${verb} ${count(entries.length, what)} that the new one does not` : '';

export function listsIn(deleted: DeletedEntry[], imported: ImportedSource[]): string[] {
  const ending = imported.map((source) => ({
    ...source,
    objects: source.objects.filter((object) => deleted.some((entry) => isDeletedBy(entry, object))),
  }));
  return earlierLists('CRL', { imported: ending }, readRevocationList).map(({ source, list }) =>
    listText(`the revocation list of ${list.issuer.text}`, list.this_update.toISOString().slice(0, 10), source),
  );
}

const listText = (text: string, day: string, { name }: ImportedSource) =>
  `${text}${day ? ` of ${day}` : ''}, in ${name}`;

interface EarlierList {
  source: ImportedSource;
  content: Buffer;
}

/** Skips lists that are no longer valid, for example because their signer has since been revoked. */
const earlierLists = <T>(
  kind: NewObject['kind'],
  { imported }: Pick<PublishedContext, 'imported'>,
  read: (bytes: Uint8Array) => T,
): (EarlierList & { list: T })[] =>
  imported.flatMap((source) =>
    source.objects.flatMap(({ kind: own, content }) => {
      if (own !== kind) return [];
      try {
        return [{ source, content, list: read(content) }];
      } catch {
        return [];
      }
    }),
  );

function supersede(
  bytes: Uint8Array,
  dated: string,
  { namesakes }: PublishedContext,
  published: Published,
  earlier: (EarlierList & { dated: string; text: string; loss: string })[],
): void {
  const superseded = earlier.map(({ source, content, dated: before, text, loss }): Superseded => {
    const isSame = content.equals(bytes);
    if (isSame && !namesakes.includes(source)) throw new Error('Already imported');
    const day = before.slice(0, 10);
    if (before > dated) throw new Error(`It is older than the imported list of ${day}`);
    return {
      source_id: source.id,
      content,
      ...(!isSame && { text: listText(text, day, source) + loss }),
    };
  });
  published.superseded.push(...superseded);
}
