import { Trans, useLingui } from '@lingui/react/macro';
import { SigillError } from '@sigill/sdk';
import type { BillingAccount, CustomerBill, StoredPaymentMethod } from '@sigill/sdk/portal';
import {
  billingEnableMutation,
  billingPreviewOptions,
  billingPreviewQueryKey,
  billingSelfOptions,
  billingSelfQueryKey,
  dashboardGetStartedQueryKey,
  userSelfOptions,
} from '@sigill/sdk/portal/react-query';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { type ComponentProps, useState } from 'react';
import { lazyPart } from '../../../api/later';
import { billsOptions, paymentMethodsOptions } from '../../../api/whole-lists';
import { cycleStart, useMethodName, usePaymentFailures } from '../../../features/billing/billing-texts';
import { Money } from '../../../features/billing/Money';
import { formatMoney, parseMoney } from '../../../features/billing/money';
import { isOwed, useRefreshBills } from '../../../features/billing/owed-bill';
import { PaymentProblem } from '../../../features/billing/PaymentProblem';
import { useFinish } from '../../../features/forms/use-finish';
import { Load } from '../../../features/loading/Load';
import { ButtonLink, TextLink } from '../../../features/navigation/LocaleLink';
import { Page } from '../../../features/page/Page';
import { Accordion, type Section } from '../../../ui/Accordion';
import { Alert } from '../../../ui/Alert';
import { Button } from '../../../ui/Button';
import { Fact, KeyValue } from '../../../ui/KeyValue';

/** Loaded on demand, because the other steps do not need the forms library. */
const BillingDetailsForm = lazyPart(
  async () => (await import('../../../features/billing/BillingDetailsForm')).BillingDetailsForm,
);

export const Route = createFileRoute('/{-$locale}/_signed-in/enable-billing')({
  loader: ({ context }) =>
    context.prefetch(userSelfOptions(), paymentMethodsOptions(), billingSelfOptions(), billsOptions()),
  component: EnableBilling,
});

function EnableBilling() {
  const { t } = useLingui();
  return (
    <Page back={{ to: '/billing', name: <Trans>Billing</Trans> }} title={t`Enable billing`}>
      <Load lines={6}>
        <Steps />
      </Load>
    </Page>
  );
}

function Steps() {
  const { t } = useLingui();
  const { data: user } = useSuspenseQuery(userSelfOptions());
  const { payment_methods } = useSuspenseQuery(paymentMethodsOptions()).data;
  const { data: account } = useSuspenseQuery(billingSelfOptions());
  const method = payment_methods.find(({ primary }) => primary);
  const [chosen, choose] = useState<{ id: string | undefined }>();
  const steps: Section[] = [
    {
      id: 'verify-email',
      title: <Trans>Verify your email</Trans>,
      completed: user.email_verified,
      content: (
        <>
          <p className="mb-4 text-muted">
            <Trans>
              You can enable billing once your email address is verified. We send invoices and news about payments to
              all owners and billing users, and to the account’s billing email addresses.
            </Trans>
          </p>
          <ButtonLink to="/verify-email" size="small">{t`Verify email`}</ButtonLink>
        </>
      ),
    },
    {
      id: 'payment-method',
      title: <Trans>Add a payment method</Trans>,
      completed: payment_methods.some(({ state }) => state === 'ACTIVE'),
      content: (
        <>
          <p className="mb-4 text-muted">
            <Trans>A credit or debit card. We charge it once per billing cycle, after the invoice.</Trans>
          </p>
          <ButtonLink to="/add-payment-method" size="small">{t`Add a payment method`}</ButtonLink>
        </>
      ),
    },
  ];
  const first = steps.find((step) => !step.completed)?.id;
  if (account.state === 'ACTIVE') return <Enabled account={account} method={method} />;
  return (
    <div className="measure space-y-10">
      <Accordion steps sections={steps} open={chosen ? chosen.id : first} onOpenChange={(id) => choose({ id })} />
      <Enable ready={first === undefined} method={method} />
    </div>
  );
}

