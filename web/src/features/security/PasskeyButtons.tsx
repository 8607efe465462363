import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { sigill } from '../../api/client';
import { credentials } from '../../api/credentials';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { useHydrated } from '../../ui/use-hydrated';
import { savedState } from '../auth/saved-state';
import { askForPasskey, makePasskey } from './browser-passkeys';
import { PasskeyProblem } from './PasskeyProblem';

/** Signs in with a passkey, without typing anything. */
export function PasskeySignIn() {
  const isHydrated = useHydrated();
  const call = useMutation({
    mutationFn: async () => sigill.passkey.authenticate({ passkey: await askForPasskey() }),
    onSuccess: credentials.set,
  });
  return (
    <>
      <Button
        variant="secondary"
        disabled={!isHydrated}
        loading={call.isPending || call.isSuccess}
        onClick={() => call.mutate()}
      >
        <Icon name="key" className="size-5 text-muted" /> <Trans>Sign in with a passkey</Trans>
      </Button>
      <PasskeyProblem error={call.error} />
    </>
  );
}

/** Signs up with the form's email address and a passkey instead of a password. `email` resolves to undefined while it is not valid. */
export function PasskeySignUp({ email }: { email: () => Promise<string | undefined> }) {
  const isHydrated = useHydrated();
  const call = useMutation({
    async mutationFn() {
      const address = await email();
      if (address === undefined) return;
      const { reference } = savedState.get();
      const passkey = await makePasskey(await sigill.passkey.startSignUp({ email: address }));
      credentials.set(await sigill.passkey.signUp({ email: address, passkey, ...(reference && { reference }) }));
    },
  });
  return (
    <>
      <Button variant="secondary" disabled={!isHydrated} loading={call.isPending} onClick={() => call.mutate()}>
        <Icon name="key" className="size-5 text-muted" /> <Trans>Sign up with a passkey</Trans>
      </Button>
      <PasskeyProblem error={call.error} />
    </>
  );
}
