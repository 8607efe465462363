import { createHmac, hash, type KeyObject, randomInt, timingSafeEqual } from 'node:crypto';
import type { Deps } from '../core/deps.ts';
import { randomBytes } from '../core/random-bytes.ts';

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** 256 random bits cannot be guessed, even by someone who has their plain hash. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

export const randomText = (length: number, alphabet = ALPHANUMERIC): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Hashes the text rather than the bytes it encodes, because base64 has several spellings of the same bytes. */
export const hashSecret = (secret: string | Uint8Array): Buffer => hash('sha256', secret, 'buffer');

export const hashToken = (token: string): string => hash('sha256', token, 'base64url');

export const matchesHash = (secret: string, hash: Uint8Array): boolean => timingSafeEqual(hashSecret(secret), hash);

const RANDOM_BYTES = 24;
const RANDOM_LENGTH = 32;
const MARK_BYTES = 8;

export const markKey = (deps: Pick<Deps, 'deriveKey'>): KeyObject => deps.deriveKey('marks of secrets');

/**
 * A secret of 43 characters in base64url. It ends with a keyed hash, by which the service recognizes its own secrets without
 * querying the database, and which no one else can create. This shows that the secret was once issued, not that it is still valid.
 * @param random reproduces the same secret when given
 */
export function markedSecret(key: KeyObject, random: Buffer = randomBytes(RANDOM_BYTES)): string {
  const text = random.toString('base64url', 0, RANDOM_BYTES);
  return text + markOf(key, text);
}

export function isMarked(key: KeyObject, secret: string): boolean {
  const mark = Buffer.from(secret.slice(RANDOM_LENGTH));
  const expected = Buffer.from(markOf(key, secret.slice(0, RANDOM_LENGTH)));
  return mark.length === expected.length && timingSafeEqual(mark, expected);
}

const markOf = (key: KeyObject, text: string) =>
  createHmac('sha256', key).update(text).digest().toString('base64url', 0, MARK_BYTES);
