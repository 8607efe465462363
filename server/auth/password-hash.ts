/** Passwords as argon2id PHC strings (RFC 9106). */
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { invariant, ServiceUnavailable } from '../errors.ts';

const MEMORY_KIB = 19_456;
const PASSES = 2;
const PARALLELISM = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Half of Node's thread pool, so that files and names are never behind passwords. */
const RUNNING_AT_ONCE = 2;
const WAITING_AT_MOST = 500;

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const cost = { memory: MEMORY_KIB, passes: PASSES, parallelism: PARALLELISM };
  const hash = await argon2id(password, salt, HASH_BYTES, cost);
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}$${encode(salt)}$${encode(hash)}`;
}

/** Whether the password is the hashed one. Without a hash the same work is done for the same answer: no. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] = PHC.exec(stored ?? UNMATCHABLE) ?? [];
  invariant(salt && hash, 'a stored password is an argon2id PHC string');
  const expected = Buffer.from(hash, 'base64');
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const actual = await argon2id(password, Buffer.from(salt, 'base64'), expected.length, cost);
  return timingSafeEqual(actual, expected) && stored !== undefined;
}

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

const UNMATCHABLE = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}$${encode(randomBytes(SALT_BYTES))}$${encode(randomBytes(HASH_BYTES))}`;

let running = 0;
const waiting: (() => void)[] = [];

async function argon2id(
  password: string,
  nonce: Buffer,
  tagLength: number,
  cost: { memory: number; passes: number; parallelism: number },
): Promise<Buffer> {
  if (running >= RUNNING_AT_ONCE) {
    if (waiting.length >= WAITING_AT_MOST) throw new ServiceUnavailable('Too many sign-ins at once: try again shortly');
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running++;
  try {
    // One password typed on two keyboards may be two sequences of code points; NFC makes them one.
    return await derive('argon2id', { message: password.normalize('NFC'), nonce, tagLength, ...cost });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
