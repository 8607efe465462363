/** Runs in its own thread: loads the models and computes their outputs. WebAssembly would block the main thread. */
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { InferenceSession } from 'onnxruntime-web';
import sharp from 'sharp';
import {
  type FaceModel,
  likeness,
  livingProbability,
  ModelUnusable,
  type OnnxAnswer,
  type OnnxModels,
  type OnnxQuestion,
  type PictureInput,
  pictureInput,
  pictureNumbers,
} from './onnx-model.ts';

interface Loaded {
  model: FaceModel;
  session: InferenceSession;
  input: PictureInput;
}

sharp.cache(false);
sharp.concurrency(1);

const models = workerData as OnnxModels;
const runtime = await import('onnxruntime-web').catch(() => undefined);
const loaded = await attempt(loadAll);
parentPort?.on('message', async (question: OnnxQuestion) =>
  parentPort?.postMessage(await answer(() => scoresOf(question))),
);
parentPort?.postMessage('error' in loaded ? loaded : ({ scores: [] } satisfies OnnxAnswer));

async function loadAll() {
  if (!runtime)
    throw new ModelUnusable('the package onnxruntime-web is not installed. Run npm install onnxruntime-web');
  runtime.env.wasm.numThreads = 1;
  return { match: await load(models.match), liveness: models.liveness && (await load(models.liveness)) };
}

/** A grey picture is passed through the model once, so that an unusable model is detected at startup. */
async function load(model: FaceModel): Promise<Loaded> {
  const tried = await attempt(() => proved(model));
  if ('value' in tried) return tried.value;
  throw new ModelUnusable(`${model.file}: ${tried.error}`);
}

async function proved(model: FaceModel): Promise<Loaded> {
  const session = await runtime!.InferenceSession.create(new Uint8Array(await readFile(model.file)));
  const [first] = session.inputMetadata;
  const input = pictureInput(first?.isTensor ? first.shape : []);
  const found = { model, session, input };
  await outputOf(found, new Uint8Array(input.width * input.height * 3).fill(127));
  return found;
}

async function scoresOf({ task, images }: OnnxQuestion): Promise<number[]> {
  if ('error' in loaded) throw new ModelUnusable(loaded.error);
  const { match, liveness } = loaded.value;
  const outputs: Float32Array[] = [];
  const used = task === 'match' ? match : liveness!;
  for (const image of images) outputs.push(await outputOf(used, await pixelsOf(image, used.input)));
  const [reference = new Float32Array(), ...others] = outputs;
  if (task === 'match') return others.map((other) => likeness(reference, other));
  return outputs.map((output) => livingProbability(output, models.liveness!.living_class));
}

const pixelsOf = (image: Uint8Array, { width, height }: PictureInput): Promise<Uint8Array> =>
  sharp(image).resize(width, height, { fit: 'cover' }).removeAlpha().toColourspace('srgb').raw().toBuffer();

async function outputOf({ model, session, input }: Loaded, rgb: Uint8Array): Promise<Float32Array> {
  const [name = ''] = session.inputNames;
  const tensor = new runtime!.Tensor('float32', pictureNumbers(rgb, input, model), input.shape);
  const { [session.outputNames[0] ?? '']: output } = await session.run({ [name]: tensor });
  if (!(output?.data instanceof Float32Array)) throw new ModelUnusable('does not output 32-bit numbers');
  return output.data;
}

async function answer(work: () => Promise<number[]>): Promise<OnnxAnswer> {
  const done = await attempt(work);
  return 'error' in done ? done : { scores: done.value };
}

async function attempt<T>(work: () => Promise<T>): Promise<{ value: T } | { error: string }> {
  try {
    return { value: await work() };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
