import { Trans, useLingui } from '@lingui/react/macro';
import type { SecondFactorState, UserProfile } from '@sigill/sdk/portal';
import { passkeyListOptions, totpSelfOptions, userSelfOptions } from '@sigill/sdk/portal/react-query';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, useState } from 'react';
import { sigill } from '../../api/client';
import { credentials } from '../../api/credentials';
import { Button } from '../../ui/Button';
import { CodeField } from '../../ui/CodeField';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { PasswordField } from '../../ui/PasswordField';
import { Username } from '../auth/PasswordUser';
import { savedState } from '../auth/saved-state';
import { askForPasskey } from './browser-passkeys';
import { MethodLinks } from './MethodLinks';
import { PasskeyProblem } from './PasskeyProblem';

type Props = { onAnswer: (isProven: boolean) => void };
type Method = 'password' | 'totp' | 'passkey' | 'recovery_code';

/** A dialog, so that what was typed on the page below is kept. */
export default function FreshProofDialog({ onAnswer }: Props) {
  const { t } = useLingui();
  const { data: user } = useQuery(userSelfOptions());
  const { data: totp } = useQuery(totpSelfOptions());
  const { data: passkeys } = useQuery(passkeyListOptions());
  const [chosen, choose] = useState<Method>();
  const isKnown = user && totp && passkeys;
  const methods = isKnown ? methodsOf(user, totp, passkeys.passkeys.length > 0) : [];
  const method = chosen ?? methods[0];
  return (
    <Dialog open onClose={() => onAnswer(false)} title={<Trans>Confirm it’s you</Trans>}>
      <p className="mb-6 text-muted">
        {t`You signed in a while ago. Confirm your identity to continue.`}
        {user?.email && <strong className="mt-2 block font-medium wrap-anywhere text-ink">{user.email}</strong>}
      </p>
      {method ? (
        <ProofForm key={method} method={method} onAnswer={onAnswer} />
      ) : (
        isKnown && <SignInAgain onCancel={() => onAnswer(false)} />
      )}
      <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2 text-sm">
        <MethodLinks methods={methods} current={method} onChoose={choose} />
      </p>
    </Dialog>
  );
}

/** The service does not accept the password from users who have a second factor. */
function methodsOf({ type }: UserProfile, totp: SecondFactorState, hasPasskey: boolean): Method[] {
  if (!hasPasskey && !totp.is_enabled) return type === 'NATURAL' ? ['password'] : [];
  const isUsable = { passkey: hasPasskey, totp: totp.is_enabled, recovery_code: totp.recovery_codes_left > 0 };
  return (['passkey', 'totp', 'recovery_code'] as const).filter((name) => isUsable[name]);
}

function ProofForm({ method, onAnswer }: Props & { method: Method }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const proof = useMutation({
    async mutationFn() {
      if (method === 'passkey') return sigill.bearer.prove({ method, passkey: await askForPasskey() });
      if (method === 'password') return sigill.bearer.prove({ method, password: typed });
      if (method === 'recovery_code') return sigill.bearer.prove({ method, recovery_code: typed });
      return sigill.bearer.prove({ method, totp_code: typed });
    },
    onSuccess: () => onAnswer(true),
  });
  const field = {
    autoFocus: true,
    value: typed,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setTyped(target.value),
  };
  const isReady = method === 'passkey' || typed !== '';
  function submit(event: FormEvent) {
    event.preventDefault();
    // Without this, the event would reach the form of the page below.
    event.stopPropagation();
    if (isReady && !proof.isPending) proof.mutate();
  }
  return (
    <form noValidate method="post" className="space-y-6" onSubmit={submit}>
      <Username />
      {method === 'password' && <PasswordField {...field} autoComplete="current-password" label={t`Password`} />}
      {method === 'totp' && <CodeField {...field} inputMode="numeric" label={t`Code from your authenticator app`} />}
      {method === 'recovery_code' && <Field {...field} autoComplete="off" label={t`Recovery code`} />}
      <PasskeyProblem error={proof.error} />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" onClick={() => onAnswer(false)}>{t`Cancel`}</Button>
        <Button type="submit" loading={proof.isPending} aria-disabled={!isReady}>
          {method === 'passkey' ? <Trans>Use a passkey</Trans> : <Trans>Confirm</Trans>}
        </Button>
      </div>
    </form>
  );
}

/** Users who sign in with a provider and have no second factor can only sign in again, and then return to this page. */
function SignInAgain({ onCancel }: { onCancel: () => void }) {
  const { t } = useLingui();
  function signInAgain() {
    const { pathname, search } = window.location;
    savedState.save({ return_path: pathname + search });
    credentials.clear();
    window.location.assign('/sign-in');
  }
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button variant="secondary" onClick={onCancel}>{t`Cancel`}</Button>
      <Button onClick={signInAgain}>{t`Sign in again`}</Button>
    </div>
  );
}
