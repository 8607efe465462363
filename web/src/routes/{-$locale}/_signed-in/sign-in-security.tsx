import { Trans, useLingui } from '@lingui/react/macro';
import {
  merchantSelfOptions,
  signInListOptions,
  totpSelfOptions,
  userSelfOptions,
} from '@sigill/sdk/portal/react-query';
import { createFileRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '../../../api/role';
import { Load } from '../../../features/loading/Load';
import { Page } from '../../../features/page/Page';
import { AuthenticatorApp } from '../../../features/security/AuthenticatorApp';
import { Passkeys } from '../../../features/security/Passkeys';
import { RequireSecondFactor } from '../../../features/security/RequireSecondFactor';
import { SignIns } from '../../../features/security/SignIns';

export const Route = createFileRoute('/{-$locale}/_signed-in/sign-in-security')({
  loader: ({ context: { queryClient } }) => {
    for (const options of [userSelfOptions(), merchantSelfOptions(), totpSelfOptions(), signInListOptions()])
      void queryClient.prefetchQuery(options as ReturnType<typeof userSelfOptions>);
  },
  component: SignInSecurity,
});

function SignInSecurity() {
  const { t } = useLingui();
  const mayChange = useMay('merchant.update');
  return (
    <Page
      back={{ to: '/settings', name: <Trans>Settings</Trans> }}
      title={t`Sign-in and security`}
      lead={<Trans>How you sign in, and where you are signed in now.</Trans>}
    >
      <div className="max-w-200 divide-y divide-hairline border-y border-hairline">
        <Part id="passkeys" title={<Trans>Passkeys</Trans>}>
          <Passkeys />
        </Part>
        <Part id="second-factor" title={<Trans>Authenticator app</Trans>}>
          <AuthenticatorApp />
        </Part>
        <Part id="sign-ins" title={<Trans>Signed in on these devices</Trans>}>
          <SignIns />
        </Part>
        {mayChange && (
          <Part id="everybody" title={<Trans>For everyone in the account</Trans>}>
            <RequireSecondFactor />
          </Part>
        )}
      </div>
    </Page>
  );
}

const Part = ({ id, title, children }: { id: string; title: ReactNode; children: ReactNode }) => (
  <section aria-labelledby={id} className="py-10">
    <h2 id={id} className="display mb-4 text-xl">
      {title}
    </h2>
    <Load lines={4}>{children}</Load>
  </section>
);