/** What `billing.enable` asks for besides the two steps. */
const hasBillingDetails = (account: BillingAccount, method: StoredPaymentMethod | undefined): boolean =>
  [
    account.company ?? (account.vat_number === undefined && method?.name),
    ...[account.country, account.address_line_1, account.address_postal_code, account.address_city],
  ].every(Boolean);

function Enabled({ account, method }: { account: BillingAccount; method: StoredPaymentMethod | undefined }) {
  const { t } = useLingui();
  const nameOf = useMethodName();
  const hasCap = account.spending_cap !== undefined;
  return (
    <div className="grid gap-x-16 gap-y-10 xl:grid-cols-2">
      <div className="space-y-8">
        <Alert tone="success" title={<Trans>Billing is enabled.</Trans>}>
          <Trans>Each cycle’s invoice is charged to the primary payment method.</Trans>
        </Alert>
        <section aria-labelledby="next" className="space-y-4 rounded-md border border-hairline bg-raised px-6 py-6">
          <h2 id="next" className="display text-xl">{t`Next steps`}</h2>
          <p className="measure text-muted">
            {hasCap
              ? t`See what this cycle has cost so far, your invoices and your payment methods.`
              : t`A spending cap limits what your sessions may cost in a billing cycle.`}
          </p>
          <div className="grid gap-3 sm:flex sm:flex-wrap">
            {hasCap ? (
              <>
                <ButtonLink to="/billing">{t`Go to billing`}</ButtonLink>
                <ButtonLink to="/change-spending-cap" variant="secondary">{t`Change the spending cap`}</ButtonLink>
              </>
            ) : (
              <>
                <ButtonLink to="/change-spending-cap">{t`Set a spending cap`}</ButtonLink>
                <ButtonLink to="/billing" variant="secondary">{t`Go to billing`}</ButtonLink>
              </>
            )}
          </div>
        </section>
      </div>
      <div>
        <KeyValue>
          <Fact
            name={t`Price per verified identity`}
            value={<Money amount={account.unit_price} className="text-sm" />}
          />
          <Fact name={t`Service fee`} value={<Money amount={account.monthly_commitment} className="text-sm" />} />
          <Fact name={t`Billing cycle`} value={cycleStart(account.cycle_start_day)} />
          <Fact name={t`Credit left`} value={<Money amount={account.credit} className="text-sm" />} />
          {method && (
            <Fact name={t`Payment method`}>
              <TextLink to={`/payment-method/${method.id}`}>{nameOf(method)}</TextLink>
            </Fact>
          )}
          <Fact name={t`Spending cap`}>
            {account.spending_cap === undefined ? (
              <span className="text-muted">{t`Not set`}</span>
            ) : (
              <Money amount={account.spending_cap} className="text-sm" />
            )}
          </Fact>
        </KeyValue>
      </div>
    </div>
  );
}

function FirstFee() {
  const { t, i18n } = useLingui();
  const { data: bill } = useSuspenseQuery(billingPreviewOptions({ enable: true }));
  const line = bill.billables.find(({ kind }) => kind === 'SERVICE_FEE');
  if (!line) return null;
  const { days, cycle_days } = line;
  const amount = formatMoney(line.total, i18n.locale);
  return t`In this cycle it is ${amount}, for ${days} of ${cycle_days} days.`;
}

function EnableProblem({ error, owed }: { error: unknown; owed: CustomerBill | undefined }) {
  const failures = usePaymentFailures();
  const isDeclined = error instanceof SigillError && error.code === 'payment_declined';
  if (!isDeclined || !owed) return <PaymentProblem error={error} />;
  const { id, payment_failure = 'DECLINED' } = owed;
  return (
    <Alert title={<Trans>The payment was declined, so billing stays inactive.</Trans>}>
      <p>{failures[payment_failure]}</p>
      <TextLink to={`/bill/${id}`}>
        <Trans>Open the invoice</Trans>
      </TextLink>
    </Alert>
  );
}

