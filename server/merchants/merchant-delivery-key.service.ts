/** Changes the key that can read the identity data of new sessions. All owners are notified by email. */
import { audit } from '../audit/audit.service.ts';
import type { Caller, TransactionContext } from '../core/context.ts';
import { type PublicKey, replaceDeliveryKey } from '../delivery/delivery-key.service.ts';
import { siteLink } from '../mail/locale.ts';
import { mailOwners } from '../users/owner-mail.service.ts';
import { lockMerchant, type Merchant } from './merchant.repository.ts';
import { getMerchant } from './merchant.service.ts';

/** Changes nothing if the key is already the current one. */
export async function changeDeliveryKey(ctx: TransactionContext & Caller, key: PublicKey | null): Promise<Merchant> {
  // Two changes at the same time are made one after the other.
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
