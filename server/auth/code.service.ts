/** One-time codes sent by mail: 6 characters, 10 minutes, 5 tries, one send per 30 seconds. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Transaction } from 'kysely';
import { addSeconds, timestamp } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { BadRequest, TooManyRequests } from '../errors.ts';
import { countCodeAttempt, deleteCode, findCode, replaceCode } from './code.repository.ts';
import { randomText } from './secret.ts';
import { takeTurn } from './throttle.ts';

/** Without I, O, 0 and 1, which are mistaken for one another. */
const CODE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 6;
const CODE_SECONDS = 600;
const CODE_ATTEMPTS = 5;
const SEND_EVERY_SECONDS = 30;

/** What a code is for and whose it is; a code for one is worth nothing for another. */
export interface CodeHolder {
  purpose: 'verify_email' | 'recover';
  subject: string;
}

export const verifyEmailHolder = (userId: number): CodeHolder => ({ purpose: 'verify_email', subject: String(userId) });

/** By address and not by user, so that an unknown address takes the same path as a known one. */
export const recoverHolder = (deps: Deps, emailKey: string): CodeHolder => ({
  purpose: 'recover',
  subject: createHmac('sha256', deps.deriveKey('recovery subject')).update(emailKey).digest('base64url'),
});

/** Makes a new code; the one before is void. @throws TooManyRequests within 30 seconds of the last one. */
export async function issueCode(trx: Transaction<Database>, deps: Deps, holder: CodeHolder): Promise<string> {
  const subject = `send code ${holder.purpose} ${holder.subject}`;
  await takeTurn(trx, deps.clock, [{ subject, limit: 1, window_seconds: SEND_EVERY_SECONDS }]);
  const code = randomText(CODE_LENGTH, CODE_ALPHABET);
  const expires = timestamp(addSeconds(deps.clock.now(), CODE_SECONDS));
  await replaceCode(trx, { ...holder, hash: hashCode(deps, holder, code), attempts: 0, expires });
  return code;
}

/**
 * Spends one try and compares. The try is committed before the comparison, so that parallel guesses share the five.
 * @throws BadRequest or TooManyRequests.
 */
export async function checkCode(deps: Deps, holder: CodeHolder, code: string): Promise<void> {
  const row = await countCodeAttempt(deps.db, holder, CODE_ATTEMPTS);
  if (!row) {
    if (!(await findCode(deps.db, holder))) throw wrongCode();
    throw new TooManyRequests('Too many attempts. Request a new code', SEND_EVERY_SECONDS, 'too_many_attempts');
  }
  const matches = timingSafeEqual(Buffer.from(row.hash), Buffer.from(hashCode(deps, holder, code)));
  if (row.expires <= timestamp(deps.clock.now())) {
    throw new BadRequest('The code has expired. Request a new one', 'code_expired');
  }
  if (!matches) throw wrongCode();
}

/** Uses a checked code up, in the transaction of its effect. @throws BadRequest when another call was first. */
export async function consumeCode(
  trx: Transaction<Database>,
  deps: Deps,
  holder: CodeHolder,
  code: string,
): Promise<void> {
  if (!(await deleteCode(trx, holder, hashCode(deps, holder, code)))) throw wrongCode();
}

const wrongCode = () => new BadRequest('The code is not correct', 'invalid_code');

/** Keyed, because there are too few codes for a plain hash to hide one. */
function hashCode(deps: Deps, { purpose, subject }: CodeHolder, code: string): string {
  const text = JSON.stringify([purpose, subject, code.toUpperCase()]);
  return createHmac('sha256', deps.deriveKey('one-time codes')).update(text).digest('base64url');
}
