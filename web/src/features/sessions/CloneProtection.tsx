import { useLingui } from '@lingui/react/macro';
import { merchantSelfOptions, merchantUpdateMutation } from '@sigill/sdk/portal/react-query';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { SwitchField } from '../../ui/Field';
import { useToast } from '../../ui/Toast';
import { ProblemAlert } from '../forms/ProblemAlert';

/** What new sessions require of the chip, unless they say otherwise. It is saved as soon as it is switched. */
export function CloneProtection() {
  const { t } = useLingui();
  const toast = useToast();
  const queryClient = useQueryClient();
  const { data: merchant } = useSuspenseQuery(merchantSelfOptions());
  const { mutate, isPending, variables, error } = useMutation({
    ...merchantUpdateMutation(),
    onSuccess(merchant) {
      queryClient.setQueryData(merchantSelfOptions().queryKey, merchant);
      toast(t`The settings were saved.`);
    },
  });
  const wanted = isPending ? variables.require_clone_protection : merchant.require_clone_protection;
  return (
    <div className="space-y-3">
      <ProblemAlert error={error} />
      <SwitchField
        label={t`Require a proof of the chip`}
        hint={t`New sessions refuse documents whose chip did not prove that it is the original, also those that cannot. A session can say otherwise with require_clone_protection.`}
        checked={wanted === true}
        onChange={({ target }) => mutate({ require_clone_protection: target.checked })}
      />
    </div>
  );
}
