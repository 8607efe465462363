import type { HandlersOf } from '../http/handlers.ts';
import { collectOwed } from './payment/collection.service.ts';
import { findConfirmedCard, startSetup, storeCard } from './payment/stripe.service.ts';

export const stripeOperations: HandlersOf<'stripe'> = {
  'stripe.start': (ctx) => startSetup(ctx),

  async 'stripe.complete'(ctx, body) {
    const card = await findConfirmedCard(ctx, body);
    const stored = await ctx.transaction((ctx) => storeCard(ctx, card));
    await collectOwed(ctx);
    return stored;
  },
};
