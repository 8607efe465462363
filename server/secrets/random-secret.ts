/** Random secrets, and the hashes under which they are stored. */
import { hash, randomInt, timingSafeEqual } from 'node:crypto';
import { randomBytes } from '../core/random-bytes.ts';

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** 256 random bits. Nobody can find them by trying, even with their plain hash. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

export const randomText = (length: number, alphabet = ALPHANUMERIC): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Of a text, and not of the bytes it stands for: base64 has more than one spelling of the same bytes. */
export const hashSecret = (secret: string | Uint8Array): Buffer => hash('sha256', secret, 'buffer');

/** The same as text, for columns that are searched. */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url');

export const matchesHash = (secret: string, hash: Uint8Array): boolean => timingSafeEqual(hashSecret(secret), hash);
