/** The schemas of the forms. A field is an empty string where the contract has no value. */
import { vBillingUpdateParams } from '@sigill/sdk/portal/schemas';
import * as v from 'valibot';
import { typedAmount } from './spending';

const { country, billing_emails } = vBillingUpdateParams.entries;
const text = (length: number) => v.pipe(v.string(), v.trim(), v.maxLength(length));
const required = (length: number) => v.pipe(text(length), v.nonEmpty());

export const billingSchema = v.object({
  company: text(200),
  country,
  address_line_1: text(200),
  address_line_2: text(200),
  address_postal_code: text(20),
  address_city: text(100),
  address_state: text(100),
  billing_emails: v.pipe(
    v.string(),
    v.check((typed) => v.is(billing_emails, emailsOf(typed))),
  ),
  purchase_order: text(50),
});

export const completeBillingSchema = v.object({
  ...billingSchema.entries,
  address_line_1: required(200),
  address_postal_code: required(20),
  address_city: required(100),
});

export type BillingDetails = v.InferInput<typeof billingSchema>;

const emailsOf = (typed: string): string[] => typed.split(/[\s,;]+/).filter(Boolean);

/** An empty field removes the stored value: the email addresses by an empty list, the others by null. */
export const toBillingUpdate = ({ country, billing_emails, ...details }: BillingDetails) => ({
  country,
  ...(Object.fromEntries(Object.entries(details).map(([name, value]) => [name, value || null])) as Record<
    keyof typeof details,
    string | null
  >),
  billing_emails: emailsOf(billing_emails),
});

export const spendingCapSchema = v.object({
  spending_cap: v.pipe(v.string(), v.transform(typedAmount), v.regex(/^(\d{1,7}\.\d{2})?$/)),
});
