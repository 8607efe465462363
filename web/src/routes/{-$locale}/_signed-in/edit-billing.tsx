import { Trans, useLingui } from '@lingui/react/macro';
import { billingSelfOptions, billingUpdateMutation } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { billingSchema } from '../../../features/billing/billing-forms';
import { cycleStart, useBillingStates } from '../../../features/billing/billing-texts';
import { CountryField } from '../../../features/billing/CountryField';
import { Money } from '../../../features/billing/Money';
import { useBackToBilling } from '../../../features/billing/use-back-to-billing';
import { VatRate } from '../../../features/billing/VatRate';
import { errorText, Form, useCall, useSchemaForm } from '../../../features/forms/Form';
import { Load } from '../../../features/loading/Load';
import { Page } from '../../../features/page/Page';
import { StateMark } from '../../../ui/Badge';
import { Field } from '../../../ui/Field';
import { Fact, KeyValue } from '../../../ui/KeyValue';

export const Route = createFileRoute('/{-$locale}/_signed-in/edit-billing')({
  loader: ({ context }) => void context.queryClient.prefetchQuery(billingSelfOptions()),
  component: EditBilling,
});

function EditBilling() {
  const { t } = useLingui();
  return (
    <Page
      back={{ to: '/billing', name: <Trans>Billing</Trans> }}
      title={t`Company and country`}
      lead={<Trans>Both appear on your future bills. The country determines VAT.</Trans>}
    >
      <div className="grid gap-x-16 gap-y-14 xl:grid-cols-2">
        <div className="max-w-form min-w-0">
          <Load lines={4}>
            <BillingForm />
          </Load>
        </div>
        <section aria-labelledby="terms" className="min-w-0">
          <h2 id="terms" className="display mb-4 text-xl">{t`Set by your plan`}</h2>
          <Load shape="facts" lines={8}>
            <Terms />
          </Load>
        </section>
      </div>
    </Page>
  );
}

function BillingForm() {
  const { t } = useLingui();
  const { data: account } = useSuspenseQuery(billingSelfOptions());
  const backToBilling = useBackToBilling();
  const form = useSchemaForm(billingSchema, {
    defaultValues: { company: account.company ?? '', country: account.country ?? '' },
  });
  const { errors } = form.formState;
  const call = useCall(form, {
    ...billingUpdateMutation(),
    onSuccess: (updated) =>
      backToBilling(
        updated,
        account.vat_number && !updated.vat_number
          ? t`Saved. The VAT number is not valid in the new country and was removed.`
          : t`Saved.`,
      ),
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
        error={errorText(errors.company, t`Enter at most 200 characters.`)}
      />
      <CountryField
        {...form.register('country')}
        autoComplete="country"
        label={t`Country`}
        hint={account.vat_number && t`A VAT number that is not valid there is removed.`}
        error={errorText(errors.country, t`Choose a country.`)}
      />
    </Form>
  );
}

/** The terms of the account, which can't be changed here. */
function Terms() {
  const { t } = useLingui();
  const { data: account } = useSuspenseQuery(billingSelfOptions());
  const { word, tone } = useBillingStates()[account.state];
  return (
    <KeyValue>
      <Fact name={t`Account id`} value={account.id} mono />
      <Fact name={t`Status`} value={<StateMark tone={tone}>{word}</StateMark>} />
      <Fact name={t`Credit`} value={<Money amount={account.credit} className="text-sm" />} />
      <Fact name={t`Currency`} value={account.currency} />
      <Fact name={t`Price per verified identity`} value={<Money amount={account.unit_price} className="text-sm" />} />
      <Fact name={t`Service fee`} value={<Money amount={account.monthly_commitment} className="text-sm" />} />
      <Fact name={t`VAT rate`} value={<VatRate account={account} />} />
      <Fact name={t`Billing cycle`} value={cycleStart(account.cycle_start_day)} />
    </KeyValue>
  );
}
