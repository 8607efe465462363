/** What proves itself by its signature: link certificates in LDIF, document signers, revocation lists and deviation lists. */
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
import { type ImportEntry, messageOf, type RefusedEntry, sha256Of } from './import-entries.ts';
import type { ImportedSource } from './imported.service.ts';
import type { TrustObjectTable } from './trust.table.ts';

export type NewObject = Omit<TrustObjectTable, 'source_id' | 'position'>;

export interface PublishedContext {
  /** What is trusted already, and with this import. */
  sources: TrustSource[];
  store: TrustStore;
  imported: ImportedSource[];
  at: Date;
}

export interface Published {
  objects: NewObject[];
  refused: RefusedEntry[];
  /** Earlier revocation lists of the same issuers, and deviation lists of the same States. */
  superseded: { source_id: number; content: Buffer }[];
  /** The revocation lists among the objects. */
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
  if (!certificate.is_ca) throw new Error('It is not the certificate of a CA');
  if (!store.findIssuer(certificate, at))
    throw new Error('No trusted CSCA signed it: import its master list, or the certificate in a file of its own');
  return {};
}

function signerKeys(bytes: Uint8Array): Partial<NewObject> {
  const { serial_number, subject_key_id } = readCertificate(bytes);
  return { serial_number, key_id: subject_key_id ?? null };
}

/** The lists that a trusted CSCA signed. */
function signedLists(entries: ImportEntry[], sources: TrustSource[]): Set<string> {
  if (entries.length === 0) return new Set();
  const named = entries.map(({ bytes }) => ({ name: sha256Of(bytes), certificates: [], crls: [bytes] }));
  const lists = createTrustStore([...sources, ...named]).revocationLists();
  return new Set(lists.filter(({ issuers }) => issuers.length > 0).map(({ source }) => source));
}

function provedList(
  bytes: Uint8Array,
  signed: Set<string>,
  { imported }: PublishedContext,
  published: Published,
): Partial<NewObject> {
  const list = readRevocationList(bytes);
  if (!signed.has(sha256Of(bytes)))
    throw new Error(`No trusted CSCA signed it, ${list.issuer.text}: import the certificate of that CSCA first`);
  for (const { id, kind, content } of imported.flatMap(({ id, objects }) =>
    objects.map((object) => ({ id, ...object })),
  )) {
    if (kind !== 'CRL') continue;
    const earlier = readRevocationList(content);
    if (earlier.issuer.key !== list.issuer.key) continue;
    if (content.equals(bytes)) throw new Error('Imported already');
    if (earlier.this_update > list.this_update)
      throw new Error(
        `It is older than the list of ${earlier.this_update.toISOString().slice(0, 10)}, which is imported`,
      );
    published.superseded.push({ source_id: id, content });
  }
  published.lists.push(list);
  return {};
}

/** A State's newest list says all that it knows, so it replaces the earlier one. */
function provedDeviations(
  bytes: Uint8Array,
  { imported, store }: PublishedContext,
  published: Published,
): Partial<NewObject> {
  const list = readDeviationList(bytes, store);
  for (const { id, objects } of imported)
    for (const { kind, content } of objects) {
      const earlier = kind === 'DEVIATION_LIST' ? readAgain(content, store) : undefined;
      if (earlier?.country !== list.country) continue;
      if (content.equals(bytes)) throw new Error('Imported already');
      if ((earlier.signed_at ?? '') > (list.signed_at ?? ''))
        throw new Error(`It is older than the list of ${earlier.signed_at?.slice(0, 10)}, which is imported`);
      published.superseded.push({ source_id: id, content });
    }
  published.deviations.push(list);
  return {};
}

/** Undefined for a list that counts no more, such as one whose signer was revoked since. */
function readAgain(bytes: Uint8Array, store: TrustStore): DeviationList | undefined {
  try {
    return readDeviationList(bytes, store);
  } catch {
    return undefined;
  }
}
