/** One-time codes sent by email: 6 characters, 10 minutes, 5 attempts per caller, one email per 30 seconds. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { addDays, addSeconds, timestamp } from '../core/clock.ts';
import type { Context, OutsideContext, TransactionContext } from '../core/context.ts';
import type { Deps } from '../core/deps.ts';
import { BadRequest, TooManyRequests } from '../core/errors.ts';
import { limits } from '../generated/operations.gen.ts';
import { randomText } from '../secrets/random-secret.ts';
import { networksOf, WIDE_FACTOR } from '../throttling/client-network.ts';
import { type Throttle, takeAttempt, takeTurn } from '../throttling/throttle.service.ts';
import { deleteCode, deleteCodes, deleteCodesBefore, findCode, replaceCode } from './code.repository.ts';

/** Without I, O, 0 and 1, which are easily confused. */
const CODE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CODE_SECONDS = 600;
const TRIES = 5;
/** Attempts that all strangers share. With 32^6 codes, their chance of success is one in a million. */
const STRANGERS_TRIES = 1000;
const SEND_EVERY_SECONDS = 30;
const KEPT_DAYS = 1;

export interface CodeHolder {
  purpose: 'verify_email' | 'recover';
  subject: string;
}

export interface TypedCode {
  holder: CodeHolder;
  code: string;
}

export interface CodeCaller {
  ip: string;
  device: string | undefined;
}

export const verifyEmailHolder = (user_id: number): CodeHolder => ({
  purpose: 'verify_email',
  subject: String(user_id),
});

/** Identified by address rather than user, so that an address without an account is treated like any other. */
export const recoverHolder = ({ deps }: Context, email_key: string): CodeHolder => ({
  purpose: 'recover',
  subject: createHmac('sha256', deps.deriveKey('recovery subject')).update(email_key).digest('base64url'),
});

/** A new code voids the previous one. @throws TooManyRequests within 30 seconds of the previous one for the same `device`. */
export async function issueCode(
  ctx: TransactionContext,
  { holder, device = '' }: { holder: CodeHolder; device?: string | undefined },
): Promise<string> {
  const { db, deps } = ctx;
  const subject = `send code ${holder.purpose} ${holder.subject} ${device}`;
  await takeTurn(ctx, [{ subject, limit: 1, window_seconds: SEND_EVERY_SECONDS }]);
  const code = randomText(limits.code_length, CODE_ALPHABET);
  const expires = timestamp(addSeconds(deps.clock.now(), CODE_SECONDS));
  await replaceCode(db, { ...holder, hash: hashCode(deps, holder, code), expires });
  return code;
}

/**
 * Counts an attempt, then compares. The attempt is committed first, so that parallel guesses cannot share one. Each caller has
 * five attempts, so that a stranger's wrong codes do not use up the owner's attempts.
 * @throws BadRequest or TooManyRequests.
 */
export async function checkCode(
  ctx: OutsideContext,
  { holder, code, caller }: TypedCode & { caller?: CodeCaller },
): Promise<void> {
  const { db, deps } = ctx;
  const row = await findCode(db, holder);
  if (!row) throw wrongCode();
  await takeAttempt(ctx, triesOf(row.hash, caller)).catch((error: unknown) => {
    if (!(error instanceof TooManyRequests)) throw error;
    throw new TooManyRequests('Too many attempts. Request a new code', SEND_EVERY_SECONDS, 'too_many_attempts');
  });
  if (row.expires <= timestamp(deps.clock.now())) {
    throw new BadRequest('The code has expired. Request a new one', 'code_expired');
  }
  if (!timingSafeEqual(Buffer.from(row.hash), Buffer.from(hashCode(deps, holder, code)))) throw wrongCode();
}

/** The buckets leak so slowly that no attempt is regained while the code is valid. */
function triesOf(codeHash: string, caller: CodeCaller | undefined): Throttle[] {
  const tries = (by: string, limit: number) => ({
    subject: `tries of code ${codeHash}${by}`,
    limit,
    window_seconds: CODE_SECONDS * limit,
  });
  if (!caller) return [tries('', TRIES)];
  if (caller.device) return [tries(` on ${caller.device}`, TRIES)];
  const { narrow, wide } = networksOf(caller.ip);
  return [
    tries(` from ${narrow}`, TRIES),
    ...(wide ? [tries(` from ${wide}`, TRIES * WIDE_FACTOR)] : []),
    tries(' by strangers', STRANGERS_TRIES),
  ];
}

/** Deletes the code in the transaction of its effect. @throws BadRequest when another request used it first. */
export async function consumeCode({ db, deps }: TransactionContext, { holder, code }: TypedCode): Promise<void> {
  if (!(await deleteCode(db, holder, hashCode(deps, holder, code)))) throw wrongCode();
}

export async function forgetCodes(
  ctx: TransactionContext,
  user: { id: number; email_key: string | null },
): Promise<void> {
  const recover = user.email_key === null ? [] : [recoverHolder(ctx, user.email_key)];
  await deleteCodes(ctx.db, [verifyEmailHolder(user.id), ...recover]);
}

/** Expired codes are kept for a day, so that a user who enters one learns that it has expired rather than that it is wrong. */
export const purgeCodes = ({ db, deps }: OutsideContext): Promise<void> =>
  deleteCodesBefore(db, timestamp(addDays(deps.clock.now(), -KEPT_DAYS)));

export const wrongCode = () => new BadRequest('The code is not correct', 'invalid_code');

/** A keyed hash, because a plain one could be broken by trying all codes. */
function hashCode(deps: Deps, { purpose, subject }: CodeHolder, code: string): string {
  const text = JSON.stringify([purpose, subject, code.toUpperCase()]);
  return createHmac('sha256', deps.deriveKey('one-time codes')).update(text).digest('base64url');
}
