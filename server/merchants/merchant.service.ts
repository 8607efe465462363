import { isDeepStrictEqual } from 'node:util';
import { audit } from '../audit/audit.service.ts';
import { getAccount } from '../billing/account/billing.service.ts';
import { closePastCycles, endBilling } from '../billing/bill/bill.service.ts';
import { deleteCallbacks } from '../callbacks/callback.service.ts';
import { timestamp } from '../core/clock.ts';
import type { Acting, Caller, Context, TransactionContext } from '../core/context.ts';
import { invariant } from '../core/errors.ts';
import { known } from '../core/known.ts';
import { deleteDeliveryKeys, type PublicKey, replaceDeliveryKey } from '../delivery/delivery-key.service.ts';
import type { Operations } from '../generated/operations.gen.ts';
import { siteLink } from '../mail/locale.ts';
import { deleteRequests } from '../requests/request.service.ts';
import { deleteLinks } from '../sessions/links/link.service.ts';
import { forgetAllSeen } from '../sessions/seen/seen-document.service.ts';
import { normalReturnAddresses } from '../sessions/session/return-address.service.ts';
import { destroySessions } from '../sessions/session/session.service.ts';
import { deleteInvites } from '../users/invite.service.ts';
import { mailOwners } from '../users/owner-mail.service.ts';
import { listAllUsers, removeUser } from '../users/user.service.ts';
import { type Logo, logoUrl } from './logo.ts';
import {
  findFirstEmail,
  findMerchant,
  lockMerchant,
  type Merchant,
  type MerchantSettings,
  markMerchantDeleted,
  replaceLogo,
  resume,
  suspend,
  updateSettings,
} from './merchant.repository.ts';

export async function getMerchant({ db, principal }: Context & Acting): Promise<Merchant> {
  const merchant = await findMerchant(db, principal.merchant_id);
  invariant(merchant, 'a signed-in user has an account');
  return merchant;
}

export const findAccount = ({ db }: Context, merchant_id: number): Promise<Merchant | undefined> =>
  findMerchant(db, merchant_id);

/** The requester's name as end users see it: the company, or else the email domain of the account's first user. */
export async function displayNameOf({ db }: Context, { id, name }: Merchant): Promise<string> {
  if (name) return name;
  const email = await findFirstEmail(db, id);
  return email?.split('@')[1] ?? '';
}

export interface Brand {
  merchant_name?: string;
  merchant_logo_url?: string;
  brand_color?: string;
}

export async function getBrand(ctx: Context, merchant_id: number): Promise<Brand> {
  const merchant = await findMerchant(ctx.db, merchant_id);
  if (!merchant) return {};
  const { logo_sha256, brand_color } = merchant;
  const merchant_name = await displayNameOf(ctx, merchant);
  return {
    ...(merchant_name && { merchant_name }),
    ...(logo_sha256 !== null && { merchant_logo_url: logoUrl(ctx.deps.config.public_url, logo_sha256) }),
    ...(brand_color !== null && { brand_color }),
  };
}

/** `logo` comes from `prepareLogo`. Null removes the logo. */
export type MerchantChanges = Omit<Operations['merchant.update']['body'], 'brand_logo'> & {
  logo?: Logo | null | undefined;
};

export async function updateMerchant(
  ctx: TransactionContext & Caller,
  { logo, ...changes }: MerchantChanges,
): Promise<Merchant> {
  const merchant = await getMerchant(ctx);
  const settings = storedSettings(changes);
  const logo_sha256 = logo === undefined ? merchant.logo_sha256 : (logo?.sha256 ?? null);
  const changed: Merchant = { ...merchant, ...settings, logo_sha256 };
  if (isDeepStrictEqual(changed, merchant)) return merchant;
  if (Object.keys(settings).length > 0) await updateSettings(ctx.db, merchant.id, settings);
  if (logo !== undefined) await replaceLogo(ctx.db, merchant.id, logo);
  if (changes.document_memory_days === 0) await forgetAllSeen(ctx);
  await audit(ctx, 'merchant.update');
  return changed;
}

