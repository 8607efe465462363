/** Random secrets, and the hashes under which they are stored. */
import { createHash, randomBytes, randomInt } from 'node:crypto';

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** 256 random bits, so that a plain hash of it cannot be guessed back. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

export const randomText = (length: number, alphabet = ALPHANUMERIC): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
