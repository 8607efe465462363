/** Runs in its own thread: WebAssembly would block the caller's. */
import { parentPort } from 'node:worker_threads';
import { embed, examine } from './examine.ts';
import { loadModels } from './models.ts';
import type { Question } from './report.ts';

const models = loadModels();
models.catch(() => {});

parentPort?.on('message', async ({ portrait, live }: Question) => {
  try {
    const value = live ? await examine(await models, portrait, live) : await embed(await models, portrait);
    parentPort?.postMessage({ value });
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
});
