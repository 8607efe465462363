import { useLingui } from '@lingui/react/macro';
import { merchantSelfOptions, merchantUpdateMutation } from '@sigill/sdk/portal/react-query';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { SwitchField } from '../../ui/Field';
import { useToast } from '../../ui/Toast';
import { ProblemAlert } from '../forms/ProblemAlert';

/** Whether everybody must show more than a password. It is saved as soon as it is switched. */
export function RequireSecondFactor() {
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
  const wanted = isPending ? variables.require_second_factor : merchant.require_second_factor;
  return (
    <div className="space-y-3">
      <ProblemAlert error={error} />
      <SwitchField
        label={t`Require a second factor`}
        hint={t`Whoever signs in with a password shows a second factor as well, and sets one up before anything else. API keys are not asked.`}
        checked={wanted === true}
        onChange={({ target }) => mutate({ require_second_factor: target.checked })}
      />
    </div>
  );
}
