import type { Deps } from '../core/deps.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { previewBill } from './bill.service.ts';
import { changeVatNumber, enableBilling, getAccount, toBillingAccount, updateBilling } from './billing.service.ts';

export const billingOperations = (deps: Deps) =>
  ({
    async 'billing.self'({ principal }) {
      return toBillingAccount(deps, await getAccount(deps.db, principal.merchant_id));
    },

    'billing.preview': (ctx, body) => previewBill(ctx, body),

    async 'billing.update'({ principal, request, transaction }, body) {
      return transaction(({ db: trx }) => updateBilling(trx, deps, principal, request, body));
    },

    async 'billing.change_vat_number'({ principal, request, transaction }, body) {
      return transaction(({ db: trx }) => changeVatNumber(trx, deps, principal, request, body.new_vat_number));
    },

    async 'billing.enable'({ principal, request, transaction }) {
      const enabled = await transaction(({ db: trx }) => enableBilling(trx, deps, principal, request));
      deps.wake('collection');
      return enabled;
    },
  }) satisfies HandlersOf<'billing'>;
