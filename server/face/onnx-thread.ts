/** Runs in its own thread: loads the model and computes its outputs. WebAssembly would block the main thread. */
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { InferenceSession } from 'onnxruntime-web';
import {
  type FaceModel,
  ModelUnusable,
  type OnnxAnswer,
  type PictureInput,
  pictureInput,
  pictureNumbers,
} from './onnx-model.ts';

interface Loaded {
  session: InferenceSession;
  input: PictureInput;
  /** The length of an embedding. */
  numbers: number;
}

const model = workerData as FaceModel;
const runtime = await import('onnxruntime-web').catch(() => undefined);
const loaded = load();
parentPort?.on('message', async (rgb: Uint8Array) => {
  parentPort?.postMessage(await answer(async () => ({ embedding: await outputOf(await loaded, rgb) })));
});
parentPort?.postMessage(
  await answer(async () => {
    const { input, numbers } = await loaded;
    return { input, numbers };
  }),
);

/** A grey picture is passed through the model once, so that an unusable model is detected at startup. */
async function load(): Promise<Loaded> {
  if (!runtime)
    throw new ModelUnusable('the package onnxruntime-web is not installed. Run npm install onnxruntime-web');
  runtime.env.wasm.numThreads = 1;
  const session = await runtime.InferenceSession.create(new Uint8Array(await readFile(model.file)));
  const [first] = session.inputMetadata;
  const input = pictureInput(first?.isTensor ? first.shape : []);
  const grey = new Uint8Array(input.width * input.height * 3).fill(127);
  const { length } = await outputOf({ session, input }, grey);
  return { session, input, numbers: length };
}

async function outputOf({ session, input }: Omit<Loaded, 'numbers'>, rgb: Uint8Array): Promise<Float32Array> {
  const [name = ''] = session.inputNames;
  const tensor = new runtime!.Tensor('float32', pictureNumbers(rgb, input, model), input.shape);
  const { [session.outputNames[0] ?? '']: output } = await session.run({ [name]: tensor });
  if (!(output?.data instanceof Float32Array)) throw new ModelUnusable('does not output 32-bit numbers');
  return output.data;
}

async function answer(work: () => Promise<OnnxAnswer>): Promise<OnnxAnswer> {
  try {
    return await work();
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
