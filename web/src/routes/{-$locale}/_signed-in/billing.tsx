import { Trans, useLingui } from '@lingui/react/macro';
import type { BillingAccount } from '@sigill/sdk/portal';
import { billingKeepMutation, billingPreviewOptions, billingSelfOptions } from '@sigill/sdk/portal/react-query';
import { billExport } from '@sigill/sdk/portal/streams';
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { billsOptions, paymentMethodsOptions } from '../../../api/whole-lists';
import { UtcDate } from '../../../features/billing/BillingDates';
import { BillList, PaymentMethodList } from '../../../features/billing/BillingLists';
import { CycleCost } from '../../../features/billing/BillLines';
import { cycleStart, useBillingStates, useDaysLeft } from '../../../features/billing/billing-texts';
import { useCountryName } from '../../../features/billing/CountryField';
import { DownloadCsv } from '../../../features/billing/DownloadCsv';
import { Money } from '../../../features/billing/Money';
import { CreditMeter, SpendingMeter, UsageLimit } from '../../../features/billing/meters';
import { parseMoney } from '../../../features/billing/money';
import { isOwed } from '../../../features/billing/owed-bill';
import { PayBill } from '../../../features/billing/PayBill';
import { SessionsRefused } from '../../../features/billing/SessionsRefused';
import { useBackToBilling } from '../../../features/billing/use-back-to-billing';
import { VatRate } from '../../../features/billing/VatRate';
import { hasVatNumbers } from '../../../features/billing/vat-area';
import { ProblemAlert } from '../../../features/forms/ProblemAlert';
import { Load } from '../../../features/loading/Load';
import { LoadedSection } from '../../../features/loading/LoadedSection';
import { ButtonLink } from '../../../features/navigation/LocaleLink';
import { Page } from '../../../features/page/Page';
import { Alert } from '../../../ui/Alert';
import { StateMark } from '../../../ui/Badge';
import { Button } from '../../../ui/Button';
import { Fact, KeyValue } from '../../../ui/KeyValue';

export const Route = createFileRoute('/{-$locale}/_signed-in/billing')({
  loader: ({ context }) =>
    context.prefetch(billingSelfOptions(), billsOptions(), paymentMethodsOptions(), billingPreviewOptions()),
  component: Billing,
});

function Billing() {
  const { t } = useLingui();
  return (
    <Page title={t`Billing`}>
      <Load shape="facts" lines={10}>
        <Account />
      </Load>
      <div className="mt-16 grid gap-x-16 gap-y-14 xl:grid-cols-2">
        <LoadedSection id="bills" title={t`Invoices`} shape="rows" lines={2}>
          <BillList />
          <Export />
        </LoadedSection>
        <section aria-labelledby="payment-methods">
          <h2 id="payment-methods" className="display mb-4 text-xl">{t`Payment methods`}</h2>
          <Load shape="rows" lines={2}>
            <PaymentMethodList />
          </Load>
          <ButtonLink
            to="/add-payment-method"
            variant="secondary"
            size="small"
            className="mt-6 max-sm:w-full"
          >{t`Add a payment method`}</ButtonLink>
        </section>
      </div>
      <p className="mt-12 text-sm text-muted">{t`Prices in USD. All billing dates are in UTC.`}</p>
    </Page>
  );
}

function Export() {
  const { bills } = useSuspenseQuery(billsOptions()).data;
  if (bills.length === 0) return null;
  return (
    <div className="mt-6 max-sm:grid">
      <DownloadCsv load={() => billExport({ format: 'csv' })}>
        <Trans>Download all invoices as CSV</Trans>
      </DownloadCsv>
    </div>
  );
}

function Account() {
  const { t } = useLingui();
  const { data: account } = useSuspenseQuery(billingSelfOptions());
  return (
    <div className="space-y-12">
      <State account={account} />
      <div className="grid gap-x-16 gap-y-14 xl:grid-cols-2">
        <section aria-labelledby="account">
          <h2 id="account" className="display mb-4 text-xl">{t`Billing account`}</h2>
          <Facts account={account} />
          <ButtonLink
            to="/edit-billing"
            variant="secondary"
            size="small"
            className="mt-6 max-sm:w-full"
          >{t`Edit billing details`}</ButtonLink>
        </section>
        <section aria-labelledby="cycle" className="space-y-10">
          <div>
            <h2 id="cycle" className="display mb-4 text-xl">{t`This billing cycle`}</h2>
            <Load lines={4}>
              <CycleCost account={account} />
            </Load>
          </div>
          <CreditMeter account={account} />
          <SpendingMeter account={account} />
          <UsageLimit account={account} />
        </section>
      </div>
    </div>
  );
}

