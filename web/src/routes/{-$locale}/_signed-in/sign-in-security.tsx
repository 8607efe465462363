import { Trans, useLingui } from '@lingui/react/macro';
import {
  merchantSelfOptions,
  signInListOptions,
  totpSelfOptions,
  userSelfOptions,
} from '@sigill/sdk/portal/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useMay } from '../../../api/role';
import { useAccountSetting } from '../../../features/account/use-account-setting';
import { ProblemAlert } from '../../../features/forms/ProblemAlert';
import { LoadedSection } from '../../../features/loading/LoadedSection';
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
          <LoadedSection id="passkeys" title={t`Passkeys`} className="py-8">
            <Passkeys />
          </LoadedSection>
          <LoadedSection id="second-factor" title={t`Authenticator app`} className="py-8">
            <AuthenticatorApp />
          </LoadedSection>
          {mayChange && (
            <LoadedSection id="everybody" title={t`For everyone in the account`} className="py-8">
              <RequireSecondFactor />
            </LoadedSection>
          )}
        </div>
        <div className={parts}>
          <LoadedSection id="sign-ins" title={t`Signed in on these devices`} className="py-8">
            <SignIns />
          </LoadedSection>
        </div>
      </div>
    </Page>
  );
}

const parts = 'min-w-0 divide-y divide-hairline border-t border-hairline';

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
