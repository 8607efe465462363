/** Runs in its own thread: WebAssembly would block the caller's. */
import { parentPort } from 'node:worker_threads';
import { align, embed } from './face.ts';
import { loadModels } from './models.ts';
import type { Question } from './picture.ts';

const models = loadModels();
models.catch(() => {});

parentPort?.on('message', async ({ picture, size }: Question) => {
  try {
    const value = size ? await align(await models, picture, size) : await embed(await models, picture);
    parentPort?.postMessage({ value });
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
});
