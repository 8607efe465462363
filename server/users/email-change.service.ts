/**
 * For 72 hours after the change of a verified address was requested, the owner of that address can undo it, and nobody else can
 * register it.
 */
import { forgetCodes } from '../codes/code.service.ts';
import { addSeconds, timestamp } from '../core/clock.ts';
import type { OutsideContext, TransactionContext } from '../core/context.ts';
import { hashToken, randomToken } from '../secrets/random-secret.ts';
import { emailKey } from './email-address.ts';
import {
  deleteEmailChangesSince,
  type EmailChange,
  insertEmailChange,
  purgeEmailChangeRows,
  takeEmailChange,
  type User,
  updateEmail,
} from './user.repository.ts';

const UNDO_SECONDS = 72 * 3600;

type Holder = Pick<User, 'id' | 'email' | 'email_key' | 'email_verified'>;

/**
 * Gives a user a new, unverified address. If the current one is verified, the new one takes effect when its code is entered.
 * @returns the code with which the owner of a verified address can undo the change.
 */
export async function replaceEmail(
  ctx: TransactionContext,
  { user, email }: { user: Holder; email: string },
): Promise<string | undefined> {
  const { db, deps } = ctx;
  const email_key = emailKey(email);
  await forgetCodes(ctx, user);
  if (user.email_verified === 0) {
    await updateEmail(db, user.id, { email, email_key, alias: email, email_verified: 0, pending_email: null });
    return undefined;
  }
  if (user.email_key === email_key) {
    await updateEmail(db, user.id, { email, alias: email, pending_email: null });
    return undefined;
  }
  await updateEmail(db, user.id, { alias: email, pending_email: email });
  const code = randomToken();
  const now = deps.clock.now();
  await insertEmailChange(db, {
    code_hash: hashToken(code),
    user_id: user.id,
    email: user.email!,
    email_key: user.email_key!,
    created: timestamp(now),
    expires: timestamp(addSeconds(now, UNDO_SECONDS)),
  });
  return code;
}

/** Later changes can then no longer be undone, because the addresses that they replaced were not the owner's. */
export async function restoreEmail(
  ctx: TransactionContext,
  code: string,
): Promise<(EmailChange & Pick<User, 'merchant_id'>) | undefined> {
  const { db, deps } = ctx;
  const change = await takeEmailChange(db, hashToken(code), timestamp(deps.clock.now()));
  if (!change) return undefined;
  const { user_id, email, email_key, created } = change;
  await deleteEmailChangesSince(db, user_id, created);
  await forgetCodes(ctx, { id: user_id, email_key });
  const restored = { email, email_key, alias: email, email_verified: 1, pending_email: null };
  return { ...change, ...(await updateEmail(db, user_id, restored)) };
}

export const purgeEmailChanges = ({ db, deps }: OutsideContext): Promise<void> =>
  purgeEmailChangeRows(db, timestamp(deps.clock.now()));
