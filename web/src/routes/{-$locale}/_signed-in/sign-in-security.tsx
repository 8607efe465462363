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
import { useAccountSetting } from '../../../features/account/use-account-setting';
import { ProblemAlert } from '../../../features/forms/ProblemAlert';
import { Load } from '../../../features/loading/Load';
import { Page } from '../../../features/page/Page';
import { AuthenticatorApp } from '../../../features/security/AuthenticatorApp';
import { Passkeys } from '../../../features/security/Passkeys';
import { SignIns } from '../../../features/security/SignIns';
import { SwitchField } from '../../../ui/Field';

export const Route = createFileRoute('/{-$locale}/_signed-in/sign-in-security')({
  loader: ({ context }) =>
    context.prefetch(userSelfOptions(), merchantSelfOptions(), totpSelfOptions(), signInListOptions()),
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
      <div className="grid items-start gap-x-16 xl:grid-cols-2">
        <div className={parts}>
          <Part id="passkeys" title={<Trans>Passkeys</Trans>}>
            <Passkeys />
          </Part>
          <Part id="second-factor" title={<Trans>Authenticator app</Trans>}>
            <AuthenticatorApp />
          </Part>
          {mayChange && (
            <Part id="everybody" title={<Trans>For everyone in the account</Trans>}>
              <RequireSecondFactor />
            </Part>
          )}
        </div>
        <div className={parts}>
          <Part id="sign-ins" title={<Trans>Signed in on these devices</Trans>}>
            <SignIns />
          </Part>
        </div>
      </div>
    </Page>
  );
}

const parts = 'min-w-0 divide-y divide-hairline border-t border-hairline';

const Part = ({ id, title, children }: { id: string; title: ReactNode; children: ReactNode }) => (
  <section aria-labelledby={id} className="py-8">
    <h2 id={id} className="display mb-4 text-xl">
      {title}
    </h2>
    <Load lines={4}>{children}</Load>
  </section>
);

/** Whether all users need more than a password. Saved as soon as it is switched. */
function RequireSecondFactor() {
  const { t } = useLingui();
  const { value, save, error } = useAccountSetting('require_second_factor');
  return (
    <div className="measure space-y-3">
      <ProblemAlert error={error} />
      <SwitchField
        label={t`Require a second factor`}
        hint={t`Everyone who signs in with a password must use a second factor. API keys are unaffected.`}
        checked={value}
        onChange={({ target }) => save(target.checked)}
      />
    </div>
  );
}
