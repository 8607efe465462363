import type { HandlersOf } from '../http/handlers.ts';
import { deleteMerchant, getMerchant, merchantDisplayName } from './merchant.service.ts';

export const merchantOperations = {
  async 'merchant.self'(ctx) {
    const { id, created } = await getMerchant(ctx);
    return { id, name: await merchantDisplayName(ctx, id), created };
  },

  async 'merchant.delete'(ctx) {
    return ctx.transaction(async (ctx) => {
      await deleteMerchant(ctx);
      return {};
    });
  },
} satisfies HandlersOf<'merchant'>;
