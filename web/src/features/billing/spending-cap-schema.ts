import * as v from 'valibot';
import { typedAmount } from './spending';

/** The form has an empty string where the contract has no cap. */
export const spendingCapSchema = v.object({
  spending_cap: v.pipe(v.string(), v.transform(typedAmount), v.regex(/^(\d{1,7}\.\d{2})?$/)),
});
