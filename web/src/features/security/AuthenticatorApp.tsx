import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { TotpSecret } from '@sigill/sdk/portal';
import {
  passkeyListOptions,
  recoveryCodeCreateMutation,
  totpCreateMutation,
  totpDeleteMutation,
  totpSelfOptions,
} from '@sigill/sdk/portal/react-query';
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { StateMark } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { Time } from '../../ui/Time';
import { useToast } from '../../ui/Toast';
import { ConfirmDialog } from '../forms/ConfirmDialog';
import { ProblemAlert } from '../forms/ProblemAlert';
import { ConfirmApp } from './ConfirmApp';
import { RecoveryCodes } from './RecoveryCodes';

export function AuthenticatorApp() {
  const queryClient = useQueryClient();
  const { data: totp } = useSuspenseQuery(totpSelfOptions());
  const { data: passkeys } = useQuery(passkeyListOptions());
  const hasPasskey = passkeys !== undefined && passkeys.passkeys.length > 0;
  const [secret, setSecret] = useState<TotpSecret>();
  const [codes, setCodes] = useState<string[]>();
  const start = useMutation({ ...totpCreateMutation(), gcTime: 0, onSuccess: setSecret });
  const renew = useMutation({
    ...recoveryCodeCreateMutation(),
    gcTime: 0,
    onSuccess: ({ recovery_codes }) => show(recovery_codes),
  });
  function show(recovery_codes: string[]) {
    setSecret(undefined);
    setCodes(recovery_codes);
    void queryClient.invalidateQueries({ queryKey: totpSelfOptions().queryKey });
  }
  return (
    <div className="space-y-6">
      {totp.is_enabled ? (
        <State created={totp.created} left={totp.recovery_codes_left} />
      ) : (
        <p className="measure text-muted">
          <Trans>Use a code from your phone as well as your password. A stolen password alone isn’t enough.</Trans>
        </p>
      )}
      <ProblemAlert error={start.error ?? renew.error} />
      {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
      {secret && <ConfirmApp secret={secret} onConfirmed={show} onCancel={() => setSecret(undefined)} />}
      {!secret && !codes && (
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" size="small" loading={start.isPending} onClick={() => start.mutate({})}>
            {totp.is_enabled ? <Trans>Use another app</Trans> : <Trans>Set up an app</Trans>}
          </Button>
          {(totp.is_enabled || hasPasskey) && (
            <Button variant="secondary" size="small" loading={renew.isPending} onClick={() => renew.mutate({})}>
              <Trans>New recovery codes</Trans>
            </Button>
          )}
          {totp.is_enabled && <RemoveApp />}
        </div>
      )}
    </div>
  );
}

function State({ created, left }: { created: string | undefined; left: number }) {
  const { t } = useLingui();
  return (
    <div className="space-y-2">
      <StateMark tone="good">{t`In use`}</StateMark>
      <p className="text-sm text-muted">
        {created && (
          <Trans>
            Since <Time value={created} dateOnly />.
          </Trans>
        )}{' '}
        <Plural value={left} one="# recovery code is left." other="# recovery codes are left." />
      </p>
    </div>
  );
}

function RemoveApp() {
  const { t } = useLingui();
  const toast = useToast();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const remove = useMutation({
    ...totpDeleteMutation(),
    async onSuccess() {
      setOpen(false);
      toast(t`Authenticator app removed.`);
      await queryClient.invalidateQueries({ queryKey: totpSelfOptions().queryKey });
    },
  });
  return (
    <>
      <Button variant="danger" size="small" onClick={() => setOpen(true)}>{t`Remove`}</Button>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={<Trans>Remove the authenticator app?</Trans>}
        confirm={<Trans>Remove</Trans>}
        danger
        loading={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate({})}
      >
        <p>
          <Trans>
            You’ll sign in with your password alone again. Your recovery codes stop working unless you have a passkey.
          </Trans>
        </p>
      </ConfirmDialog>
    </>
  );
}
