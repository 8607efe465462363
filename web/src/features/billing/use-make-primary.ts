import { useLingui } from '@lingui/react/macro';
import type { StoredPaymentMethod } from '@sigill/sdk/portal';
import { paymentMethodChangePrimaryMutation, paymentMethodGetQueryKey } from '@sigill/sdk/portal/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { paymentMethodsOptions } from '../../api/whole-lists';
import { useToast } from '../../ui/Toast';
import { useOwedOutcome, useRefreshBills } from './owed-bill';

const keyOf = (id: number) => paymentMethodGetQueryKey({ id });
const listKey = paymentMethodsOptions().queryKey;

export function useMakePrimary() {
  const { t } = useLingui();
  const toast = useToast();
  const queryClient = useQueryClient();
  const outcomeOf = useOwedOutcome();
  const refresh = useRefreshBills();
  const listed = () => queryClient.getQueryData(listKey)?.payment_methods ?? [];
  const mark = (primary: number | undefined) => {
    queryClient.setQueryData(
      listKey,
      (list) =>
        list && { payment_methods: list.payment_methods.map((each) => ({ ...each, primary: each.id === primary })) },
    );
    for (const { id } of listed()) {
      queryClient.setQueryData<StoredPaymentMethod>(
        keyOf(id),
        (method) => method && { ...method, primary: id === primary },
      );
    }
  };
  const keys = () => [listKey, ...listed().map(({ id }) => keyOf(id))];
  const change = useMutation({
    ...paymentMethodChangePrimaryMutation(),
    async onMutate({ id }) {
      await Promise.all(keys().map((queryKey) => queryClient.cancelQueries({ queryKey })));
      const former = listed().find((method) => method.primary)?.id;
      mark(id);
      return { former };
    },
    onError: (_error, _variables, context) => mark(context?.former),
    onSettled: () => Promise.all(keys().map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
  return {
    isPending: change.isPending,
    error: change.error,
    make(method: StoredPaymentMethod) {
      change.mutate(
        { id: method.id },
        {
          async onSuccess(_answer, _variables, context) {
            const { former } = context ?? {};
            const outcome = await outcomeOf();
            await refresh();
            toast(
              outcome
                ? `${t`Invoices are now charged to this method.`} ${outcome}`
                : t`Invoices are now charged to this method.`,
              former === undefined ? undefined : { label: t`Undo`, run: () => change.mutate({ id: former }) },
            );
          },
        },
      );
    },
  };
}
