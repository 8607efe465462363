import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sigill } from '../../api/client';
import { credentials } from '../../api/credentials';
import { Alert } from '../../ui/Alert';
import { Button } from '../../ui/Button';
import { Skeleton } from '../../ui/Skeleton';
import { useHydrated } from '../../ui/use-hydrated';
import { ProblemAlert } from '../forms/ProblemAlert';
import { ButtonLink } from '../navigation/LocaleLink';
import { AccountPage } from './AccountPage';
import { savedState } from './saved-state';

/** The query parameters with which the provider sends the browser back. Empty before the visit to the provider. */
export type Returned = { error?: string; code?: string; state?: string };

const providers = { google: 'Google', microsoft: 'Microsoft' };

type Props = { name: keyof typeof providers; returned: Returned };

export function ProviderSignIn({ name, returned: { error, code, state } }: Props) {
  const { t } = useLingui();
  const provider = providers[name];
  const isHydrated = useHydrated();
  const failed = error !== undefined;
  async function leave() {
    // The nonce makes the state different for every redirect.
    const sentState = { ...savedState.get(), nonce: crypto.randomUUID() };
    const { uri } = await sigill[name].uri({ state: encodeURIComponent(JSON.stringify(sentState)) });
    window.location.assign(uri);
  }
  const { mutate, error: problem } = useMutation({
    async mutationFn() {
      if (code === undefined) return leave();
      const { reference } = savedState.get();
      const params = { code, ...(state && { state }), ...(reference && { reference }) };
      credentials.set(await sigill[name].authenticate(params));
    },
  });
  const again = useMutation({ mutationFn: leave });
  useEffect(() => {
    if (failed) return;
    // In development React runs effects twice. The timer is cleared in between, so the call is made once.
    const timer = setTimeout(mutate);
    return () => clearTimeout(timer);
  }, [failed, mutate]);

  return (
    <AccountPage
      name={name}
      title={t`Sign in with ${provider}`}
      description={t`Sign in to your account with ${provider}.`}
      lead={t`${provider} confirms who you are and your email address. Your ${provider} password never reaches us.`}
    >
      {!isHydrated ? (
        <Skeleton lines={1} />
      ) : failed || problem ? (
        <div className="space-y-6">
          {failed ? (
            <Alert>{t`Something went wrong when connecting your ${provider} account.`}</Alert>
          ) : (
            <ProblemAlert error={problem} />
          )}
          <p className="text-muted">
            <Trans>You aren’t signed in, and nothing has changed. Try again, or sign in another way.</Trans>
          </p>
          <ProblemAlert error={again.error} />
          <div className="grid gap-3">
            <Button loading={again.isPending} onClick={() => again.mutate()}>{t`Try again with ${provider}`}</Button>
            <ButtonLink to="/sign-in" variant="secondary">{t`Back to sign in`}</ButtonLink>
          </div>
        </div>
      ) : (
        <p role="status" className="text-muted">
          {code === undefined ? <Trans>Taking you to {provider}…</Trans> : <Trans>Signing you in…</Trans>}
        </p>
      )}
    </AccountPage>
  );
}
