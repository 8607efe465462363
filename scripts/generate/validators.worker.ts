/** Compiling validators takes a third of the time: a thread of its own does it beside the rest. */
import { parentPort, workerData } from 'node:worker_threads';
import { validators } from './validators.ts';

parentPort?.postMessage(validators(workerData));
