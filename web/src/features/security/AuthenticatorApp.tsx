import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { TotpSecret } from '@sigill/sdk/portal';
import {
  passkeyListOptions,
  recoveryCodeCreateMutation,
  totpConfirmMutation,
  totpCreateMutation,
  totpDeleteMutation,
  totpSelfOptions,
} from '@sigill/sdk/portal/react-query';
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { StateMark } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { CodeField } from '../../ui/CodeField';
import { CopyButton } from '../../ui/CopyButton';
import { Time } from '../../ui/Time';
import { useToast } from '../../ui/Toast';
import { saveText } from '../files/download';
import { ConfirmButton } from '../forms/ConfirmButton';
import { ProblemAlert } from '../forms/ProblemAlert';
import { QrCode } from '../sessions/QrCode';

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
  const remove = useMutation({
    ...totpDeleteMutation(),
    onSuccess() {
      toast(t`Authenticator app removed.`);
      void queryClient.invalidateQueries({ queryKey: totpSelfOptions().queryKey });
    },
  });
  return (
    <ConfirmButton
      call={remove}
      variables={{}}
      button={t`Remove`}
      title={t`Remove the authenticator app?`}
      danger
      size="small"
    >
      <p>
        <Trans>
          You’ll sign in with your password alone again. Your recovery codes stop working unless you have a passkey.
        </Trans>
      </p>
    </ConfirmButton>
  );
}

type Props = { secret: TotpSecret; onConfirmed: (recovery_codes: string[]) => void; onCancel: () => void };

const CODE_LENGTH = 6;

/** The app is not in use until its first code is confirmed. */
function ConfirmApp({ secret, onConfirmed, onCancel }: Props) {
  const { t } = useLingui();
  const [code, setCode] = useState('');
  const confirm = useMutation({
    ...totpConfirmMutation(),
    gcTime: 0,
    onSuccess: ({ recovery_codes }) => onConfirmed(recovery_codes),
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (code.length === CODE_LENGTH && !confirm.isPending) confirm.mutate({ code });
  }
  return (
    <form
      noValidate
      method="post"
      onSubmit={submit}
      className="grid gap-8 rounded-md border border-edge bg-raised p-6 sm:grid-cols-[12rem_1fr] sm:p-8 xl:grid-cols-1"
    >
      <div>
        <QrCode text={secret.uri} label={t`QR code for your authenticator app`} className="w-full max-w-48" />
      </div>
      <div className="min-w-0 space-y-6">
        <div className="space-y-2">
          <p>{t`Scan the code with your authenticator app, or enter this secret:`}</p>
          <p className="flex flex-wrap items-center gap-x-3">
            <code className="font-mono text-sm">{secret.secret.match(/.{1,4}/g)?.join(' ')}</code>
            <CopyButton text={secret.secret} label={t`Copy the secret`} className="-ms-3" />
          </p>
        </div>
        <CodeField
          autoFocus
          inputMode="numeric"
          label={t`Code shown in the app`}
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
        <ProblemAlert error={confirm.error} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" size="small" loading={confirm.isPending} aria-disabled={code.length !== CODE_LENGTH}>
            <Trans>Confirm</Trans>
          </Button>
          <Button variant="secondary" size="small" onClick={onCancel}>{t`Cancel`}</Button>
        </div>
      </div>
    </form>
  );
}

/** Shown only once. They take the focus, because they replace the pressed button. */
function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { t } = useLingui();
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  const text = `${codes.join('\n')}\n`;
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="recovery-codes"
      className="rounded-md border border-edge bg-raised p-6 outline-none sm:p-8"
    >
      <h3 id="recovery-codes" className="display text-lg">{t`Your recovery codes`}</h3>
      <p className="mt-2 measure text-sm">
        <Trans>
          <strong>Store them now.</strong> They won’t be shown again. Each one signs you in once when you don’t have
          your phone.
        </Trans>
      </p>
      <ul className="my-6 grid max-w-form grid-cols-2 gap-x-4 gap-y-2 font-mono text-sm whitespace-nowrap sm:gap-x-8 sm:text-base">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <Button size="small" onClick={onDone}>{t`I’ve stored them`}</Button>
        <Button
          variant="secondary"
          size="small"
          onClick={() => saveText(text, 'sigill-recovery-codes.txt', 'text/plain')}
        >
          <Trans>Download</Trans>
        </Button>
        <CopyButton text={text} label={t`Copy the recovery codes`} />
      </div>
    </section>
  );
}
