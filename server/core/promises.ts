import { setImmediate as nextTurn } from 'node:timers/promises';

/** A failure is not cached: the next call tries again. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work().catch((error) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}

/** For work that may never end, such as a request to an unreachable host. @throws when it does not finish in time. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/**
 * @returns a function that gives each of its callers a turn of the event loop for itself. What a caller does in its turn must be
 * synchronous.
 */
export function createTurns(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(() => nextTurn());
    return last;
  };
}
