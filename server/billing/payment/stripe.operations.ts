import type { HandlersOf } from '../../http/handlers.ts';
import { findConfirmedCard, startSetup, storeCard } from './stripe.service.ts';

export const stripeOperations: HandlersOf<'stripe'> = {
  'stripe.start': (ctx) => startSetup(ctx),

  async 'stripe.complete'(ctx, body) {
    const card = await findConfirmedCard(ctx, body);
    return ctx.transaction((ctx) => storeCard(ctx, card));
  },
};
