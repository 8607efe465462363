import { Trans, useLingui } from '@lingui/react/macro';
import type { SignedInDevice } from '@sigill/sdk/portal';
import {
  signInListOptions,
  signInListQueryKey,
  signInRevokeMutation,
  signInRevokeOthersMutation,
} from '@sigill/sdk/portal/react-query';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { Time } from '../../ui/Time';
import { useToast } from '../../ui/Toast';
import { ProblemAlert } from '../forms/ProblemAlert';

export function SignIns() {
  const { t } = useLingui();
  const toast = useToast();
  const queryClient = useQueryClient();
  const { sign_ins } = useSuspenseQuery(signInListOptions()).data;
  const read = () => queryClient.invalidateQueries({ queryKey: signInListQueryKey() });
  const others = useMutation({
    ...signInRevokeOthersMutation(),
    async onSuccess() {
      toast(t`Signed out on all other devices.`);
      await read();
    },
  });
  const currentFirst = sign_ins.toSorted((a, b) => Number(b.is_current) - Number(a.is_current));
  const hasOthers = sign_ins.some(({ is_current }) => !is_current);
  return (
    <div className="space-y-6">
      <p className="measure text-muted">{t`Don’t recognise a device? Sign it out, then change your password.`}</p>
      <ul className="divide-y divide-hairline border-t border-hairline">
        {currentFirst.map((device) => (
          <Device key={device.id} device={device} onEnded={read} />
        ))}
      </ul>
      <ProblemAlert error={others.error} />
      {hasOthers && (
        <Button variant="secondary" size="small" loading={others.isPending} onClick={() => others.mutate({})}>
          <Trans>Sign out all others</Trans>
        </Button>
      )}
    </div>
  );
}

function Device({ device, onEnded }: { device: SignedInDevice; onEnded: () => Promise<void> }) {
  const { t } = useLingui();
  const toast = useToast();
  const end = useMutation({
    ...signInRevokeMutation(),
    async onSuccess() {
      toast(t`Device signed out.`);
      await onEnded();
    },
  });
  const { browser, system, is_current } = device;
  const name = browser && system ? t`${browser} on ${system}` : (browser ?? system ?? t`Unknown device`);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4 sm:flex-nowrap">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-3">
          <span className="wrap-anywhere">{name}</span>
          {is_current && <Badge tone="good">{t`This device`}</Badge>}
        </p>
        <p className="mt-1 text-sm text-muted">
          {is_current ? (
            <Trans>
              Signed in <Time value={device.created} />
            </Trans>
          ) : (
            <Trans>
              Signed in <Time value={device.created} />, last used <Time value={device.last_used} />
            </Trans>
          )}
        </p>
        <ProblemAlert error={end.error} />
      </div>
      {!is_current && (
        <Button
          variant="secondary"
          size="small"
          loading={end.isPending}
          className="shrink-0"
          aria-label={t`Sign out ${name}`}
          onClick={() => end.mutate({ id: device.id })}
        >
          <Trans>Sign out</Trans>
        </Button>
      )}
    </li>
  );
}
