import { useLingui } from '@lingui/react/macro';
import type { BillingAccount, StoredPaymentMethod } from '@sigill/sdk/portal';
import { billingSelfOptions, billingUpdateMutation } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Field } from '../../ui/Field';
import { errorText, Form, useCall, useSchemaForm } from '../forms/Form';
import { type BillingDetails, billingSchema, completeBillingSchema, toBillingUpdate } from './billing-forms';
import { CountryField } from './CountryField';

type Props = {
  /** Whether the address is required, as it is for enabling billing. */
  complete?: boolean;
  submit: ReactNode;
  /** The card whose address is suggested while the account has none. */
  method?: StoredPaymentMethod | undefined;
  onSaved: (updated: BillingAccount, before: BillingAccount) => void | Promise<void>;
};

export function BillingDetailsForm({ complete = false, method, submit, onSaved }: Props) {
  const { t } = useLingui();
  const { data: account } = useSuspenseQuery(billingSelfOptions());
  const form = useSchemaForm(complete ? completeBillingSchema : billingSchema, {
    defaultValues: startingWith(account, method),
  });
  const { errors } = form.formState;
  const call = useCall(form, { ...billingUpdateMutation(), onSuccess: (updated) => onSaved(updated, account) });
  const optional = complete ? undefined : t`Optional`;
  const field = (
    name: Exclude<keyof BillingDetails, 'country'>,
    autoComplete: string,
    label: string,
    wrong: string,
    more: { hint?: string; optional: string | undefined },
  ) => (
    <Field
      {...form.register(name)}
      {...more}
      autoComplete={autoComplete}
      label={label}
      error={errorText(errors[name], wrong)}
    />
  );
  return (
    <Form form={form} call={call} onSubmit={(values) => call.mutate(toBillingUpdate(values))} submit={submit}>
      {field('company', 'organization', t`Company`, t`Enter at most 200 characters.`, {
        hint: method?.name
          ? t`The registered name. Without one, invoices name ${method.name}.`
          : t`The registered name.`,
        optional: t`Optional`,
      })}
      {field('address_line_1', 'billing address-line1', t`Address line 1`, t`Enter the street and number.`, {
        optional,
      })}
      {field('address_line_2', 'billing address-line2', t`Address line 2`, t`Enter at most 200 characters.`, {
        optional: t`Optional`,
      })}
      <div className="grid gap-x-4 gap-y-9 sm:grid-cols-[2fr_3fr]">
        {field('address_postal_code', 'billing postal-code', t`Postal code`, t`Enter the postal code.`, { optional })}
        {field('address_city', 'billing address-level2', t`City`, t`Enter the city.`, { optional })}
      </div>
      {field('address_state', 'billing address-level1', t`State or region`, t`Enter at most 100 characters.`, {
        optional: t`Optional`,
      })}
      <CountryField
        {...form.register('country')}
        autoComplete="billing country"
        label={t`Country`}
        hint={account.vat_number && t`If the VAT number is not valid in this country, we remove it.`}
        error={errorText(errors.country, t`Choose a country.`)}
      />
      {field('billing_emails', 'off', t`Billing emails`, t`Enter up to five email addresses, separated by commas.`, {
        hint: t`Up to five, separated by commas. They receive invoices and everything about payments.`,
        optional: t`Optional`,
      })}
      {field('purchase_order', 'off', t`Purchase order`, t`Enter at most 50 characters.`, {
        hint: t`Printed on your invoices.`,
        optional: t`Optional`,
      })}
    </Form>
  );
}

function startingWith(account: BillingAccount, method: StoredPaymentMethod | undefined): BillingDetails {
  const known = account.address_line_1 === undefined && method ? method : account;
  return {
    company: account.company ?? '',
    country: account.country ?? method?.address_country ?? '',
    address_line_1: known.address_line_1 ?? '',
    address_line_2: known.address_line_2 ?? '',
    address_postal_code: known.address_postal_code ?? '',
    address_city: known.address_city ?? '',
    address_state: known.address_state ?? '',
    billing_emails: account.billing_emails?.join(', ') ?? '',
    purchase_order: account.purchase_order ?? '',
  };
}
