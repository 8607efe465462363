/** What a database is filled for, and what the statements that fill it agree on. */
import type { Kysely } from 'kysely';
import type { Database } from '../../../server/database/database.ts';
import type { Dialect } from './dialect.ts';

export interface Filling {
  db: Kysely<Database>;
  dialect: Dialect;
  /** How many sessions there are in all. */
  sessions: number;
  /** The measured account and its owner. */
  merchant_id: number;
  user_id: number;
  /** Whether all sessions are the measured account's, and nothing else is filled. */
  alone?: boolean | undefined;
}

export const DAY = 86_400;
export const DAYS = 60;

/** The present, in seconds since 1970. */
export const now = (): number => Math.floor(Date.now() / 1000);

/** An id that looks random, as the service's own do, and is another one for each number below a million and a half. */
export const idOf = (number: string): string => `((${number}) * 6364136223846) % 9007199254740881 + 1`;

/** How many accounts there are besides the measured one. */
export const accountsOf = ({ sessions }: Filling): number => Math.max(PENDING.accounts, Math.ceil(sessions / 100));

/** Whose the session with this number is. */
export function ownerOf(filling: Filling, number: string): string {
  if (filling.alone) return String(filling.merchant_id);
  const other = `1 + (${number} * 31) % ${accountsOf(filling)}`;
  return `case when ${number} % 11 = 0 or ${number} <= 200 then ${filling.merchant_id} else ${other} end`;
}

/** Pending callbacks, over this many accounts. */
export const PENDING = { callbacks: 100, accounts: 20 };
