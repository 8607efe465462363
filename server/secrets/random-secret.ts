/** Random secrets, and the hashes that are stored of them. */
import { hash, randomInt, timingSafeEqual } from 'node:crypto';
import { randomBytes } from '../core/random-bytes.ts';

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** 256 random bits, which cannot be guessed, even with their plain hash. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

export const randomText = (length: number, alphabet = ALPHANUMERIC): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Hashes the text rather than the bytes it encodes, because base64 has several spellings of the same bytes. */
export const hashSecret = (secret: string | Uint8Array): Buffer => hash('sha256', secret, 'buffer');

/** The same as a string, for columns that are searched. */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url');

export const matchesHash = (secret: string, hash: Uint8Array): boolean => timingSafeEqual(hashSecret(secret), hash);
