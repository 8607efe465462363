import { valibotResolver } from '@hookform/resolvers/valibot';
import { Trans, useLingui } from '@lingui/react/macro';
import type { BillingAccount } from '@sigill/sdk/portal';
import {
  billingPreviewQueryKey,
  billingSelfOptions,
  billingSelfQueryKey,
  billingUpdateMutation,
} from '@sigill/sdk/portal/react-query';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { billingSchema } from '../../../features/billing/billing-schema';
import { useBillingStates } from '../../../features/billing/billing-texts';
import { CountryField } from '../../../features/billing/CountryField';
import { cycleStart } from '../../../features/billing/cycle-start';
import { formatMoney, formatRate } from '../../../features/billing/money';
import { errorText, Form } from '../../../features/forms/Form';
import { useCall } from '../../../features/forms/use-call';
import { Load } from '../../../features/loading/Load';
import { useGoTo } from '../../../features/navigation/use-go-to';
import { Page } from '../../../features/page/Page';
import { Field } from '../../../ui/Field';
import { useToast } from '../../../ui/Toast';

export const Route = createFileRoute('/{-$locale}/_signed-in/edit-billing')({
  staticData: { words: ['billing'] },
  loader: ({ context }) => void context.queryClient.prefetchQuery(billingSelfOptions()),
  component: EditBilling,
});

function EditBilling() {
  const { t } = useLingui();
  return (
    <Page
      back={{ to: '/billing', name: <Trans>Billing</Trans> }}
      title={t`Company and country`}
      lead={<Trans>Both are printed on your bills from now on. The country decides on VAT.</Trans>}
      narrow
    >
      <Load lines={8}>
        <BillingForm />
      </Load>
    </Page>
  );
}

function BillingForm() {
  const { t } = useLingui();
  const { data: account } = useSuspenseQuery(billingSelfOptions());
  const goTo = useGoTo();
  const toast = useToast();
  const queryClient = useQueryClient();
  const form = useForm({
    resolver: valibotResolver(billingSchema),
    mode: 'onTouched',
    defaultValues: { company: account.company ?? '', country: account.country ?? '' },
  });
  const { errors } = form.formState;
  const call = useCall(form, {
    ...billingUpdateMutation(),
    async onSuccess(updated) {
      queryClient.setQueryData(billingSelfQueryKey(), updated);
      await queryClient.invalidateQueries({ queryKey: billingPreviewQueryKey() });
      await goTo('/billing');
      toast(
        account.vat_number && !updated.vat_number
          ? t`Saved. The VAT number is not valid in the new country and was removed.`
          : t`Saved.`,
      );
    },
  });
  return (
    <Form
      form={form}
      call={call}
      onSubmit={({ company, country }) => call.mutate({ country, ...(company && { company }) })}
      submit={<Trans>Save</Trans>}
    >
      <Field
        {...form.register('company')}
        autoComplete="organization"
        label={t`Company`}
        optional={t`Optional`}
        error={errorText(errors.company, t`A company name has at most 200 characters.`)}
      />
      <CountryField
        {...form.register('country')}
        autoComplete="country"
        label={t`Country`}
        hint={account.vat_number && t`The VAT number is checked again, and removed if it is not valid there.`}
        error={errorText(errors.country, t`Choose a country.`)}
      />
      <ReadOnly account={account} />
    </Form>
  );
}

/** The terms of the account, which cannot be changed here. */
function ReadOnly({ account }: { account: BillingAccount }) {
  const { t, i18n } = useLingui();
  const states = useBillingStates();
  const usd = (amount: string) => formatMoney(amount, i18n.locale);
  const fields = [
    { label: t`Account id`, value: account.id, wide: true },
    { label: t`State`, value: states[account.state].word },
    { label: t`Credit`, value: usd(account.credit) },
    { label: t`Currency`, value: account.currency },
    { label: t`Price per verified identity`, value: usd(account.unit_price) },
    { label: t`Monthly commitment`, value: usd(account.monthly_commitment) },
    { label: t`VAT rate`, value: formatRate(account.vat_rate, i18n.locale) },
    { label: t`Billing cycle`, value: cycleStart(account.cycle_start_day), wide: true },
  ];
  return (
    <fieldset className="space-y-4 border-t border-hairline pt-6">
      <legend className="sr-only">{t`Set by your plan`}</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        {fields.map(({ label, value, wide }) => (
          <Field
            key={label}
            label={label}
            value={value}
            readOnly
            className={`text-muted ${wide ? 'sm:col-span-2' : ''}`}
          />
        ))}
      </div>
    </fieldset>
  );
}
