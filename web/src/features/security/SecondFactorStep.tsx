import { Trans, useLingui } from '@lingui/react/macro';
import { SigillError } from '@sigill/sdk';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { sigill } from '../../api/client';
import { credentials } from '../../api/credentials';
import { Button } from '../../ui/Button';
import { CodeField } from '../../ui/CodeField';
import { askForPasskey } from './browser-passkeys';
import { MethodLinks } from './MethodLinks';
import { PasskeyProblem } from './PasskeyProblem';

const FACTORS = ['totp_code', 'passkey', 'recovery_code'] as const;
type SecondFactor = (typeof FACTORS)[number];

type Props = {
  password: { email: string; password: string };
  methods: SecondFactor[];
  onBack: () => void;
};

const LENGTHS: Record<SecondFactor, number> = { totp_code: 6, passkey: 0, recovery_code: 10 };

export function SecondFactorStep({ password, methods, onBack }: Props) {
  const { t } = useLingui();
  const [method, choose] = useState(methods[0]!);
  const [typed, setTyped] = useState('');
  const call = useMutation({
    mutationFn: async () =>
      sigill.password.authenticate({
        ...password,
        ...(method === 'passkey' ? { passkey: await askForPasskey() } : { [method]: typed }),
      }),
    onSuccess: credentials.set,
  });
  const length = LENGTHS[method];
  const pending = call.isPending || call.isSuccess;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (typed.length === length && !pending) call.mutate();
  }
  return (
    <form noValidate method="post" className="space-y-9" onSubmit={submit}>
      <div role="status" className="space-y-2">
        <p className="text-sm wrap-anywhere text-muted">{password.email}</p>
        <p>
          {method === 'totp_code' && <Trans>Password accepted. Now enter the code from your authenticator app.</Trans>}
          {method === 'passkey' && <Trans>Password accepted. Now use your passkey.</Trans>}
          {method === 'recovery_code' && <Trans>Enter one of your recovery codes. Each works once.</Trans>}
        </p>
      </div>
      {method !== 'passkey' && (
        <CodeField
          key={method}
          autoFocus
          length={length}
          inputMode={method === 'totp_code' ? 'numeric' : 'text'}
          label={method === 'totp_code' ? t`Code from your authenticator app` : t`Recovery code`}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <PasskeyProblem error={call.error} />
      <Button type="submit" loading={pending} aria-disabled={typed.length !== length} className="w-full">
        {method === 'passkey' ? t`Use a passkey` : t`Sign in`}
      </Button>
      <p className="flex flex-wrap gap-x-6 gap-y-2 border-t border-hairline pt-6 text-sm">
        <MethodLinks
          methods={methods}
          current={method}
          onChoose={(name) => {
            setTyped('');
            call.reset();
            choose(name);
          }}
        />
        <button type="button" className="link" onClick={onBack}>{t`Use another account`}</button>
      </p>
    </form>
  );
}

/** The second factors that a refused sign-in requires. Undefined if it was refused for another reason. */
export function secondFactorsOf(error: unknown): SecondFactor[] | undefined {
  if (!(error instanceof SigillError) || error.code !== 'second_factor_required') return undefined;
  return FACTORS.filter((name) => error.details.some(({ path }) => path === name));
}
