import { useLingui } from '@lingui/react/macro';
import {
  callbackFailedQueryKey,
  callbackGetOptions,
  callbackListQueryKey,
  callbackResendMutation,
  callbackSearchQueryKey,
} from '@sigill/sdk/portal/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { useToast } from '../../ui/Toast';

export function useResend(id: string) {
  const { t } = useLingui();
  const toast = useToast();
  const queryClient = useQueryClient();
  return useMutation({
    ...callbackResendMutation(),
    async onSuccess() {
      toast(t`Another attempt is queued.`);
      const lists = [callbackListQueryKey(), callbackSearchQueryKey(), callbackFailedQueryKey()];
      await Promise.all(
        [callbackGetOptions({ id }).queryKey, ...lists].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      );
    },
  });
}

type Props = { resend: ReturnType<typeof useResend>; id: string; disabled?: boolean; size?: 'regular' | 'small' };

export function ResendButton({ resend, id, disabled = false, size = 'regular' }: Props) {
  const { t } = useLingui();
  return (
    <Button
      variant="secondary"
      size={size}
      disabled={disabled}
      loading={resend.isPending}
      onClick={() => resend.mutate({ id })}
    >
      <Icon name="replay" className="size-4" />
      {t`Resend`}
    </Button>
  );
}