function Enable({ ready, method }: { ready: boolean; method: StoredPaymentMethod | undefined }) {
  const { t, i18n } = useLingui();
  const { data: account } = useSuspenseQuery(billingSelfOptions());
  const owed = useSuspenseQuery(billsOptions()).data.bills.findLast(isOwed);
  const refresh = useRefreshBills();
  const finish = useFinish();
  const queryClient = useQueryClient();
  const enable = useMutation({
    ...billingEnableMutation(),
    onError: () => refresh(owed?.id),
    async onSuccess(enabled) {
      const isActive = enabled.state === 'ACTIVE';
      const paid = owed ? t`The open invoice was paid, and billing is enabled.` : t`Billing is enabled.`;
      await finish(
        '/billing',
        isActive ? paid : t`The payment is being processed. Billing becomes active once it is paid.`,
      );
      await refresh(owed?.id);
      queryClient.setQueryData(billingSelfQueryKey(), enabled);
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: billingPreviewQueryKey() }),
        queryClient.invalidateQueries({ queryKey: dashboardGetStartedQueryKey() }),
      ]);
    },
  });
  const price = formatMoney(account.unit_price, i18n.locale);
  const fee = formatMoney(account.monthly_commitment, i18n.locale);
  const credit = formatMoney(account.credit, i18n.locale);
  return (
    <div className="space-y-6">
      <ul className="list-disc space-y-1 ps-5 text-muted">
        {account.state === 'TRIAL' && <li>{t`The trial ends now, and sessions continue without interruption.`}</li>}
        {parseMoney(account.credit) > 0n && <li>{t`Your remaining credit of ${credit} is used first.`}</li>}
        <li>{t`You pay ${price} per verified identity. Failed and rejected ones are free.`}</li>
        {parseMoney(account.monthly_commitment) > 0n && (
          <li>
            {t`The service fee is ${fee} per billing cycle, for the days on which billing is enabled.`} <FirstFee />
          </li>
        )}
        <li>{t`VAT is added where the law requires it.`}</li>
      </ul>
      {owed && !enable.error && (
        <Alert>
          <Trans>
            <TextLink to={`/bill/${owed.id}`}>An invoice</TextLink> is unpaid. It is charged now, and billing becomes
            active once it is paid.
          </Trans>
        </Alert>
      )}
      <EnableProblem error={enable.error} owed={owed} />
      {!ready ? (
        <EnableButton disabled>{t`Enable`}</EnableButton>
      ) : hasBillingDetails(account, method) ? (
        <>
          <BilledTo account={account} method={method} />
          <EnableButton
            loading={enable.isPending || enable.isSuccess}
            onClick={() => enable.mutate({})}
          >{t`Enable`}</EnableButton>
        </>
      ) : (
        <section aria-labelledby="billing-details" className="border-t border-hairline pt-6">
          <h2 id="billing-details" className="display text-xl">{t`Billing details`}</h2>
          <p className="mt-2 mb-6 text-muted">{t`Printed on your invoices. The country determines VAT.`}</p>
          <Load lines={8}>
            <BillingDetailsForm
              // If the primary card changes, the form starts again with the address of the new card.
              key={method?.id}
              complete
              method={method}
              submit={t`Enable`}
              onSaved={async (updated) => {
                queryClient.setQueryData(billingSelfQueryKey(), updated);
                await enable.mutateAsync({}).catch(() => undefined);
              }}
            />
          </Load>
        </section>
      )}
    </div>
  );
}

const EnableButton = (props: ComponentProps<typeof Button>) => (
  <Button {...props} className="w-full sm:w-auto sm:min-w-44" />
);

function BilledTo({ account, method }: { account: BillingAccount; method: StoredPaymentMethod | undefined }) {
  const { t } = useLingui();
  return (
    <p className="text-sm text-muted">
      <Trans>Invoices are made out to {account.company ?? method?.name}.</Trans>{' '}
      <TextLink to="/edit-billing">{t`Edit billing details`}</TextLink>
    </p>
  );
}
