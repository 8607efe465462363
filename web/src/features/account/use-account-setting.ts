import { useLingui } from '@lingui/react/macro';
import type { MerchantUpdateParams } from '@sigill/sdk/portal';
import { merchantSelfOptions, merchantUpdateMutation } from '@sigill/sdk/portal/react-query';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useToast } from '../../ui/Toast';

/** Shows the chosen value while it is being saved. */
export function useAccountSetting<
  Name extends
    | 'require_clone_protection'
    | 'refuse_weak'
    | 'require_second_factor'
    | 'retention_hours'
    | 'document_memory_days',
>(name: Name) {
  const { t } = useLingui();
  const toast = useToast();
  const queryClient = useQueryClient();
  const { data: merchant } = useSuspenseQuery(merchantSelfOptions());
  const { mutate, isPending, variables, error } = useMutation({
    ...merchantUpdateMutation(),
    onSuccess(merchant) {
      queryClient.setQueryData(merchantSelfOptions().queryKey, merchant);
      toast(t`Settings saved.`);
    },
  });
  return {
    value: (isPending ? variables[name] : undefined) ?? merchant[name],
    save: (value: NonNullable<MerchantUpdateParams[Name]>) => mutate({ [name]: value }),
    error,
  };
}
