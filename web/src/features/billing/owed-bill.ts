import { useLingui } from '@lingui/react/macro';
import type { CustomerBill } from '@sigill/sdk/portal';
import { billGetQueryKey, billingPreviewQueryKey, billingSelfQueryKey } from '@sigill/sdk/portal/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { billsOptions, paymentMethodsOptions, transactionsOptions } from '../../api/whole-lists';
import { usePaymentFailures } from './billing-texts';

export const isOwed = ({ state, payment_failure }: CustomerBill): boolean =>
  state === 'OPEN' && payment_failure !== undefined;

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
