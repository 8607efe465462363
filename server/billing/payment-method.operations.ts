import type { Deps } from '../core/deps.ts';
import type { HandlersOf } from '../http/handlers.ts';
import {
  changePrimary,
  deleteMethod,
  detachMethod,
  getMethod,
  listStoredMethods,
  toPaymentMethod,
} from './payment-method.service.ts';

export const paymentMethodOperations = (deps: Deps) =>
  ({
    async 'payment_method.get'({ principal }, body) {
      return toPaymentMethod(await getMethod(deps.db, principal.merchant_id, body.id));
    },

    'payment_method.list': (ctx, body) => listStoredMethods(ctx, body),

    async 'payment_method.change_primary'({ principal, request, transaction }, body) {
      const changed = await transaction(async ({ db: trx }) =>
        toPaymentMethod(await changePrimary(trx, deps, principal, request, body.id)),
      );
      deps.wake('collection');
      return changed;
    },

    async 'payment_method.delete'({ principal, request, transaction }, body) {
      await detachMethod(deps, principal.merchant_id, body.id);
      return transaction(async ({ db: trx }) => {
        await deleteMethod(trx, deps, principal, request, body.id);
        return {};
      });
    },
  }) satisfies HandlersOf<'payment_method'>;
