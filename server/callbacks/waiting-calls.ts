/**
 * The calls of this process that wait for callbacks. An event of this process wakes its account's calls immediately. For events of
 * other processes, the database is polled every second, for all waiting accounts together and only while calls wait. A waiting call
 * holds neither a database connection nor a transaction.
 */
import { ServiceUnavailable, TooManyRequests } from '../core/errors.ts';

const PER_ACCOUNT = 5;
const IN_ALL = 500;
const LOOK_EVERY_MS = 1000;

export interface Place extends Disposable {
  /**
   * Resolves when there may be something after `position`, and also on timeout, when the client has disconnected or when the
   * service shuts down.
   */
  wait(position: number, ms: number): Promise<void>;
  leave(): void;
  readonly over: boolean;
}

export interface WaitingCalls {
  /**
   * When all places are taken, the account with the most gives one up to an account that has at least two fewer.
   * @throws TooManyRequests or ServiceUnavailable when no more calls may wait.
   */
  enter(merchant_id: number): Place;
  has(merchant_id: number): boolean;
  wake(merchant_id: number): void;
  end(): void;
}

/** `findPositions` returns the last position of each account that has one. */
export function createWaitingCalls(
  findPositions: (merchant_ids: number[]) => Promise<{ merchant_id: number; position: number }[]>,
  { most = IN_ALL }: { most?: number } = {},
): WaitingCalls {
  const accounts = new Map<number, Set<Waiting>>();
  let inAll = 0;
  let ended = false;
  const looks = createLooks(LOOK_EVERY_MS, async () => {
    // If the database fails now, it is polled again at the next interval, and by each call when its time is over.
    const found = await findPositions([...accounts.keys()]).catch(() => []);
    for (const { merchant_id, position } of found)
      for (const waiting of accounts.get(merchant_id) ?? []) if (waiting.position < position) waiting.wake();
    return inAll > 0;
  });

  function add(merchant_id: number, waiting: Waiting): void {
    const own = accounts.get(merchant_id) ?? new Set();
    accounts.set(merchant_id, own.add(waiting));
    inAll++;
    looks.begin();
  }

  function remove(merchant_id: number, waiting: Waiting): void {
    const own = accounts.get(merchant_id);
    if (!own?.delete(waiting)) return;
    waiting.wake();
    if (own.size === 0) accounts.delete(merchant_id);
    inAll--;
    if (inAll === 0) looks.end();
  }

  return {
    enter(merchant_id) {
      if (ended) throw new ServiceUnavailable('The server is shutting down. Try again shortly');
      const places = accounts.get(merchant_id)?.size ?? 0;
      if (places >= PER_ACCOUNT)
        throw new TooManyRequests(`${PER_ACCOUNT} calls of this account are already waiting for callbacks`, 5);
      if (inAll >= most) {
        const longest = longestOfRichest(accounts, places);
        longest.leave();
        longest[Symbol.dispose]();
      }
      const waiting: Waiting = new Waiting(() => remove(merchant_id, waiting));
      add(merchant_id, waiting);
      return waiting;
    },

    has: (merchant_id) => accounts.has(merchant_id),

    wake(merchant_id) {
      for (const waiting of accounts.get(merchant_id) ?? []) waiting.wake();
    },

    end() {
      ended = true;
      for (const own of accounts.values()) for (const waiting of own) waiting.leave();
    },
  };
}

/**
 * The longest wait of the account with the most places. That account must have at least two more than `places`, or two accounts
 * would displace each other forever.
 */
function longestOfRichest(accounts: Map<number, Set<Waiting>>, places: number): Waiting {
  const own = [...accounts.values()].reduce((most, next) => (next.size > most.size ? next : most));
  if (own.size < places + 2)
    throw new ServiceUnavailable('Too many calls are waiting for callbacks. Try again shortly');
  const [longest] = own;
  return longest!;
}

class Waiting implements Place {
  position = 0;
  over = false;
  wake: () => void = () => {};
  readonly #remove: () => void;

  constructor(remove: () => void) {
    this.#remove = remove;
  }

  [Symbol.dispose](): void {
    this.#remove();
  }

  leave(): void {
    this.over = true;
    this.wake();
  }

  wait(position: number, ms: number): Promise<void> {
    this.position = position;
    if (this.over) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.wake(), ms);
      this.wake = () => {
        clearTimeout(timer);
        this.wake = () => {};
        resolve();
      };
    });
  }
}

function createLooks(every_ms: number, look: () => Promise<boolean>) {
  let timer: NodeJS.Timeout | undefined;
  function begin(): void {
    timer ??= setTimeout(async () => {
      timer = undefined;
      if (await look()) begin();
    }, every_ms).unref();
  }
  return {
    begin,
    end() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
