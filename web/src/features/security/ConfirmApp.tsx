import { Trans, useLingui } from '@lingui/react/macro';
import type { TotpSecret } from '@sigill/sdk/portal';
import { totpConfirmMutation } from '@sigill/sdk/portal/react-query';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/Button';
import { CodeField } from '../../ui/CodeField';
import { CopyButton } from '../../ui/CopyButton';
import { ProblemAlert } from '../forms/ProblemAlert';
import { QrCode } from '../sessions/QrCode';

type Props = { secret: TotpSecret; onConfirmed: (recovery_codes: string[]) => void; onCancel: () => void };

const CODE_LENGTH = 6;

/** The secret as a QR code and as text, and a field for the first code. Nothing changes before that code is confirmed. */
export function ConfirmApp({ secret, onConfirmed, onCancel }: Props) {
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
      className="grid gap-8 rounded-md border border-edge bg-raised p-6 sm:grid-cols-[12rem_1fr] sm:p-8"
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
