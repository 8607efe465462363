import { Trans, useLingui } from '@lingui/react/macro';
import { SigillError } from '@sigill/sdk';
import type { CustomerBill } from '@sigill/sdk/portal';
import { billGetQueryKey, billingPreviewQueryKey, billingSelfQueryKey } from '@sigill/sdk/portal/react-query';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { sigill } from '../../api/client';
import { billsOptions, paymentMethodsOptions, transactionsOptions } from '../../api/whole-lists';
import { Alert } from '../../ui/Alert';
import { Button } from '../../ui/Button';
import { useToast } from '../../ui/Toast';
import { usePageLocale } from '../coverage/use-page-locale';
import { ProblemAlert } from '../forms/ProblemAlert';
import { ButtonLink } from '../navigation/LocaleLink';
import { usePaymentFailures } from './billing-texts';
import { CardRefused } from './card-frame';
import { confirmPayment } from './confirm-payment';
import { formatMoney } from './money';

/** Whether a bill was charged in vain. */
export const isOwed = ({ state, payment_failure }: CustomerBill): boolean =>
  state === 'OPEN' && payment_failure !== undefined;

/** Pays an open bill now, and says what became of earlier charges. Nothing for accounts that pay by invoice. */
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
      <PaymentProblem error={pay.error} />
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
  const time = next_attempt && timeOf(new Date(next_attempt), i18n.locale);
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
          <Trans>No further charge is planned. Pay it now, or make another card primary.</Trans>
        )}
      </p>
    </Alert>
  );
}

/** Why a payment failed, with the time from which the card can be tried again. */
export function PaymentProblem({ error }: { error: unknown }) {
  const { i18n } = useLingui();
  if (error instanceof CardRefused) return <Alert>{error.message}</Alert>;
  const code = error instanceof SigillError ? error.code : undefined;
  // The bill above says why.
  if (code === 'payment_declined')
    return (
      <Alert>
        <Trans>The payment was declined.</Trans>
      </Alert>
    );
  const seconds = Number(code === 'payment_limit' && error instanceof SigillError && error.headers.get('retry-after'));
  if (!seconds) return <ProblemAlert error={error} />;
  const time = timeOf(new Date(Date.now() + seconds * 1000), i18n.locale);
  return (
    <Alert>
      <Trans>This card was declined before. Use another card, or try again after {time}.</Trans>
    </Alert>
  );
}

const timeOf = (at: Date, locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at);

/** Charges the bill, lets the holder confirm the payment if the bank asks for it, and then shows the bill as it is. */
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

/** Returns a function that reads again what a payment may have changed. */
export function useRefreshBills() {
  const queryClient = useQueryClient();
  return async (id?: number) => {
    const keys = [
      billsOptions().queryKey,
      billingSelfQueryKey(),
      billingPreviewQueryKey(),
      paymentMethodsOptions().queryKey,
    ];
    const own = id === undefined ? [] : [billGetQueryKey({ id }), transactionsOptions({ bill_id: id }).queryKey];
    const used = id === undefined ? [] : [paymentMethodsOptions({ bill_id: id }).queryKey];
    await Promise.all([...keys, ...own, ...used].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  };
}

/** Returns a function that says what became of unpaid bills after a card was changed. */
export function useOwedOutcome() {
  const { t } = useLingui();
  const failures = usePaymentFailures();
  const queryClient = useQueryClient();
  return async (): Promise<string | undefined> => {
    const owed = (queryClient.getQueryData(billsOptions().queryKey)?.bills ?? []).filter(isOwed);
    if (owed.length === 0) return undefined;
    const { bills } = await queryClient.fetchQuery({ ...billsOptions(), staleTime: 0 });
    const left = bills.find((bill) => bill.state === 'OPEN' && owed.some(({ id }) => id === bill.id));
    if (!left) return t`The open invoice was paid.`;
    return t`The open invoice is not paid yet. ${failures[left.payment_failure ?? 'DECLINED']}`;
  };
}
