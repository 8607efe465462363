import { Trans, useLingui } from '@lingui/react/macro';
import type { BillingAccount } from '@sigill/sdk/portal';
import { billingCancelMutation, billingPreviewOptions, billingSelfOptions } from '@sigill/sdk/portal/react-query';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { UtcDate } from '../../../features/billing/BillingDates';
import { BillLines } from '../../../features/billing/BillLines';
import { useBackToBilling } from '../../../features/billing/use-back-to-billing';
import { FormPage } from '../../../features/forms/FormPage';
import { ProblemAlert } from '../../../features/forms/ProblemAlert';
import { Load } from '../../../features/loading/Load';
import { ButtonLink, TextLink } from '../../../features/navigation/LocaleLink';
import { Button } from '../../../ui/Button';

export const Route = createFileRoute('/{-$locale}/_signed-in/cancel-billing')({
  loader: ({ context }) => context.prefetch(billingSelfOptions(), billingPreviewOptions()),
  component: CancelBilling,
});

function CancelBilling() {
  const { t } = useLingui();
  return (
    <FormPage
      back={{ to: '/billing', name: <Trans>Billing</Trans> }}
      title={t`Cancel billing`}
      about={
        <Load lines={6}>
          <LastBill />
        </Load>
      }
    >
      <Load lines={6}>
        <Cancellation />
      </Load>
    </FormPage>
  );
}

const canBeCancelled = ({ state, cancels_at }: BillingAccount): boolean =>
  state === 'ACTIVE' && cancels_at === undefined;

function Cancellation() {
  const { t } = useLingui();
  const { data: account } = useSuspenseQuery(billingSelfOptions());
  const backToBilling = useBackToBilling();
  const cancel = useMutation({
    ...billingCancelMutation(),
    onSuccess: (account) => backToBilling(account, t`Billing is cancelled.`),
  });
  if (!canBeCancelled(account))
    return (
      <div className="space-y-6">
        <p>
          {account.cancels_at
            ? t`Billing is already cancelled.`
            : t`Billing is not enabled, so there is nothing to cancel.`}
        </p>
        <ButtonLink to="/billing" variant="secondary">{t`Go to billing`}</ButtonLink>
      </div>
    );
  return (
    <div className="space-y-9">
      <ul className="list-disc space-y-3 ps-5">
        <li>
          <Trans>
            Billing ends with this billing cycle, whose last day is <UtcDate value={account.cycle_end} /> (UTC). Until
            then, everything works as before, and you can take the cancellation back.
          </Trans>
        </li>
        <li>{t`After that day, new sessions are refused. Open sessions can still be completed.`}</li>
        <li>{t`The last invoice is issued when the cycle ends, with any service fee, and charged as usual.`}</li>
        <li>
          <Trans>
            Your account, its users and invoices stay. To delete the account, use{' '}
            <TextLink to="/account-deletion">account deletion</TextLink>.
          </Trans>
        </li>
      </ul>
      <ProblemAlert error={cancel.error} />
      <Button
        variant="danger"
        loading={cancel.isPending || cancel.isSuccess}
        onClick={() => cancel.mutate({})}
        className="max-sm:w-full"
      >{t`Cancel billing`}</Button>
    </div>
  );
}

function LastBill() {
  const { t } = useLingui();
  const { data: account } = useSuspenseQuery(billingSelfOptions());
  const { data: bill } = useSuspenseQuery(billingPreviewOptions());
  if (!canBeCancelled(account)) return null;
  return (
    <section aria-labelledby="last-bill" className="max-w-form min-w-0">
      <h2 id="last-bill" className="display mb-4 text-xl">{t`The last invoice so far`}</h2>
      <BillLines bill={bill} total={<Trans>Total</Trans>} />
    </section>
  );
}