function State({ account }: { account: BillingAccount }) {
  const { t } = useLingui();
  const states = useBillingStates();
  const daysLeft = useDaysLeft();
  const { data: bills } = useQuery(billsOptions());
  // A page has only one primary button, and paying an owed invoice comes first.
  const isFirst = bills !== undefined && !bills.bills.some(isOwed);
  const { word, tone } = states[account.state];
  return (
    <div className="space-y-6">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <StateMark tone={tone}>{word}</StateMark>
        {account.trial_days_left !== undefined && <span className="text-sm">{daysLeft(account.trial_days_left)}</span>}
      </p>
      <div className="measure space-y-6 empty:hidden">
        {account.cancels_at && <Ending cancels_at={account.cancels_at} />}
        <SessionsRefused />
        {account.next_terms && <NewTerms {...account.next_terms} />}
        <Load lines={3}>
          <Owed />
        </Load>
      </div>
      <div className="grid gap-3 sm:flex sm:flex-wrap">
        {account.state === 'ACTIVE' ? (
          <Button variant="secondary" disabled>{t`Enable billing`}</Button>
        ) : (
          <ButtonLink to="/enable-billing" variant={isFirst ? 'primary' : 'secondary'}>{t`Enable billing`}</ButtonLink>
        )}
        {hasVatNumbers(account.country) ? (
          <ButtonLink to="/change-vat-number" variant="secondary">{t`Change VAT number`}</ButtonLink>
        ) : (
          <Button variant="secondary" disabled>{t`Change VAT number`}</Button>
        )}
        {account.state === 'ACTIVE' && !account.cancels_at && (
          <ButtonLink to="/cancel-billing" variant="secondary">{t`Cancel billing`}</ButtonLink>
        )}
      </div>
      {!hasVatNumbers(account.country) && (
        <p className="text-sm text-muted">
          {account.country
            ? t`VAT numbers apply only to billing countries in the EU.`
            : t`Choose a billing country before you enter a VAT number.`}
        </p>
      )}
    </div>
  );
}

function NewTerms({ from, unit_price, monthly_commitment }: NonNullable<BillingAccount['next_terms']>) {
  const [price, fee] = [<Money key="price" amount={unit_price} />, <Money key="fee" amount={monthly_commitment} />];
  return (
    <Alert
      tone="info"
      title={
        <Trans>
          New prices from <UtcDate value={from} />
        </Trans>
      }
    >
      {parseMoney(monthly_commitment) > 0n ? (
        <Trans>
          {price} per verified identity and a service fee of {fee} per billing cycle. Until then, the current prices
          apply.
        </Trans>
      ) : (
        <Trans>{price} per verified identity, without a service fee. Until then, the current prices apply.</Trans>
      )}
    </Alert>
  );
}

/** The oldest unpaid bill whose charge failed. */
function Owed() {
  const { bills } = useSuspenseQuery(billsOptions()).data;
  const owed = bills.findLast(isOwed);
  return owed ? <PayBill bill={owed} /> : null;
}

function Ending({ cancels_at }: { cancels_at: string }) {
  const backToBilling = useBackToBilling();
  const { t } = useLingui();
  const keep = useMutation({
    ...billingKeepMutation(),
    onSuccess: (account) => backToBilling(account, t`Billing stays enabled.`),
  });
  return (
    <Alert
      tone="warning"
      title={
        <Trans>
          Billing ends on <UtcDate value={cancels_at} /> at 00:00 UTC.
        </Trans>
      }
    >
      <p>{t`Until then, everything works as before. The last invoice is issued on that day.`}</p>
      <Button
        variant="secondary"
        size="small"
        className="mt-4 max-sm:w-full"
        loading={keep.isPending}
        onClick={() => keep.mutate({})}
      >{t`Keep billing enabled`}</Button>
      <ProblemAlert error={keep.error} />
    </Alert>
  );
}

function Facts({ account }: { account: BillingAccount }) {
  const { t } = useLingui();
  const countryName = useCountryName();
  const notSet = <span className="text-muted">{t`Not set`}</span>;
  return (
    <KeyValue>
      <Fact name={t`Account id`} value={account.id} mono />
      <Fact name={t`Company`} value={account.company ?? notSet} />
      <Fact name={t`Address`} value={addressOf(account) || notSet} />
      <Fact name={t`Country`} value={account.country ? countryName(account.country) : notSet} />
      <Fact
        name={t`VAT number`}
        value={account.vat_number ? <span className="font-mono text-sm">{account.vat_number}</span> : notSet}
      />
      <Fact name={t`VAT rate`} value={<VatRate account={account} />} />
      <Fact name={t`Price per verified identity`} value={<Money amount={account.unit_price} className="text-sm" />} />
      <Fact name={t`Service fee`} value={<Money amount={account.monthly_commitment} className="text-sm" />} />
      <Fact name={t`Billing emails`} value={account.billing_emails?.join(', ') ?? notSet} />
      <Fact name={t`Purchase order`} value={account.purchase_order ?? notSet} />
      <Fact name={t`Currency`} value={account.currency} />
      <Fact name={t`Billing cycle`} value={cycleStart(account.cycle_start_day)} />
    </KeyValue>
  );
}

const addressOf = (account: BillingAccount): string =>
  [
    account.address_line_1,
    account.address_line_2,
    [account.address_postal_code, account.address_city].filter(Boolean).join(' '),
    account.address_state,
  ]
    .filter(Boolean)
    .join(', ');
