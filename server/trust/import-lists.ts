/** The master lists in an import. Each is verified with its own root. */
import { masterListSource, readCertificate, readMasterList, type TrustSource } from '@sigill/emrtd';
import { known } from '../core/known.ts';
import { type ImportEntry, messageOf, type RefusedEntry, sha256Of } from './import-entries.ts';
import type { ImportedSource } from './imported.service.ts';

export interface ProvedList {
  file: string;
  name: string;
  sha256: string;
  signer: string;
  country?: string;
  dated?: string;
  root: Uint8Array;
  source: TrustSource;
  replaces?: ImportedSource;
}

interface ListsContext {
  roots: Uint8Array[];
  imported: ImportedSource[];
}

/** If a file contains several lists from one publisher, the newest is used. */
export function proveLists(entries: ImportEntry[], context: ListsContext) {
  const proved = entries.filter(({ kind }) => kind === 'MASTER_LIST').map((entry) => proveList(entry, context));
  const lists: ProvedList[] = [];
  for (const list of proved) {
    if ('reason' in list) continue;
    const other = lists.findIndex(({ name }) => name === list.name);
    if (other === -1) lists.push(list);
    else if ((lists[other]?.dated ?? '') < (list.dated ?? '')) lists[other] = list;
  }
  return { lists, refused: proved.filter((list) => 'reason' in list) };
}

function proveList(entry: ImportEntry, { roots, imported }: ListsContext): ProvedList | RefusedEntry {
  const { file, place, bytes, dn } = entry;
  const sha256 = sha256Of(bytes);
  const lists = imported.filter(({ kind }) => kind === 'MASTER_LIST');
  try {
    const same = lists.find((list) => list.sha256 === sha256);
    if (same)
      throw new Error(`Already imported as ${same.name} on ${same.imported.slice(0, 10)} by ${same.imported_by}`);
    // The roots of earlier lists stay pinned, so that a publisher's next list needs none.
    const candidates = [...roots, ...lists.flatMap(({ root }) => root ?? [])];
    const { list, root } = readWithRoot(bytes, candidates);
    const { country } = list.signer;
    const replaces = country === undefined ? undefined : lists.find((other) => other.country === country);
    const dated = list.signed_at?.slice(0, 10);
    if (replaces?.dated && (dated ?? '') < replaces.dated)
      throw new Error(
        `${dated ? `Signed on ${dated}` : 'It has no signing date'}, but ${replaces.name} of ${replaces.dated} is already imported. Remove that first`,
      );
    const name = dn === undefined ? file : `${file}: ${country ?? dn}`;
    return {
      file,
      name,
      sha256,
      signer: list.signer.subject,
      root,
      source: masterListSource(name, list),
      ...known({ country, dated, replaces }),
    };
  } catch (error) {
    return { file, place, reason: messageOf(error) };
  }
}

function readWithRoot(bytes: Uint8Array, roots: Uint8Array[]) {
  for (const root of roots) {
    try {
      return { list: readMasterList(bytes, [root]), root };
    } catch {
      // `reasonOfAll` reports one reason for all roots.
    }
  }
  throw reasonOfAll(bytes, roots);
}

function reasonOfAll(bytes: Uint8Array, roots: Uint8Array[]): unknown {
  try {
    readMasterList(bytes, roots);
    return new Error('The list cannot be verified with a single root');
  } catch (error) {
    const text = messageOf(error);
    return text.startsWith('None of the given roots') ? new Error(`${text}. Pass the root with --root FILE`) : error;
  }
}

export const rootText = (root: Uint8Array) => `${readCertificate(root).subject.text}, SHA-256 ${fingerprint(root)}`;

/** In the format that publishers print. */
export const fingerprint = (bytes: Uint8Array) => sha256Of(bytes).toUpperCase().match(/../g)?.join(':') ?? '';
