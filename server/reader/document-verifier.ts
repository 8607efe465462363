/** Verifies documents in threads, so that nobody else's call waits for their signatures. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Evidence, Policy, TrustSource, Verification } from '@sigill/emrtd';
import type { Logger } from '../core/log.ts';
import { createThreadPool, ThreadFailed } from '../core/thread-pool.ts';
import type { TrustKind } from '../trust/trust.ts';

export type DocumentVerifier = ReturnType<typeof createDocumentVerifier>;

interface VerifierTask {
  kind: TrustKind;
  evidence: Evidence;
  policy: Omit<Policy, 'trust'>;
  /** Signers of this document that are not among the sources. */
  signers: Uint8Array[];
}

export interface VerifierRequest extends VerifierTask {
  sources?: TrustSource[];
}

/** Verifying a document takes milliseconds, but the first one waits until its thread has read the certificates of all States. */
const TIMEOUT_MS = 5_000;
/** Longer than for images, because a new thread has to verify the certificates of all States again. */
const IDLE_MS = 600_000;
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };
const ATTEMPTS = 2;

const THREADS = Math.max(1, availableParallelism() - 1);

export function createDocumentVerifier({ log }: { log: Logger }) {
  const poolOf = (most: number) =>
    createThreadPool<VerifierRequest, Verification>({ start, most, timeout_ms: TIMEOUT_MS, idle_ms: IDLE_MS });
  // Free sessions have a thread of their own, so that they never delay paid ones.
  const pools = { paid: poolOf(THREADS), free: poolOf(1) };
  const known = new WeakMap<Worker, Map<TrustKind, TrustSource[]>>();

  function requestFor(worker: Worker, task: VerifierTask, sources: TrustSource[]): VerifierRequest {
    const sent = known.get(worker) ?? new Map<TrustKind, TrustSource[]>();
    known.set(worker, sent);
    if (sent.get(task.kind) === sources) return task;
    sent.set(task.kind, sources);
    return { ...task, sources };
  }

  return {
    /**
     * Retries once in another thread.
     * @param sources must be the same array until trust changes
     * @throws ThreadFailed when both threads failed
     */
    async verify(task: VerifierTask, sources: TrustSource[]): Promise<Verification> {
      const pool = pools[task.kind === 'live' ? 'paid' : 'free'];
      for (let attempt = 1; ; attempt++) {
        try {
          return (await pool.ask((worker) => requestFor(worker, task, sources))).reply;
        } catch (error) {
          if (!(error instanceof ThreadFailed)) throw error;
          log.error({ err: error, attempt }, 'a thread that verifies documents failed');
          if (attempt === ATTEMPTS) throw error;
        }
      }
    },
    async close(): Promise<void> {
      await Promise.all(Object.values(pools).map((pool) => pool.close()));
    },
  };
}

const start = () => new Worker(new URL('./verifier-thread.ts', import.meta.url), { resourceLimits: MEMORY });
