import { Trans, useLingui } from '@lingui/react/macro';
import type { CustomerBill } from '@sigill/sdk/portal';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { sigill } from '../../api/client';
import { paymentMethodsOptions } from '../../api/whole-lists';
import { Alert } from '../../ui/Alert';
import { Button } from '../../ui/Button';
import { useToast } from '../../ui/Toast';
import { usePageLocale } from '../coverage/use-page-locale';
import { ButtonLink } from '../navigation/LocaleLink';
import { usePaymentFailures } from './billing-texts';
import { CardRefused } from './card-refused';
import { confirmPayment } from './confirm-payment';
import { formatMoney } from './money';
import { isOwed, useRefreshBills } from './owed-bill';
import { minuteOf, PaymentProblem } from './PaymentProblem';

/** Renders nothing for bills that are not open, and for accounts that pay only by invoice. */
export function PayBill({ bill }: { bill: CustomerBill }) {
  const { payment_methods } = useSuspenseQuery(paymentMethodsOptions()).data;
  const usable = payment_methods.filter(({ state }) => state === 'ACTIVE');
  const hasCard = usable.some(({ type }) => type === 'CARD');
  const { i18n } = useLingui();
  const pay = usePayBill(bill);
  const amount = formatMoney(bill.amount_due ?? bill.total, i18n.locale);
  if (bill.state !== 'OPEN' || (!hasCard && usable.length > 0)) return null;
  return (
    <div data-print="hidden" className="measure space-y-4">
      {isOwed(bill) && <Failure bill={bill} />}
      {pay.error instanceof CardRefused ? <Alert>{pay.error.message}</Alert> : <PaymentProblem error={pay.error} />}
      {hasCard ? (
        <Button loading={pay.isPending} onClick={() => pay.mutate()}>
          <Trans>Pay {amount} now</Trans>
        </Button>
      ) : (
        <ButtonLink to="/add-payment-method">
          <Trans>Add a payment method</Trans>
        </ButtonLink>
      )}
    </div>
  );
}

function Failure({ bill: { payment_failure = 'DECLINED', next_attempt } }: { bill: CustomerBill }) {
  const { i18n } = useLingui();
  const failures = usePaymentFailures();
  const isHopeless = ['DEAD', 'AUTHENTICATION_REQUIRED', 'NO_CARD'].includes(payment_failure);
  const isLater = next_attempt !== undefined && new Date(next_attempt) > new Date();
  const time = next_attempt && minuteOf(new Date(next_attempt), i18n.locale);
  return (
    <Alert title={<Trans>This invoice is not paid yet.</Trans>}>
      <p>{failures[payment_failure]}</p>
      <p>
        {isLater && isHopeless ? (
          <Trans>Pay it now, or make another card primary. Otherwise, billing becomes inactive.</Trans>
        ) : isLater ? (
          <Trans>We will try again on {time}. You can also pay it now, or make another card primary.</Trans>
        ) : next_attempt ? (
          <Trans>It is being charged at this moment.</Trans>
        ) : (
          <Trans>We won’t charge it again automatically. Pay it now, or make another card primary.</Trans>
        )}
      </p>
    </Alert>
  );
}

function usePayBill({ id }: CustomerBill) {
  const { t } = useLingui();
  const locale = usePageLocale();
  const toast = useToast();
  const refresh = useRefreshBills();
  return useMutation({
    async mutationFn() {
      const { next_action } = await sigill.bill.pay({ id });
      if (!next_action) return;
      await confirmPayment(next_action, { locale, title: t`Your bank` });
      await sigill.bill.pay({ id });
    },
    onSuccess: () => toast(t`The invoice is paid.`),
    onSettled: () => refresh(id),
  });
}
