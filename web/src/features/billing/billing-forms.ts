/** The forms' schemas. A field holds an empty string where the contract has no value. */
import { vBillingUpdateParams } from '@sigill/sdk/portal/schemas';
import * as v from 'valibot';
import { typedAmount } from './spending';

export const billingSchema = v.object({
  ...vBillingUpdateParams.entries,
  company: v.pipe(v.string(), v.trim(), v.maxLength(200)),
});

export const spendingCapSchema = v.object({
  spending_cap: v.pipe(v.string(), v.transform(typedAmount), v.regex(/^(\d{1,7}\.\d{2})?$/)),
});
