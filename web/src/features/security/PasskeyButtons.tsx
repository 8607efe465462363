import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sigill } from '../../api/client';
import { credentials } from '../../api/credentials';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { useHydrated } from '../../ui/use-hydrated';
import { savedState } from '../auth/saved-state';
import { askForPasskey, makePasskey } from './browser-passkeys';
import { PasskeyProblem } from './PasskeyProblem';

export function PasskeySignIn() {
  const { t } = useLingui();
  const call = useMutation({
    mutationFn: async () => sigill.passkey.authenticate({ passkey: await askForPasskey() }),
    onSuccess: credentials.set,
  });
  return (
    <PasskeyButton {...call} loading={call.isPending || call.isSuccess}>{t`Sign in with a passkey`}</PasskeyButton>
  );
}

/** Signs up with the form's email address and a passkey instead of a password. `email` resolves to undefined while it is not valid. */
export function PasskeySignUp({ email }: { email: () => Promise<string | undefined> }) {
  const { t } = useLingui();
  const call = useMutation({
    async mutationFn() {
      const address = await email();
      if (address === undefined) return;
      const { reference } = savedState.get();
      const passkey = await makePasskey(await sigill.passkey.startSignUp({ email: address }));
      credentials.set(await sigill.passkey.signUp({ email: address, passkey, ...(reference && { reference }) }));
    },
  });
  return <PasskeyButton {...call} loading={call.isPending}>{t`Sign up with a passkey`}</PasskeyButton>;
}

type Props = { loading: boolean; mutate: () => void; error: unknown; children: ReactNode };

function PasskeyButton({ loading, mutate, error, children }: Props) {
  const isHydrated = useHydrated();
  return (
    <>
      <Button variant="secondary" disabled={!isHydrated} loading={loading} onClick={() => mutate()}>
        <Icon name="key" className="size-5 text-muted" /> {children}
      </Button>
      <PasskeyProblem error={error} />
    </>
  );
}
