import { useLingui } from '@lingui/react/macro';
import type { StoredPaymentMethod } from '@sigill/sdk/portal';
import { paymentMethodChangePrimaryMutation, paymentMethodGetQueryKey } from '@sigill/sdk/portal/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { paymentMethodsOptions } from '../../api/whole-lists';
import { useToast } from '../../ui/Toast';

const keyOf = (id: number) => paymentMethodGetQueryKey({ body: { id } });
const listKey = paymentMethodsOptions().queryKey;

/** Shown at once and taken back when it fails; the answer is then loaded again. Undo makes the former method primary. */
export function useMakePrimary() {
  const { t } = useLingui();
  const toast = useToast();
  const queryClient = useQueryClient();
  const listed = () => queryClient.getQueryData(listKey)?.payment_methods ?? [];
  /** Marks one method, or none, in the list and wherever a single one is shown. */
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
    async onMutate({ body: { id } }) {
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
        { body: { id: method.id } },
        {
          onSuccess(_answer, _variables, context) {
            const { former } = context ?? {};
            toast(
              t`Bills are now charged to this method.`,
              former === undefined ? undefined : { label: t`Undo`, run: () => change.mutate({ body: { id: former } }) },
            );
          },
        },
      );
    },
  };
}
