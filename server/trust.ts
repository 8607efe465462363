/** Loads the trust anchors that an operator has placed in a folder. The product ships none. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMasterList } from './verification/pki/master-list.ts';
import { createTrustStore, type TrustSource, type TrustStore } from './verification/pki/trust-store.ts';

/** `roots/*.cer` pin the signers of the `*.ml` files; `csca/*.cer` are trusted as they are. */
export function readTrustFolder(folder: string): TrustSource[] {
  const read = (path: string, ending: string) =>
    existsSync(path)
      ? readdirSync(path)
          .filter((name) => name.endsWith(ending))
          .sort()
          .map((name) => ({ name, bytes: readFileSync(join(path, name)) }))
      : [];
  const roots = read(join(folder, 'roots'), '.cer').map(({ bytes }) => bytes);
  const lists = read(folder, '.ml').map(({ name, bytes }): TrustSource => {
    const { certificates, signed_at } = readMasterList(bytes, roots);
    return { name, certificates, ...(signed_at && { date: signed_at.slice(0, 10) }) };
  });
  const single = read(join(folder, 'csca'), '.cer').map(
    ({ name, bytes }): TrustSource => ({ name, certificates: [bytes] }),
  );
  return [...lists, ...single];
}

/** Specimen issuers are trusted for demo sessions, and for live ones in local mode only. */
export function createTrust(
  folder: string | undefined,
  specimens: Uint8Array[],
  mode: 'local' | 'production',
): { live: TrustStore; demo: TrustStore } {
  const live = folder ? readTrustFolder(folder) : [];
  const specimen: TrustSource = { name: 'Specimen issuers', certificates: specimens, specimen: true };
  const demo = createTrustStore([...live, specimen]);
  return { live: mode === 'local' ? demo : createTrustStore(live), demo };
}
