import type { Context } from '../core/context.ts';
import type { HandlersOf } from '../http/handlers.ts';
import type { Merchant } from './merchant.repository.ts';
import { deleteMerchant, getMerchant, merchantDisplayName, updateMerchant } from './merchant.service.ts';

export const merchantOperations = {
  async 'merchant.self'(ctx) {
    return viewMerchant(ctx, await getMerchant(ctx));
  },

  async 'merchant.update'(ctx, body) {
    return ctx.transaction(async (ctx) => viewMerchant(ctx, await updateMerchant(ctx, body)));
  },

  async 'merchant.delete'(ctx) {
    return ctx.transaction(async (ctx) => {
      await deleteMerchant(ctx);
      return {};
    });
  },
} satisfies HandlersOf<'merchant'>;

const viewMerchant = async (ctx: Context, { id, created, require_clone_protection }: Merchant) => ({
  id,
  name: await merchantDisplayName(ctx, id),
  created,
  require_clone_protection: require_clone_protection === 1,
});
