/** Compares faces with the operator's own models, in a thread of this process: no picture leaves the machine. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { StartError } from '../core/start-error.ts';
import { type FaceMatcher, FaceMatcherUnavailable, judged } from './face-matcher.ts';
import type { OnnxAnswer, OnnxModels, OnnxQuestion } from './onnx-model.ts';

/** Two requests and the image conversion must fit into the time after which another process takes over the verdict. */
const TIMEOUT_MS = 15_000;

export interface OnnxFaceMatcherConfig {
  models: OnnxModels;
  match_threshold: number;
  liveness_threshold: number | undefined;
}

/** @throws StartError when a model is unusable, so that this shows at startup rather than during a verification. */
export async function createOnnxFaceMatcher(
  { models, match_threshold, liveness_threshold }: OnnxFaceMatcherConfig,
  { timeout_ms = TIMEOUT_MS } = {},
): Promise<FaceMatcher> {
  let worker: Worker | undefined = await start(models);
  /** One request at a time, because the thread uses one processor. */
  let last: Promise<unknown> = Promise.resolve();

  async function ask(question: OnnxQuestion): Promise<number[]> {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    await before;
    try {
      worker ??= await start(models);
      return await answerOf(worker, question, timeout_ms);
    } catch (error) {
      await worker?.terminate();
      worker = undefined;
      throw error instanceof StartError ? new FaceMatcherUnavailable(error.message) : error;
    } finally {
      resolve();
    }
  }

  return {
    name: 'onnx',
    async match(reference, live) {
      const scores = await ask({ task: 'match', images: [reference, ...live] });
      return judged(Math.min(...scores), match_threshold);
    },
    ...(liveness_threshold !== undefined && {
      async liveness(frames) {
        const scores = await ask({ task: 'liveness', images: frames });
        return judged(scores.reduce((sum, score) => sum + score, 0) / scores.length, liveness_threshold);
      },
    }),
    async close() {
      await worker?.terminate();
    },
  };
}

async function start(models: OnnxModels): Promise<Worker> {
  const worker = new Worker(new URL('./onnx-thread.ts', import.meta.url), { workerData: models });
  try {
    const [answer] = (await once(worker, 'message')) as [OnnxAnswer];
    worker.unref();
    if (!('error' in answer)) return worker;
    throw new StartError(`FACE_MODEL or FACE_LIVENESS_MODEL cannot be used: ${answer.error}`);
  } catch (error) {
    await worker.terminate();
    throw error instanceof StartError ? error : new StartError(`The face models cannot be loaded: ${error}`);
  }
}

async function answerOf(worker: Worker, question: OnnxQuestion, timeout_ms: number): Promise<number[]> {
  worker.ref();
  try {
    worker.postMessage(question);
    const [answer] = (await once(worker, 'message', { signal: AbortSignal.timeout(timeout_ms) })) as [OnnxAnswer];
    if ('scores' in answer && answer.scores.length > 0 && answer.scores.every(Number.isFinite)) return answer.scores;
    throw new FaceMatcherUnavailable('error' in answer ? answer.error : 'The model returned no valid score');
  } catch (error) {
    if (error instanceof FaceMatcherUnavailable) throw error;
    throw new FaceMatcherUnavailable('The face models did not respond', { cause: error });
  } finally {
    worker.unref();
  }
}
