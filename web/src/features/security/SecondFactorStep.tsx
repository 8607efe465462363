import { Trans, useLingui } from '@lingui/react/macro';
import { passwordAuthenticateMutation } from '@sigill/sdk/portal/react-query';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { credentials } from '../../api/credentials';
import { Button } from '../../ui/Button';
import { CodeField } from '../../ui/CodeField';
import { ProblemAlert } from '../forms/ProblemAlert';
import type { SecondFactor } from './second-factors';

type Props = {
  /** What was right. */
  password: { email: string; password: string };
  methods: SecondFactor[];
  onBack: () => void;
};

const RECOVERY_LENGTH = 10;

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export function SecondFactorStep({ password, methods, onBack }: Props) {
  const { t } = useLingui();
  const [method, choose] = useState(methods[0]!);
  const [typed, setTyped] = useState('');
  const call = useMutation({ ...passwordAuthenticateMutation(), onSuccess: credentials.set });
  const length = method === 'totp_code' ? 6 : RECOVERY_LENGTH;
  const other = methods.find((name) => name !== method);
  const pending = call.isPending || call.isSuccess;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (typed.length === length && !pending) call.mutate({ ...password, [method]: typed });
  }
  return (
    <form noValidate method="post" className="space-y-9" onSubmit={submit}>
      <p role="status">
        {method === 'totp_code' ? (
          <Trans>Your password is right. Now the code that your authenticator app shows.</Trans>
        ) : (
          <Trans>Type one of the recovery codes that you keep. It works once.</Trans>
        )}
      </p>
      <CodeField
        key={method}
        autoFocus
        length={length}
        inputMode={method === 'totp_code' ? 'numeric' : 'text'}
        label={method === 'totp_code' ? t`Code of your authenticator app` : t`Recovery code`}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <ProblemAlert error={call.error} />
      <Button
        type="submit"
        loading={pending}
        aria-disabled={typed.length !== length}
        className="w-full sm:w-auto sm:min-w-44"
      >
        <Trans>Sign in</Trans>
      </Button>
      <p className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
        {other && (
          <button
            type="button"
            className="link"
            onClick={() => {
              setTyped('');
              call.reset();
              choose(other);
            }}
          >
            {other === 'totp_code' ? <Trans>Use the authenticator app</Trans> : <Trans>Use a recovery code</Trans>}
          </button>
        )}
        <button type="button" className="link" onClick={onBack}>
          <Trans>Another account</Trans>
        </button>
      </p>
    </form>
  );
}
