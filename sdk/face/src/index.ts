/** Compares a portrait with live pictures of a person, in a thread of this process. Nothing leaves the machine. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FaceReport, Picture, Question } from './report.ts';

export { matchOf } from './match.ts';
export type { AttackSignal, FaceReport, Picture } from './report.ts';
export { LIVENESS_THRESHOLD, MATCH_THRESHOLD } from './thresholds.ts';

export interface FaceEngine {
  /**
   * Compares the portrait with each live picture, and looks for signs of an attack in them.
   * @throws when the thread failed or did not respond in time. The next call starts another thread.
   */
  examine(portrait: Picture, live: readonly Picture[]): Promise<FaceReport>;
  /** The embedding of the face in a picture, if it has one: for calibration. `matchOf` compares two. */
  embed(picture: Picture): Promise<Float32Array | undefined>;
  close(): Promise<void>;
}

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
    examine: (portrait, live) => inTurn({ portrait, live }),
    embed: (picture) => inTurn({ portrait: picture }),
    async close() {
      await last;
      await worker?.terminate();
      worker = undefined;
    },
  };
}
