/** Gives the free credit once to each mailbox. The keyed hash of its address outlives the account. */
import { createHmac } from 'node:crypto';
import { timestamp } from '../../core/clock.ts';
import { actingAs, type TransactionContext } from '../../core/context.ts';
import { Forbidden } from '../../core/errors.ts';
import { mailboxOf } from '../../users/email-address.ts';
import { listAllUsers } from '../../users/user.service.ts';
import {
  type Account,
  findAccount,
  insertCreditClaim,
  lockAccount,
  updateAccount,
} from '../ledger/billing.repository.ts';

interface Verified {
  merchant_id: number;
  user_id: number;
  email: string;
}

/**
 * The account's first verified address decides whether the account gets the credit. Until then the account shows the usual credit,
 * because otherwise a sign-up would reveal whether an address had an account.
 */
export async function claimCredit(ctx: TransactionContext, { merchant_id, user_id, email }: Verified): Promise<void> {
  await lockAccount(ctx.db, merchant_id);
  const account = await findAccount(ctx.db, merchant_id);
  if (!account || account.address_verified !== null) return;
  const isFirst = !(await verifiedUsers(ctx, merchant_id)).some(({ id }) => id !== user_id);
  await recordVerified(ctx, { merchant_id, email, keepsCredit: !isFirst });
}

/** `before` completes the message "Verify your email before". @throws Forbidden until the account has a verified address. */
export async function assertAddressVerified(
  ctx: TransactionContext,
  { merchant_id, address_verified }: Account,
  before = 'creating sessions. Specimen sessions do not need it',
): Promise<void> {
  if (address_verified !== null) return;
  // An account from before verified addresses were recorded keeps its credit.
  const [oldest] = await verifiedUsers(ctx, merchant_id);
  if (!oldest?.email) throw new Forbidden(`Verify your email before ${before}`, 'email_not_verified');
  await recordVerified(ctx, { merchant_id, email: oldest.email, keepsCredit: true });
}

const verifiedUsers = async (ctx: TransactionContext, merchant_id: number) =>
  (await listAllUsers(actingAs(ctx, { merchant_id }))).filter(({ email_verified }) => email_verified === 1);

async function recordVerified(
  { db, deps }: TransactionContext,
  { merchant_id, email, keepsCredit }: { merchant_id: number; email: string; keepsCredit: boolean },
): Promise<void> {
  const now = timestamp(deps.clock.now());
  const address_hash = createHmac('sha256', deps.deriveKey('credit claims'))
    .update(mailboxOf(email))
    .digest('base64url');
  const isNew = await insertCreditClaim(db, { address_hash, created: now });
  await updateAccount(db, merchant_id, { address_verified: now, ...(!isNew && !keepsCredit && { credit: 0 }) });
}
