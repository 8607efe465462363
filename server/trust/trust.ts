/** What the service trusts: the anchors that an operator has placed in a folder or imported, and the specimen issuer. */
import { Worker } from 'node:worker_threads';
import { createTrustStore, type TrustSource, type TrustStore } from '@sigill/emrtd';
import { once } from '../core/promises.ts';
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

/** Demos also accept specimens. Specimen sessions accept nothing else. */
export type TrustKind = 'live' | 'demo' | 'specimens';

export interface Trust {
  /**
   * The store for live sessions, used by the operator's commands and the status. Documents are verified in threads, which build
   * their own stores from `sources`.
   */
  readonly live: TrustStore;
  /** Returns the same array until trust is renewed. The specimens' issuer is created when the first session needs it. */
  sources(kind: TrustKind): Promise<TrustSource[]>;
  readonly refused: RefusedFile[];
  readonly files: TrustFile[];
  readonly imported: ImportedSource[];
  /** If the database has a different version, trust must be renewed. */
  readonly version: number;
  /** The first call waits for a thread, which blocks nothing else. */
  examination(): Promise<Examination>;
  warnings: string[];
  /** Verifications use the earlier trust until this is complete. */
  renew(imported: Imported): Promise<void>;
}

/**
 * Specimen issuers are trusted for demo and specimen sessions, and for live ones only in local mode. In production their
 * certificates are created when the first such session needs them.
 */
export async function createTrust(
  folder: string | undefined,
  specimens: () => Promise<Uint8Array[]>,
  mode: 'local' | 'production',
  imported = NOTHING_IMPORTED,
): Promise<Trust> {
  const specimen = once(async () => ({ name: 'Specimen issuers', certificates: await specimens(), specimen: true }));
  const specimenSources = once(async () => [await specimen()]);

  async function assemble(
    { version, sources: imported }: Imported,
    known?: Examination,
  ): Promise<Omit<Trust, 'renew' | 'warnings'>> {
    const material = { folder, imported };
    const read: ReadTrust = known ?? readMaterial(material);
    const { files, sources } = read;
    const demo = once(async () => [...sources, await specimen()]);
    const live_sources = mode === 'local' ? await demo() : sources;
    const live = createTrustStore(live_sources);
    const kinds = { live: async () => live_sources, demo, specimens: specimenSources };
    return {
      live,
      sources: (kind) => kinds[kind](),
      refused: known?.refused ?? refusedFiles(material, read, live),
      files,
      imported,
      version,
      examination: once(
        async () => known ?? (sources.length === 0 ? { ...read, refused: [], states: [] } : examineInThread(material)),
      ),
    };
  }

  const trust: Trust = {
    ...(await assemble(imported)),
    warnings: [],
    async renew(imported) {
      const examination = await examineInThread({ folder, imported: imported.sources });
      Object.assign(trust, await assemble(imported, examination));
    },
  };
  return trust;
}

/** One thread per examination: examinations are rare, because trust seldom changes. */
function examineInThread(material: TrustMaterial): Promise<Examination> {
  const worker = new Worker(new URL('./trust-thread.ts', import.meta.url), { workerData: material });
  return new Promise<Examination>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`The thread that examines trust exited with ${code}`)));
  }).finally(() => worker.terminate());
}
