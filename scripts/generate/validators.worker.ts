/** Compiles the validators in a separate thread, because this is a third of the total generation time. */
import { parentPort, workerData } from 'node:worker_threads';
import { validators } from './validators.ts';

parentPort?.postMessage(validators(workerData));
