import { Trans, useLingui } from '@lingui/react/macro';
import { passwordAuthenticateMutation } from '@sigill/sdk/portal/react-query';
import { vPasswordAuthenticateParams } from '@sigill/sdk/portal/schemas';
import { createFileRoute } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { type Credentials, credentials } from '../../../api/credentials';
import { facts } from '../../../content/facts';
import { AccountPage } from '../../../features/auth/AccountPage';
import { EmailField, PasswordInput } from '../../../features/auth/credential-fields';
import { OfferedSignIn } from '../../../features/auth/OfferedSignIn';
import { offeredTokens } from '../../../features/auth/offered-tokens';
import { ProviderLinks } from '../../../features/auth/ProviderLinks';
import { Form, useCall, useSchemaForm } from '../../../features/forms/Form';
import { TextLink } from '../../../features/navigation/LocaleLink';
import { PasskeySignIn } from '../../../features/security/PasskeyButtons';
import { SecondFactorStep, secondFactorsOf } from '../../../features/security/SecondFactorStep';
import { SuggestedPasskeys } from '../../../features/security/SuggestedPasskeys';

export const Route = createFileRoute('/{-$locale}/_signed-out/sign-in')({ component: SignIn });

function SignIn() {
  const { t } = useLingui();
  const { form, call } = useSignIn();
  const factors = secondFactorsOf(call.error);
  return (
    <AccountPage
      name="sign-in"
      title={factors ? t`One more step` : t`Sign in`}
      description={t`Sign in to manage your sessions, keys and invoices.`}
      lead={!factors && <Trans>Continue to the sessions, keys and invoices of your team.</Trans>}
    >
      {call.variables && factors ? (
        <SecondFactorStep password={call.variables} methods={factors} onBack={call.reset} />
      ) : (
        <Offer>
          <SignInForm form={form} call={call} />
          <OtherWays />
        </Offer>
      )}
    </AccountPage>
  );
}

function Offer({ children }: { children: ReactNode }) {
  const [tokens, setTokens] = useState<Credentials>();
  // Set in an effect, because the prerendered page can't know the tokens.
  useEffect(() => setTokens(offeredTokens.get()), []);
  const refuse = () => {
    offeredTokens.forget();
    setTokens(undefined);
  };
  if (!tokens) return children;
  return (
    <OfferedSignIn tokens={tokens} onRefuse={refuse}>
      {children}
    </OfferedSignIn>
  );
}

function useSignIn() {
  const form = useSchemaForm(vPasswordAuthenticateParams, { defaultValues: { email: '', password: '' } });
  // Once signed in, the visitor is redirected to the page that asked for the sign-in.
  return { form, call: useCall(form, { ...passwordAuthenticateMutation(), onSuccess: credentials.set }) };
}

function SignInForm({ form, call }: ReturnType<typeof useSignIn>) {
  const { errors } = form.formState;
  return (
    <Form form={form} call={call} submit={<Trans>Sign in</Trans>} wide>
      <EmailField {...form.register('email')} autoComplete="username webauthn" error={errors.email} />
      <PasswordInput {...form.register('password')} autoComplete="current-password" error={errors.password} />
      <SuggestedPasskeys />
    </Form>
  );
}

const OtherWays = () => (
  <>
    <p className="mt-6 text-sm">
      <TextLink to="/recover-password">
        <Trans>Forgot your password?</Trans>
      </TextLink>
    </p>
    <ProviderLinks first={<PasskeySignIn />} />
    <p className="mt-10 border-t border-hairline pt-6 text-muted">
      <Trans>
        New to {facts.product}? <TextLink to="/sign-up">Start for free</TextLink>
      </Trans>
    </p>
  </>
);
