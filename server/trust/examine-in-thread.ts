/** The thread lives only for one examination, which is rare: after a change to what is trusted. */
import { Worker } from 'node:worker_threads';
import type { Examination, TrustMaterial } from './trust-examination.ts';

export function examineInThread(material: TrustMaterial): Promise<Examination> {
  const worker = new Worker(new URL('./trust-thread.ts', import.meta.url), { workerData: material });
  return new Promise<Examination>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`The thread that examines trust exited with ${code}`)));
  }).finally(() => worker.terminate());
}
