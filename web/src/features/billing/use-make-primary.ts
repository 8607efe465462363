import { useLingui } from '@lingui/react/macro';
import type { StoredPaymentMethod } from '@sigill/sdk';
import {
  paymentMethodChangePrimaryMutation,
  paymentMethodGetQueryKey,
  paymentMethodListOptions,
} from '@sigill/sdk/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useToast } from '../../ui/Toast';

const keyOf = (id: number) => paymentMethodGetQueryKey({ body: { id } });
const listKey = paymentMethodListOptions().queryKey;

/** Shown at once and taken back when it fails; the answer is then loaded again. Undo makes the former method primary. */
export function useMakePrimary() {
  const { t } = useLingui();
  const toast = useToast();
  const queryClient = useQueryClient();
  const mark = (id: number, primary: boolean) =>
    queryClient.setQueryData<StoredPaymentMethod>(keyOf(id), (method) => method && { ...method, primary });
  const change = useMutation({
    ...paymentMethodChangePrimaryMutation(),
    async onMutate({ body: { id } }) {
      const former = queryClient.getQueryData(listKey)?.payment_methods.find((method) => method.primary)?.id;
      await queryClient.cancelQueries({ queryKey: keyOf(id) });
      mark(id, true);
      if (former !== undefined && former !== id) mark(former, false);
      return { former };
    },
    onError(_error, { body: { id } }, context) {
      mark(id, false);
      if (context?.former !== undefined) mark(context.former, true);
    },
    onSettled: (_answer, _error, { body: { id } }, context) =>
      Promise.all(
        [keyOf(id), ...(context?.former === undefined ? [] : [keyOf(context.former)]), listKey].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
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
