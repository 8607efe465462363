import type { HandlersOf } from '../http/handlers.ts';
import { collectOwed } from './payment/collection.service.ts';
import {
  changePrimary,
  deletePaymentMethod,
  detachPaymentMethod,
  getPaymentMethod,
  listPaymentMethods,
  toPaymentMethod,
} from './payment/payment-method.service.ts';

export const paymentMethodOperations: HandlersOf<'payment_method'> = {
  'payment_method.get': async (ctx, body) => toPaymentMethod(await getPaymentMethod(ctx, body)),
  'payment_method.list': (ctx, body) => listPaymentMethods(ctx, body),

  async 'payment_method.change_primary'(ctx, body) {
    const method = await ctx.transaction(async (ctx) => toPaymentMethod(await changePrimary(ctx, body)));
    await collectOwed(ctx);
    return method;
  },

  async 'payment_method.delete'(ctx, body) {
    await detachPaymentMethod(ctx, body);
    return ctx.transaction((ctx) => deletePaymentMethod(ctx, body));
  },
};
