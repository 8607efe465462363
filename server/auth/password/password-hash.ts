/** Passwords as argon2id PHC strings (RFC 9106). */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { invariant, ServiceUnavailable } from '../../core/errors.ts';
import { argon2id } from './argon2id.ts';

export interface PasswordCost {
  /** In KiB. */
  memory: number;
  passes: number;
  parallelism: number;
}

/** The minimum for argon2id in OWASP's Password Storage Cheat Sheet. */
export const PASSWORD_COST: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };

const SALT_BYTES = 16;
const HASH_BYTES = 32;

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

export interface HashingTurn {
  /** The network of a stranger. Leave it out for callers who have proved something; they go first. */
  network?: string;
  /** Runs when the turn comes. If it throws, nothing is hashed. */
  begin?: () => Promise<void>;
}

export async function hashPassword(password: string, cost: PasswordCost, turn: HashingTurn): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return phcOf(cost, salt, await derive(password, salt, HASH_BYTES, cost, turn));
}

/** Without a stored hash it takes as long as with one, so that timing reveals nothing. */
export async function verifyPassword(
  password: string,
  stored: string | undefined,
  cost: PasswordCost,
  turn: HashingTurn,
): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] = PHC.exec(stored ?? phcOf(cost, ...UNMATCHABLE)) ?? [];
  invariant(salt && hash, 'a stored password is an argon2id PHC string');
  const expected = Buffer.from(hash, 'base64');
  const spent = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const actual = await derive(password, Buffer.from(salt, 'base64'), expected.length, spent, turn);
  return timingSafeEqual(actual, expected) && stored !== undefined;
}

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/={1,2}$/, '');

const UNMATCHABLE = [randomBytes(SALT_BYTES), randomBytes(HASH_BYTES)] as const;

const phcOf = ({ memory, passes, parallelism }: PasswordCost, salt: Buffer, hash: Buffer) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(hash)}`;

const derive = (
  password: string,
  nonce: Buffer,
  tagLength: number,
  cost: PasswordCost,
  { network, begin }: HashingTurn,
): Promise<Buffer> =>
  inTurn(network, async () => {
    await begin?.();
    // The same password can arrive as different code points from different keyboards; NFC makes them equal.
    return argon2id({ message: password.normalize('NFC'), nonce, tagLength, ...cost });
  });

/** Half of Node's thread pool: file access and DNS lookups use it too, and must not wait for passwords. */
const RUNNING_AT_ONCE = 2;
const WAITING_AT_MOST = 500;

interface Waiting {
  start: () => void;
  refuse: (error: Error) => void;
}

/** Callers who have proved something: a correct password, a token or a code. */
const proven: Waiting[] = [];
/** Strangers by network, in the order of the networks' turns. */
const strangers = new Map<string, Waiting[]>();
let running = 0;
let waitingStrangers = 0;

/**
 * Hashing is slow on purpose, so a flood of sign-ins fills a queue. Callers who have proved something go first. Strangers take
 * turns by network, so that a flood from one network slows down only that network.
 * @throws ServiceUnavailable when too many wait.
 */
async function inTurn<T>(network: string | undefined, work: () => Promise<T>): Promise<T> {
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

/**
 * When the queue is full, the last caller of the network with the most waiting callers is refused, to make room for a network with
 * fewer.
 */
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
  // The network moves to the end of the order, or leaves it when nobody from it is waiting.
  strangers.delete(network);
  if (queue.length > 0) strangers.set(network, queue);
  waitingStrangers--;
  return next;
}

const tooMany = () => new ServiceUnavailable('Too many sign-ins at once. Try again shortly');
