/**
 * Who may hash a password next. Hashing is slow on purpose, so a flood makes a queue; whoever has proved something goes first, and
 * strangers take turns by network, so that a flood from one network slows down that network.
 */
import { ServiceUnavailable } from '../core/errors.ts';

/** Half of Node's thread pool, so that files and names are never behind passwords. */
const RUNNING_AT_ONCE = 2;
const WAITING_AT_MOST = 500;

interface Waiting {
  start: () => void;
  refuse: (error: Error) => void;
}

const known: Waiting[] = [];
/** In the order of their turns. */
const strangers = new Map<string, Waiting[]>();
let running = 0;
let waitingStrangers = 0;

/** Runs `work` when its turn comes. `network` is that of a stranger. @throws ServiceUnavailable when too many wait. */
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
    if (known.length >= WAITING_AT_MOST) throw tooMany();
    known.push(waiting);
    return;
  }
  const own = strangers.get(network) ?? [];
  if (waitingStrangers >= WAITING_AT_MOST) makeRoom(own.length);
  strangers.set(network, own);
  own.push(waiting);
  waitingStrangers++;
}

/** The network that takes the most places gives up its last one to a network that takes fewer. */
function makeRoom(own: number): void {
  const longest = [...strangers.values()].reduce((most, queue) => (queue.length > most.length ? queue : most));
  if (longest.length <= own + 1) throw tooMany();
  longest.pop()!.refuse(tooMany());
  waitingStrangers--;
}

function takeNext(): Waiting | undefined {
  const first = known.shift();
  if (first) return first;
  const [turn] = strangers;
  if (!turn) return undefined;
  const [network, queue] = turn;
  const next = queue.shift();
  // Behind all others, or gone.
  strangers.delete(network);
  if (queue.length > 0) strangers.set(network, queue);
  waitingStrangers--;
  return next;
}

const tooMany = () => new ServiceUnavailable('Too many sign-ins at once: try again shortly');
