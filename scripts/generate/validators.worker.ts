/** Compiles the validators in a separate thread, because this is a large part of the generation. */
import { parentPort, workerData } from 'node:worker_threads';
import { validators } from './validators.ts';

parentPort?.postMessage(validators(workerData));
