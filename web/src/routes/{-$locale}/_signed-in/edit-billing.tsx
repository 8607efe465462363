import { Trans, useLingui } from '@lingui/react/macro';
import { billingSelfOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { lazyPart } from '../../../api/later';
import { cycleStart, useBillingStates } from '../../../features/billing/billing-texts';
import { Money } from '../../../features/billing/Money';
import { useBackToBilling } from '../../../features/billing/use-back-to-billing';
import { VatRate } from '../../../features/billing/VatRate';
import { Load } from '../../../features/loading/Load';
import { LoadedSection } from '../../../features/loading/LoadedSection';
import { Page } from '../../../features/page/Page';
import { StateMark } from '../../../ui/Badge';
import { Fact, KeyValue } from '../../../ui/KeyValue';

/** Loaded on demand, because nothing else on the screen needs the forms library. */
const BillingDetailsForm = lazyPart(
  async () => (await import('../../../features/billing/BillingDetailsForm')).BillingDetailsForm,
);

export const Route = createFileRoute('/{-$locale}/_signed-in/edit-billing')({
  loader: ({ context }) => context.prefetch(billingSelfOptions()),
  component: EditBilling,
});

function EditBilling() {
  const { t } = useLingui();
  return (
    <Page
      back={{ to: '/billing', name: <Trans>Billing</Trans> }}
      title={t`Billing details`}
      lead={<Trans>Printed on your future invoices. The country determines VAT.</Trans>}
    >
      <div className="grid gap-x-16 gap-y-14 xl:grid-cols-2">
        <div className="max-w-form min-w-0">
          <Load lines={4}>
            <BillingForm />
          </Load>
        </div>
        <LoadedSection id="terms" title={t`Set by your plan`} className="min-w-0" shape="facts" lines={8}>
          <Terms />
        </LoadedSection>
      </div>
    </Page>
  );
}

function BillingForm() {
  const { t } = useLingui();
  const backToBilling = useBackToBilling();
  return (
    <BillingDetailsForm
      submit={<Trans>Save</Trans>}
      onSaved={(updated, before) =>
        backToBilling(
          updated,
          before.vat_number && !updated.vat_number
            ? t`Saved. The VAT number is not valid in the new country and was removed.`
            : t`Saved.`,
        )
      }
    />
  );
}

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
