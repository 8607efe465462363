import { vBillingUpdateParams } from '@sigill/sdk/portal/schemas';
import * as v from 'valibot';

/** The form has an empty string where the contract has no company. */
export const billingSchema = v.object({
  ...vBillingUpdateParams.entries,
  company: v.pipe(v.string(), v.trim(), v.maxLength(200)),
});
