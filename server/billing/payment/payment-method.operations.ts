import type { HandlersOf } from '../../http/handlers.ts';
import {
  changePrimary,
  deletePaymentMethod,
  detachPaymentMethod,
  getPaymentMethod,
  listPaymentMethods,
  toPaymentMethod,
} from './payment-method.service.ts';

export const paymentMethodOperations = {
  async 'payment_method.get'(ctx, body) {
    return toPaymentMethod(await getPaymentMethod(ctx, body));
  },

  'payment_method.list': (ctx, body) => listPaymentMethods(ctx, body),

  async 'payment_method.change_primary'(ctx, body) {
    return ctx.transaction(async (ctx) => toPaymentMethod(await changePrimary(ctx, body)));
  },

  async 'payment_method.delete'(ctx, body) {
    await detachPaymentMethod(ctx, body);
    return ctx.transaction(async (ctx) => {
      await deletePaymentMethod(ctx, body);
      return {};
    });
  },
} satisfies HandlersOf<'payment_method'>;
