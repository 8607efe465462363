/**
 * Decides who may hash a password next. Hashing is slow on purpose, so a flood of sign-ins fills a queue. Callers who have proved
 * something go first. Strangers take turns by network, so that a flood from one network slows down only that network.
 */
import { ServiceUnavailable } from '../../core/errors.ts';

/** Half of Node's thread pool: file access and DNS lookups use it too, and must not wait for passwords. */
const RUNNING_AT_ONCE = 2;
const WAITING_AT_MOST = 500;

interface Waiting {
  start: () => void;
  refuse: (error: Error) => void;
}

/** Callers who have proved something: a correct password, a token or a code. */
const proven: Waiting[] = [];
/** By network, in the order of their turns. */
const strangers = new Map<string, Waiting[]>();
let running = 0;
let waitingStrangers = 0;

/**
 * Runs `work` when its turn comes. Strangers give their `network`; without one the caller has proved something.
 * @throws ServiceUnavailable when too many wait.
 */
export async function inTurn<T>(network: string | undefined, work: () => Promise<T>): Promise<T> {
  if (running < RUNNING_AT_ONCE) running++;
  else await new Promise<void>((start, refuse) => enqueue(network, { start, refuse }));
  try {
    return await work();
  } finally {
    const next = takeNext();
    if (next) next.start();
    else running--;
  }
}

function enqueue(network: string | undefined, waiting: Waiting): void {
  if (network === undefined) {
    if (proven.length >= WAITING_AT_MOST) throw tooMany();
    proven.push(waiting);
    return;
  }
  const own = strangers.get(network) ?? [];
  if (waitingStrangers >= WAITING_AT_MOST) makeRoom(own.length);
  strangers.set(network, own);
  own.push(waiting);
  waitingStrangers++;
}

/** When the queue is full, the network with the most places gives its last one to a network with fewer. */
function makeRoom(own: number): void {
  const longest = [...strangers.values()].reduce((most, queue) => (queue.length > most.length ? queue : most));
  if (longest.length <= own + 1) throw tooMany();
  longest.pop()!.refuse(tooMany());
  waitingStrangers--;
}

function takeNext(): Waiting | undefined {
  const first = proven.shift();
  if (first) return first;
  const [turn] = strangers;
  if (!turn) return undefined;
  const [network, queue] = turn;
  const next = queue.shift();
  // The network moves to the end of the order, or leaves it when none of its callers are waiting.
  strangers.delete(network);
  if (queue.length > 0) strangers.set(network, queue);
  waitingStrangers--;
  return next;
}

const tooMany = () => new ServiceUnavailable('Too many sign-ins at once. Try again shortly');
