/** How often a password may be guessed wrong. */
import type { Transaction } from 'kysely';
import type { Database } from '../database/database.ts';
import { resetAttempts, returnAttempt, type Throttle } from './throttle.ts';

export interface GuessThrottles {
  /** Forgotten when the password was right. */
  account: Throttle[];
  /** Count wrong guesses over many accounts. */
  shared: Throttle[];
}

/**
 * Wrong passwords are limited per account and address, per account, per address, and in all. The limit per account alone
 * is the widest that still makes guessing hopeless, because with it a stranger can keep its owner out for an hour.
 */
export const guessThrottles = (key: string, ip: string): GuessThrottles => ({
  account: [
    { subject: `password of ${key} from ${ip}`, limit: 10, window_seconds: 900 },
    { subject: `password of ${key}`, limit: 100, window_seconds: 3600 },
  ],
  shared: [
    { subject: `passwords from ${ip}`, limit: 1000, window_seconds: 3600 },
    { subject: 'passwords', limit: 20_000, window_seconds: 3600 },
  ],
});

/** What the right password takes back. */
export async function forgiveAttempt(trx: Transaction<Database>, { account, shared }: GuessThrottles): Promise<void> {
  await resetAttempts(trx, account);
  await returnAttempt(trx, shared);
}
