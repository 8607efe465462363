/** What the service trusts: the anchors that an operator has placed in a folder or imported, and the specimen issuer. */
import { createTrustStore, type TrustSource, type TrustStore } from '@sigill/emrtd';
import { once } from '../core/once.ts';
import { examineInThread } from './examine-in-thread.ts';
import { type Imported, type ImportedSource, NOTHING_IMPORTED } from './imported.service.ts';
import {
  type Examination,
  type ReadTrust,
  type RefusedFile,
  readMaterial,
  refusedFiles,
  type TrustMaterial,
} from './trust-examination.ts';
import type { TrustFile } from './trust-folder.ts';

export interface Trust {
  readonly live: TrustStore;
  /** Is made when the first demo asks for it. */
  demo(): Promise<TrustStore>;
  /** Is made when the first specimen session asks for it. It knows no real issuer. */
  specimens(): Promise<TrustStore>;
  /** What cannot be used, one entry for each file. */
  readonly refused: RefusedFile[];
  readonly files: TrustFile[];
  readonly imported: ImportedSource[];
  /** Of what was imported. Another one in the database means that trust has changed. */
  readonly version: number;
  /** What every certificate and list is good for. The first who asks waits for a thread, and nobody else does. */
  examination(): Promise<Examination>;
  /** What an operator should renew, as the worker found it last. */
  warnings: string[];
  /** Reads the folder again, and goes over to what is imported now. Verifications go on with the earlier trust until then. */
  renew(imported: Imported): Promise<void>;
}

type Current = Omit<Trust, 'renew' | 'warnings'>;

/**
 * Specimen issuers are trusted for demo and specimen sessions, and for live ones in local mode only. In production nothing asks for
 * their certificates before the first of those.
 */
export async function createTrust(
  folder: string | undefined,
  specimens: () => Promise<Uint8Array[]>,
  mode: 'local' | 'production',
  imported = NOTHING_IMPORTED,
): Promise<Trust> {
  const specimen = once(
    async (): Promise<TrustSource> => ({
      name: 'Specimen issuers',
      certificates: await specimens(),
      specimen: true,
    }),
  );
  const specimenStore = once(async () => createTrustStore([await specimen()]));

  async function assemble({ version, sources: imported }: Imported, known?: Examination): Promise<Current> {
    const material: TrustMaterial = { folder, imported };
    const read: ReadTrust = known ?? readMaterial(material);
    const { files, sources } = read;
    const demo = once(async () => createTrustStore([...sources, await specimen()]));
    const live = mode === 'local' ? await demo() : createTrustStore(sources);
    // Takes a second for a master list, in small turns; nobody waits for it.
    void live.prove();
    return {
      live,
      demo,
      specimens: specimenStore,
      refused: known?.refused ?? refusedFiles(material, read, live),
      files,
      imported,
      version,
      examination: once(
        async () => known ?? (sources.length === 0 ? { ...read, refused: [], states: [] } : examineInThread(material)),
      ),
    };
  }

  let current = await assemble(imported);
  return {
    warnings: [],
    get live() {
      return current.live;
    },
    demo: () => current.demo(),
    specimens: specimenStore,
    get refused() {
      return current.refused;
    },
    get files() {
      return current.files;
    },
    get imported() {
      return current.imported;
    },
    get version() {
      return current.version;
    },
    examination: () => current.examination(),
    async renew(imported) {
      const examination = await examineInThread({ folder, imported: imported.sources });
      current = await assemble(imported, examination);
    },
  };
}
