import type { BillingAccount } from '@sigill/sdk/portal';
import { billingPreviewQueryKey, billingSelfQueryKey } from '@sigill/sdk/portal/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useFinish } from '../forms/use-finish';

export function useBackToBilling() {
  const finish = useFinish();
  const queryClient = useQueryClient();
  return async (account: BillingAccount, text: string) => {
    queryClient.setQueryData(billingSelfQueryKey(), account);
    await queryClient.invalidateQueries({ queryKey: billingPreviewQueryKey() });
    await finish('/billing', text);
  };
}
