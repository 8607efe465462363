import { Trans, useLingui } from '@lingui/react/macro';
import { billingChangeSpendingCapMutation, billingSelfOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { spendingCapSchema } from '../../../features/billing/billing-forms';
import { useBackToBilling } from '../../../features/billing/use-back-to-billing';
import { errorText, Form, useCall, useSchemaForm } from '../../../features/forms/Form';
import { About, FormPage } from '../../../features/forms/FormPage';
import { Load } from '../../../features/loading/Load';
import { Field } from '../../../ui/Field';

export const Route = createFileRoute('/{-$locale}/_signed-in/change-spending-cap')({
  loader: ({ context }) => context.prefetch(billingSelfOptions()),
  component: ChangeSpendingCap,
});

function ChangeSpendingCap() {
  const { t } = useLingui();
  return (
    <FormPage
      back={{ to: '/billing', name: <Trans>Billing</Trans> }}
      title={t`Spending cap`}
      lead={
        <Trans>
          The most your sessions may cost in a billing cycle, before VAT and any service fee. Your credit is used first
          and does not count.
        </Trans>
      }
      about={
        <About
          title={t`How the cap works`}
          items={[
            <Trans key="refused">
              A session that could exceed the cap is refused with{' '}
              <code className="font-mono">spending_cap_reached</code>. Open sessions count until they end, so the cap is
              never exceeded.
            </Trans>,
            <Trans key="emails">
              We email owners, billing users and billing email addresses at 50% and 80%, and when no further session
              fits, once each per cycle.
            </Trans>,
          ]}
        />
      }
    >
      <Load lines={4}>
        <SpendingCapForm />
      </Load>
    </FormPage>
  );
}

function SpendingCapForm() {
  const { t } = useLingui();
  const { data: account } = useSuspenseQuery(billingSelfOptions());
  const backToBilling = useBackToBilling();
  const form = useSchemaForm(spendingCapSchema, { defaultValues: { spending_cap: account.spending_cap ?? '' } });
  const call = useCall(form, {
    ...billingChangeSpendingCapMutation(),
    onSuccess: (updated) =>
      backToBilling(updated, updated.spending_cap === undefined ? t`Spending cap removed.` : t`Spending cap saved.`),
  });
  return (
    <Form
      form={form}
      call={call}
      onSubmit={({ spending_cap }) => call.mutate({ spending_cap: spending_cap || null })}
      submit={<Trans>Save</Trans>}
    >
      <Field
        {...form.register('spending_cap')}
        inputMode="decimal"
        autoComplete="off"
        label={t`Spending cap in USD`}
        optional={t`Optional`}
        hint={t`Leave empty for no cap.`}
        error={errorText(form.formState.errors.spending_cap, t`Enter an amount such as 250 or 99.50.`)}
      />
    </Form>
  );
}
