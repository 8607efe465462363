/** Adds to Node 20 what the service uses of Node 24. Loaded first in the process and the threads of `@sigill/testing`. */
import { Worker } from 'node:worker_threads';

Map.groupBy ??= <K, T>(items: Iterable<T>, keyOf: (item: T, at: number) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>();
  let at = 0;
  for (const item of items) {
    const key = keyOf(item, at++);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
};

Promise.withResolvers ??= <T>() => {
  let resolve!: PromiseWithResolvers<T>['resolve'];
  let reject!: PromiseWithResolvers<T>['reject'];
  const promise = new Promise<T>((...given) => {
    [resolve, reject] = given;
  });
  return { promise, resolve, reject };
};

/** A copy is enough, because the service transfers buffers only to free them. */
ArrayBuffer.prototype.transfer ??= function (this: ArrayBuffer, length = this.byteLength) {
  const copy = this.slice(0, length);
  structuredClone(this, { transfer: [this] });
  return copy;
};

/**
 * Measures the whole process, because older versions cannot measure one thread. On a busy machine, we therefore give up on a slow
 * image sooner.
 */
process.threadCpuUsage ??= process.cpuUsage;
Worker.prototype.cpuUsage ??= async () => process.cpuUsage();
