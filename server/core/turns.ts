/** Work of milliseconds on the thread that answers calls: between two pieces of it everybody else who waits is answered. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** @returns what waits for a turn of the event loop that no other piece of work was given. What follows it must not wait again. */
export function createTurns(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(() => nextTurn());
    return last;
  };
}
