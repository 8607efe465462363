import type { HandlersOf } from '../http/handlers.ts';
import {
  describeAccount,
  enableBilling,
  prepareBillingUpdate,
  previewBill,
  updateBilling,
} from './account/billing.service.ts';
import { cancelBilling, keepBilling } from './account/billing-cancel.service.ts';
import { changeSpendingCap } from './account/billing-spending.service.ts';
import { changeVatNumber, checkVatNumber } from './account/billing-vat-number.service.ts';
import { payOwed } from './payment/bill-pay.service.ts';

export const billingOperations: HandlersOf<'billing'> = {
  'billing.self': (ctx) => describeAccount(ctx, ctx.principal.merchant_id),
  'billing.preview': (ctx, body) => previewBill(ctx, body),

  async 'billing.update'(ctx, body) {
    const update = await prepareBillingUpdate(body);
    return ctx.transaction((ctx) => updateBilling(ctx, update));
  },

  async 'billing.change_vat_number'(ctx, body) {
    const checked = await checkVatNumber(ctx, body);
    return ctx.transaction((ctx) => changeVatNumber(ctx, checked));
  },

  async 'billing.change_spending_cap'(ctx, { spending_cap }) {
    return ctx.transaction(async (ctx) => {
      await changeSpendingCap(ctx, spending_cap);
      return describeAccount(ctx, ctx.principal.merchant_id);
    });
  },

  'billing.cancel': (ctx) => ctx.transaction(cancelBilling),
  'billing.keep': (ctx) => ctx.transaction(keepBilling),

  async 'billing.enable'(ctx) {
    await payOwed(ctx);
    return ctx.transaction(enableBilling);
  },
};
