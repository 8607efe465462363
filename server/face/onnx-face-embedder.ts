/** Describes faces with the operator's own model, in a thread of this process: no picture leaves the machine. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { StartError } from '../core/start-error.ts';
import type { FaceEmbedder } from './embedding-matcher.ts';
import { loadFacePackage, pictureOf } from './face-engine.ts';
import { type FaceModel, ModelUnusable, type OnnxAnswer, type PictureInput } from './onnx-model.ts';

const TIMEOUT_MS = 15_000;

export interface OnnxFaceConfig {
  model: FaceModel;
  provider: string;
  match_threshold: number;
}

/** @throws StartError when the model is unusable, so that this shows at startup rather than during a verification. */
export async function createOnnxFaceEmbedder(
  { model, provider, match_threshold }: OnnxFaceConfig,
  { timeout_ms = TIMEOUT_MS } = {},
): Promise<FaceEmbedder> {
  const face = await loadFacePackage();
  if (!face) throw new StartError('FACE_MODEL requires the package @sigill/face, which finds and aligns the faces.');
  const engine = face.createFaceEngine();
  const first = await startModel(model).catch((error: Error) => {
    throw new StartError(`FACE_MODEL cannot be used: ${model.file}: ${error.message}`);
  });
  let running: RunningModel | undefined = first;

  return {
    name: 'onnx',
    provider,
    threshold: match_threshold,
    async embed(image) {
      const rgb = await engine.align(await pictureOf(image), first.input);
      if (!rgb) return undefined;
      running ??= await startModel(model);
      try {
        return await embeddingOf(running.worker, rgb, timeout_ms);
      } catch (error) {
        await running.worker.terminate();
        running = undefined;
        throw error;
      }
    },
    async close() {
      await Promise.all([engine.close(), running?.worker.terminate()]);
    },
  };
}

interface RunningModel {
  worker: Worker;
  input: PictureInput;
  numbers: number;
}

export async function startModel(model: FaceModel): Promise<RunningModel> {
  const worker = new Worker(new URL('./onnx-thread.ts', import.meta.url), { workerData: model });
  const [answer] = (await once(worker, 'message')) as [OnnxAnswer];
  worker.unref();
  if ('input' in answer) return { worker, ...answer };
  await worker.terminate();
  throw new ModelUnusable('error' in answer ? answer.error : 'no response');
}

async function embeddingOf(worker: Worker, rgb: Uint8Array, timeout_ms: number): Promise<Float32Array> {
  worker.ref();
  try {
    worker.postMessage(rgb);
    const [answer] = (await once(worker, 'message', { signal: AbortSignal.timeout(timeout_ms) })) as [OnnxAnswer];
    if ('embedding' in answer && answer.embedding.length > 0 && answer.embedding.every(Number.isFinite))
      return answer.embedding;
    throw new ModelUnusable('error' in answer ? answer.error : 'The model returned no valid embedding');
  } finally {
    worker.unref();
  }
}
