import { Trans, useLingui } from '@lingui/react/macro';
import { billingChangeVatNumberMutation, billingSelfOptions } from '@sigill/sdk/portal/react-query';
import { vBillingChangeVatNumberParams } from '@sigill/sdk/portal/schemas';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useCountryName } from '../../../features/billing/CountryField';
import { useBackToBilling } from '../../../features/billing/use-back-to-billing';
import { hasVatNumbers } from '../../../features/billing/vat-area';
import { errorText, Form, useCall, useSchemaForm } from '../../../features/forms/Form';
import { About, FormPage } from '../../../features/forms/FormPage';
import { Load } from '../../../features/loading/Load';
import { TextLink } from '../../../features/navigation/LocaleLink';
import { Alert } from '../../../ui/Alert';
import { Field } from '../../../ui/Field';

export const Route = createFileRoute('/{-$locale}/_signed-in/change-vat-number')({
  loader: ({ context }) => context.prefetch(billingSelfOptions()),
  component: ChangeVatNumber,
});

function ChangeVatNumber() {
  const { t } = useLingui();
  return (
    <FormPage
      back={{ to: '/billing', name: <Trans>Billing</Trans> }}
      title={t`Change VAT number`}
      lead={<Trans>A valid number from your billing country exempts you from VAT where the law allows it.</Trans>}
      about={
        <Load>
          <Checks />
        </Load>
      }
    >
      <Load lines={4}>
        <VatNumberForm />
      </Load>
    </FormPage>
  );
}

function VatNumberForm() {
  const { t } = useLingui();
  const { data: account } = useSuspenseQuery(billingSelfOptions());
  const backToBilling = useBackToBilling();
  const countryName = useCountryName();
  const form = useSchemaForm(vBillingChangeVatNumberParams, {
    defaultValues: { new_vat_number: account.vat_number ?? '' },
    disabled: !hasVatNumbers(account.country),
  });
  const call = useCall(form, {
    ...billingChangeVatNumberMutation(),
    onSuccess: (updated) => backToBilling(updated, t`VAT number saved.`),
  });
  const country = account.country && countryName(account.country);
  return (
    <div className="space-y-8">
      {!hasVatNumbers(account.country) && (
        <Alert tone="info">
          {country
            ? t`VAT numbers apply only in the EU, and your billing country is ${country}.`
            : t`Choose a billing country first. The number must be valid there.`}{' '}
          <TextLink to="/edit-billing">{t`Edit billing details`}</TextLink>
        </Alert>
      )}
      <Form form={form} call={call} submit={<Trans>Save</Trans>}>
        <Field
          {...form.register('new_vat_number')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          label={t`VAT number`}
          hint={country && t`For example SE556012579001, with or without the prefix. It must be valid in ${country}.`}
          error={errorText(form.formState.errors.new_vat_number, t`Enter the VAT number.`)}
        />
      </Form>
    </div>
  );
}

function Checks() {
  const { t } = useLingui();
  const { data: account } = useSuspenseQuery(billingSelfOptions());
  const checks = {
    ONLINE: t`The current number is listed in VIES, the EU’s register.`,
    FORMAT: t`The current number was checked by format and check digits only, not with the tax authorities.`,
    PENDING: t`The current number was checked by format and check digits. VIES, the EU’s register, did not respond. We ask it again automatically, and remove a number that it does not list.`,
  };
  const items = [
    account.vat_number_check
      ? checks[account.vat_number_check]
      : t`The format and check digits are checked, so that a typing error is found at once.`,
    account.state === 'ACTIVE' && t`A new number applies from the next billing cycle.`,
    t`Your invoices show the number.`,
  ];
  return <About title={t`How the number is used`} items={items.filter(Boolean)} />;
}
