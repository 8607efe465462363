/** Finds, describes and cuts out faces, in a thread of this process. Nothing leaves the machine. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Picture, Question, Size } from './picture.ts';

export { matchOf } from './match.ts';
export type { Picture, Size } from './picture.ts';
export { DEMONSTRATION_THRESHOLD } from './thresholds.ts';

/**
 * Both return undefined for a picture without a face, and for one with a second face of similar size.
 * @throws when the thread failed or did not respond in time. The next call starts another thread.
 */
export interface FaceEngine {
  /** Describes the face by 1,024 numbers; `matchOf` compares two. */
  embed(picture: Picture): Promise<Float32Array | undefined>;
  /** Cuts out the face as models of the ArcFace family expect it: red, green and blue of each pixel. */
  align(picture: Picture, size?: Size): Promise<Uint8Array | undefined>;
  close(): Promise<void>;
}

const ARCFACE: Size = { width: 112, height: 112 };

type Answer<T> = { value: T } | { error: string };

/** The first call starts the thread and loads its models; `timeout_ms` includes both. */
export function createFaceEngine({ timeout_ms = 45_000 } = {}): FaceEngine {
  let worker: Worker | undefined;
  /** The previous request. Requests run one at a time, because the thread uses one processor. */
  let last: Promise<unknown> = Promise.resolve();

  async function ask<T>(question: Question): Promise<T> {
    worker ??= new Worker(new URL('./thread.mjs', import.meta.url));
    worker.ref();
    try {
      worker.postMessage(question);
      const [answer] = (await once(worker, 'message', { signal: AbortSignal.timeout(timeout_ms) })) as [Answer<T>];
      if ('value' in answer) return answer.value;
      throw new Error(answer.error);
    } catch (error) {
      const broken = worker;
      worker = undefined;
      await broken.terminate();
      throw error;
    } finally {
      // An idle thread must not keep the process alive.
      worker?.unref();
    }
  }

  function inTurn<T>(question: Question): Promise<T> {
    const answer = last.then(() => ask<T>(question));
    last = answer.catch(() => {});
    return answer;
  }

  return {
    embed: (picture) => inTurn({ picture }),
    align: (picture, size = ARCFACE) => inTurn({ picture, size }),
    async close() {
      await last;
      await worker?.terminate();
      worker = undefined;
    },
  };
}
