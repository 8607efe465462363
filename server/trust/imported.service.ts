import { readCertificate, readSigner, type TrustSource } from '@sigill/emrtd';
import type { Context } from '../core/context.ts';
import { known } from '../core/known.ts';
import type { Db } from '../database/database.ts';
import {
  countSigners,
  findSigners,
  listAnchorsAndLists,
  listSigners,
  listSources,
  readVersion,
} from './trust.repository.ts';
import type { TrustObjectTable, TrustSourceTable } from './trust.table.ts';

export interface ImportedSource extends Omit<TrustSourceTable, 'root'> {
  root?: Uint8Array;
  objects: Pick<TrustObjectTable, 'kind' | 'dn' | 'content'>[];
  /** The number of document signers, which are read from the database only when a document needs one. */
  signers: number;
}

export interface Imported {
  /**
   * The number of the newest entry in the trust log. Changes with every import, removal and requested reload, and when a proof key
   * is rotated or withdrawn.
   */
  version: number;
  sources: ImportedSource[];
}

export const NOTHING_IMPORTED: Imported = { version: 0, sources: [] };

export async function readImported(db: Db): Promise<Imported> {
  const version = await readVersion(db);
  const sources = await listSources(db);
  if (sources.length === 0) return { version, sources: [] };
  const objects = Map.groupBy(await listAnchorsAndLists(db), ({ source_id }) => source_id);
  const signers = new Map((await countSigners(db)).map(({ source_id, signers }) => [source_id, signers]));
  return {
    version,
    sources: sources.map(({ root, ...source }) => ({
      ...source,
      ...known({ root }),
      objects: objects.get(source.id) ?? [],
      signers: signers.get(source.id) ?? 0,
    })),
  };
}

/**
 * A master list was verified when it was imported. Its certificates become anchors by the same rules as those of a list in the
 * folder.
 */
export const sourceOf = ({ kind, name, dated, objects }: ImportedSource): TrustSource => ({
  name,
  ...known({ date: dated }),
  certificates: objects.filter((object) => object.kind === 'CSCA').map(({ content }) => content),
  crls: objects.filter((object) => object.kind === 'CRL').map(({ content }) => content),
  deviation_lists: objects.filter((object) => object.kind === 'DEVIATION_LIST').map(({ content }) => content),
  ...(kind === 'CERTIFICATES' && { pinned: true }),
});

/** Verifies the signature of every imported document signer, which is slow. */
export async function countCertified({ db, deps }: Context): Promise<Map<number, number>> {
  const { live, imported } = deps.trust;
  const certified = new Map<number, number>();
  for (const { id, signers } of imported) {
    if (signers === 0) continue;
    const certificates = await listSigners(db, id);
    const known = certificates.filter((bytes) => live.findIssuer(readCertificate(bytes), deps.clock.now()));
    certified.set(id, known.length);
  }
  return certified;
}

/** Some States publish their document signers separately. Those are looked up when a document contains no certificate. */
export async function findPublishedSigners({ db, deps }: Context, sod: Uint8Array): Promise<Uint8Array[]> {
  if (!deps.trust.imported.some(({ signers }) => signers > 0)) return [];
  const signer = signerOf(sod);
  if (!signer || signer.certificate) return [];
  return findSigners(db, { serial_number: signer.serial_number, key_id: signer.subject_key_id });
}

/** Undefined for bytes that are not a security object; the verification reports that itself. */
function signerOf(sod: Uint8Array) {
  try {
    return readSigner(sod);
  } catch {
    return undefined;
  }
}
