import { audit } from '../audit/audit.service.ts';
import { endBilling } from '../billing/bill.service.ts';
import { getAccount } from '../billing/billing.service.ts';
import { deleteCallbacks } from '../callbacks/callback.service.ts';
import { timestamp } from '../core/clock.ts';
import type { Acting, Caller, Context, TransactionContext } from '../core/context.ts';
import { invariant } from '../core/errors.ts';
import { destroySessions } from '../sessions/session.service.ts';
import { deleteInvites } from '../users/invite.service.ts';
import { listAllUsers, removeUser } from '../users/user.service.ts';
import {
  findFirstEmail,
  findMerchant,
  type Merchant,
  markMerchantDeleted,
  updateCloneProtection,
} from './merchant.repository.ts';

export async function getMerchant({ db, principal }: Context & Acting): Promise<Merchant> {
  const merchant = await findMerchant(db, principal.merchant_id);
  invariant(merchant, 'a signed-in user has an account');
  return merchant;
}

/** Who asks for the verification, as end users see it: the company, or else the e-mail domain of the account's first user. */
export async function merchantDisplayName({ db }: Context, merchant_id: number): Promise<string> {
  const merchant = await findMerchant(db, merchant_id);
  if (merchant?.name) return merchant.name;
  const email = await findFirstEmail(db, merchant_id);
  return email?.split('@')[1] ?? '';
}

/** Changes the settings that are given. @returns the account with them. */
export async function updateMerchant(
  ctx: TransactionContext & Caller,
  { require_clone_protection }: { require_clone_protection?: boolean | undefined },
): Promise<Merchant> {
  const merchant = await getMerchant(ctx);
  const wanted = Number(require_clone_protection ?? merchant.require_clone_protection);
  if (wanted === merchant.require_clone_protection) return merchant;
  await updateCloneProtection(ctx.db, merchant.id, wanted);
  await audit(ctx, 'merchant.update');
  return { ...merchant, require_clone_protection: wanted };
}

/** Deletes an account with its users and keys, and destroys its identity data. Bills and the audit log are kept. */
export async function deleteMerchant(ctx: TransactionContext & Caller): Promise<void> {
  const { db, deps } = ctx;
  const { merchant_id } = ctx.principal;
  const now = timestamp(deps.clock.now());
  const billing = await getAccount(ctx, merchant_id);
  if (!(await markMerchantDeleted(db, merchant_id, now))) return;
  await audit(ctx, 'merchant.delete');
  for (const user of await listAllUsers(ctx)) await removeUser(ctx, user);
  await deleteInvites(ctx);
  await destroySessions(ctx);
  await deleteCallbacks(ctx);
  await endBilling(ctx, billing);
}
