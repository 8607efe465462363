import type { Acting, Context } from '../core/context.ts';
import { known } from '../core/known.ts';
import { currentDeliveryKey, readPublicJwk } from '../delivery/delivery-key.service.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { readReturnAddresses } from '../sessions/session/return-address.service.ts';
import { logoUrl, prepareLogo } from './logo.ts';
import type { Merchant } from './merchant.repository.ts';
import { changeDeliveryKey, deleteMerchant, displayNameOf, getMerchant, updateMerchant } from './merchant.service.ts';

export const merchantOperations: HandlersOf<'merchant'> = {
  'merchant.self': async (ctx) => viewMerchant(ctx, await getMerchant(ctx)),

  async 'merchant.update'(ctx, { brand_logo, ...changes }) {
    const logo = await prepareLogo(ctx, brand_logo);
    return ctx.transaction(async (ctx) => viewMerchant(ctx, await updateMerchant(ctx, { ...changes, logo })));
  },

  async 'merchant.change_delivery_key'(ctx, { jwk }) {
    const key = jwk && (await readPublicJwk(jwk));
    return ctx.transaction(async (ctx) => viewMerchant(ctx, await changeDeliveryKey(ctx, key)));
  },

  'merchant.delete': (ctx) => ctx.transaction(deleteMerchant),
};

const viewMerchant = async (ctx: Context & Acting, merchant: Merchant) => {
  const { id, created, require_clone_protection, refuse_weak, require_second_factor } = merchant;
  const { retention_hours, document_memory_days, default_locale, brand_color, logo_sha256 } = merchant;
  const delivery_key = await currentDeliveryKey(ctx);
  return {
    id,
    name: await displayNameOf(ctx, merchant),
    created,
    require_clone_protection: require_clone_protection === 1,
    refuse_weak: refuse_weak === 1,
    require_second_factor: require_second_factor === 1,
    retention_hours,
    document_memory_days,
    request_log_days: ctx.deps.config.request_log_days,
    return_addresses: readReturnAddresses(merchant.return_addresses),
    ...known({ default_locale, brand_color, delivery_key }),
    ...(logo_sha256 !== null && { brand_logo_url: logoUrl(ctx.deps.config.public_url, logo_sha256) }),
  };
};
