/** What the service trusts: the anchors that an operator has placed in a folder or imported, and the specimen issuer. */
import { createTrustStore, type TrustSource, type TrustStore } from '@sigill/emrtd';
import { once } from '../core/once.ts';
import { readTrustFolder, trustSources } from './trust-folder.ts';

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
  // Takes a second for a master list, in small turns; nobody waits for it.
  void live.prove();
  const refused = files.flatMap((file) => (file.kind === 'REFUSED' ? [{ file: file.file, reason: file.reason }] : []));
  return {
    live,
    demo,
    specimens: once(async () => createTrustStore([await specimen()])),
    refused: [...refused, ...unreadable(live), ...unsigned(live), ...(folder && sources.length === 0 ? [EMPTY] : [])],
  };
}

/** Files of which some certificates can be read and others cannot. */
function unreadable({ skipped }: TrustStore): Trust['refused'] {
  const files = Map.groupBy(skipped, ({ source }) => source);
  return [...files].map(([file, entries]) => ({
    file,
    reason: `${entries.length} of its entries cannot be read: ${entries[0]?.message}`,
  }));
}

/** Files with revocation lists that are nobody's word. */
function unsigned(store: TrustStore): Trust['refused'] {
  const lists = store.revocationLists().filter(({ issuers }) => issuers.length === 0);
  return [...Map.groupBy(lists, ({ source }) => source)].map(([file, [first, ...more]]) => ({
    file,
    reason: `${more.length + 1} of its revocation lists ${more.length === 0 ? 'was' : 'were'} signed by no trusted CSCA: ${first?.list.issuer.text}`,
  }));
}
