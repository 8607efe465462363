import { parentPort, workerData } from 'node:worker_threads';
import { examine, type TrustMaterial } from './trust-examination.ts';

parentPort?.postMessage(examine(workerData as TrustMaterial));
