/** Splits long work on the main thread: between two pieces of a few milliseconds, all waiting requests are served. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * @returns a function that waits for a turn of the event loop in which no other piece of work runs. The piece that follows must
 * not wait again.
 */
export function createTurns(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(() => nextTurn());
    return last;
  };
}
