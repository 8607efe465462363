import type { HandlersOf } from '../../http/handlers.ts';
import {
  changePrimary,
  deletePaymentMethod,
  detachPaymentMethod,
  getPaymentMethod,
  listPaymentMethods,
  toPaymentMethod,
} from './payment-method.service.ts';
import { findConfirmedCard, startSetup, storeCard } from './stripe.service.ts';

export const paymentOperations = {
  'payment_method.get': async (ctx, body) => toPaymentMethod(await getPaymentMethod(ctx, body)),
  'payment_method.list': (ctx, body) => listPaymentMethods(ctx, body),

  'payment_method.change_primary': (ctx, body) =>
    ctx.transaction(async (ctx) => toPaymentMethod(await changePrimary(ctx, body))),

  async 'payment_method.delete'(ctx, body) {
    await detachPaymentMethod(ctx, body);
    return ctx.transaction((ctx) => deletePaymentMethod(ctx, body));
  },

  'stripe.start': (ctx) => startSetup(ctx),

  async 'stripe.complete'(ctx, body) {
    const card = await findConfirmedCard(ctx, body);
    return ctx.transaction((ctx) => storeCard(ctx, card));
  },
} satisfies HandlersOf<'payment_method' | 'stripe'>;
