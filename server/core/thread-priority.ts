/**
 * Lets the thread that answers calls go first where other threads want the same processor. Only Linux has priorities of threads,
 * so elsewhere nothing happens.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Where all want it, Linux gives a thread of this priority a ninth of what it gives one of priority 0. What others leave it has for itself. */
const BEHIND = 10;

/** What libuv calls the threads in which Node lets sharp work, since 1.50. Those of an older one keep their priority. */
const OF_POOL = 'libuv-worker';

/** Puts the thread that calls it behind. */
export function stepBehind(): void {
  putBehind(() => [readlinkSync('/proc/thread-self').split('/').at(-1)!]);
}

/** Puts the threads of Node's pool behind. All threads of the process share them, and they are there once one has used them. */
export function putPoolBehind(): void {
  const nameOf = (thread: string) => readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim();
  putBehind(() => readdirSync('/proc/self/task').filter((thread) => nameOf(thread) === OF_POOL));
}

function putBehind(threads: () => string[]): void {
  if (process.platform !== 'linux') return;
  try {
    for (const thread of threads()) setPriority(Number(thread), BEHIND);
  } catch {
    // Without /proc, where the system forbids it, or of a thread that ends meanwhile: they work as before.
  }
}