/** Only the settings that were given, because another request may change the others at the same time. */
function storedSettings({ return_addresses, brand_color, ...changes }: MerchantChanges): Partial<MerchantSettings> {
  const { require_clone_protection, refuse_weak, require_second_factor, ...others } = changes;
  const addresses = return_addresses && normalReturnAddresses(return_addresses);
  return {
    ...others,
    ...(require_clone_protection !== undefined && { require_clone_protection: Number(require_clone_protection) }),
    ...(refuse_weak !== undefined && { refuse_weak: Number(refuse_weak) }),
    ...(require_second_factor !== undefined && { require_second_factor: Number(require_second_factor) }),
    ...(addresses && { return_addresses: addresses.length === 0 ? null : JSON.stringify(addresses) }),
    ...(brand_color !== undefined && { brand_color: brand_color?.toLowerCase() ?? null }),
  };
}

/** Removes brand and return addresses, which someone else may have chosen. */
export async function clearBrand({ db }: TransactionContext, merchant_id: number): Promise<void> {
  await updateSettings(db, merchant_id, { brand_color: null, return_addresses: null });
  await replaceLogo(db, merchant_id, null);
}

/** If the key changes, all owners are notified by email. */
export async function changeDeliveryKey(ctx: TransactionContext & Caller, key: PublicKey | null): Promise<Merchant> {
  // Makes the second of two concurrent changes wait for the first.
  await lockMerchant(ctx.db, ctx.principal.merchant_id);
  const merchant = await getMerchant(ctx);
  if (!(await replaceDeliveryKey(ctx, key))) return merchant;
  await audit(ctx, 'merchant.change_delivery_key');
  await mailOwners(ctx, 'delivery_key_changed', (locale) => ({
    link: siteLink(ctx.deps.config, locale, '/settings'),
    ...(key ? { change: 'set', kid: key.kid } : { change: 'removed' }),
  }));
  return merchant;
}

/** Bills and the audit log are kept. */
export async function deleteMerchant(ctx: TransactionContext & Caller): Promise<void> {
  const { db, deps } = ctx;
  const { merchant_id } = ctx.principal;
  const now = timestamp(deps.clock.now());
  await closePastCycles(ctx, merchant_id);
  const billing = await getAccount(ctx, merchant_id);
  if (!(await markMerchantDeleted(db, merchant_id, now))) return;
  await audit(ctx, 'merchant.delete');
  // Runs before the users are removed, because they are emailed the last bill.
  await endBilling(ctx, billing);
  for (const user of await listAllUsers(ctx)) await removeUser(ctx, user);
  await replaceLogo(db, merchant_id, null);
  await deleteInvites(ctx);
  await deleteLinks(ctx);
  await destroySessions(ctx);
  await deleteDeliveryKeys(ctx);
  await deleteCallbacks(ctx);
  await deleteRequests(ctx);
}

/**
 * Suspends an account, as operators do to stop abuse. Nothing is deleted: sign-ins, API keys and readers are refused, and callbacks
 * wait. Sessions still expire, identity data is destroyed on time, and billing continues.
 * @returns false when it is already suspended.
 */
export async function suspendAccount(ctx: TransactionContext & Acting, reason?: string): Promise<boolean> {
  const { merchant_id } = ctx.principal;
  if (!(await suspend(ctx.db, merchant_id, timestamp(ctx.deps.clock.now())))) return false;
  await audit(ctx, 'merchant.suspend', undefined, reason);
  // The email contains the reason, because the audit log cannot be read while the account is suspended.
  await mailOwners(ctx, 'account_suspended', () => ({ change: 'suspended', ...known({ reason }) }));
  return true;
}

/** @returns false when it is not suspended. */
export async function resumeAccount(ctx: TransactionContext & Acting, reason?: string): Promise<boolean> {
  if (!(await resume(ctx.db, ctx.principal.merchant_id))) return false;
  await audit(ctx, 'merchant.resume', undefined, reason);
  await mailOwners(ctx, 'account_suspended', () => ({ change: 'resumed', ...known({ reason }) }));
  ctx.afterCommit(() => ctx.deps.wake('callbacks'));
  return true;
}
