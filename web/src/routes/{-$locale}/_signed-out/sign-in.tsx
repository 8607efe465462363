import { valibotResolver } from '@hookform/resolvers/valibot';
import { Trans, useLingui } from '@lingui/react/macro';
import { passwordAuthenticateMutation } from '@sigill/sdk/portal/react-query';
import { vPasswordAuthenticateParams } from '@sigill/sdk/portal/schemas';
import { createFileRoute } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type Credentials, credentials } from '../../../api/credentials';
import { facts } from '../../../content/facts';
import { OfferedSignIn } from '../../../features/auth/OfferedSignIn';
import { OtherHalf } from '../../../features/auth/OtherHalf';
import { offeredTokens } from '../../../features/auth/offered-tokens';
import { ProviderLinks } from '../../../features/auth/ProviderLinks';
import { errorText, Form, useCall } from '../../../features/forms/Form';
import { LocaleLink } from '../../../features/navigation/LocaleLink';
import { SitePage } from '../../../features/page/SitePage';
import { PasskeySignIn } from '../../../features/security/PasskeyButtons';
import { SecondFactorStep, secondFactorsOf } from '../../../features/security/SecondFactorStep';
import { SuggestedPasskeys } from '../../../features/security/SuggestedPasskeys';
import { Field } from '../../../ui/Field';
import { PasswordField } from '../../../ui/PasswordField';

export const Route = createFileRoute('/{-$locale}/_signed-out/sign-in')({ component: SignIn });

function SignIn() {
  const { t } = useLingui();
  const { form, call } = useSignIn();
  const factors = secondFactorsOf(call.error);
  return (
    <SitePage
      name="sign-in"
      art="band"
      title={factors ? t`One more step` : t`Sign in`}
      description={t`Sign in to manage your sessions, keys and bills.`}
      narrow
      aside={<OtherHalf name="sign-in" />}
    >
      {call.variables && factors ? (
        <SecondFactorStep password={call.variables} methods={factors} onBack={call.reset} />
      ) : (
        <Offer>
          <SignInForm form={form} call={call} />
          <OtherWays />
        </Offer>
      )}
    </SitePage>
  );
}

/** Tokens from a link are offered first, until they are declined. */
function Offer({ children }: { children: ReactNode }) {
  const [tokens, setTokens] = useState<Credentials>();
  // Not known in the prerendered page.
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
  const form = useForm({
    resolver: valibotResolver(vPasswordAuthenticateParams),
    mode: 'onTouched',
    defaultValues: { email: '', password: '' },
  });
  // Becoming authenticated redirects to the page that asked for the sign-in.
  return { form, call: useCall(form, { ...passwordAuthenticateMutation(), onSuccess: credentials.set }) };
}

function SignInForm({ form, call }: ReturnType<typeof useSignIn>) {
  const { t } = useLingui();
  const { errors } = form.formState;
  return (
    <Form form={form} call={call} onSubmit={(values) => call.mutate(values)} submit={<Trans>Sign in</Trans>} wide>
      <Field
        {...form.register('email')}
        type="email"
        autoComplete="username webauthn"
        label={t`Email`}
        error={errorText(errors.email, t`Enter an address such as name@company.com.`)}
      />
      <PasswordField
        {...form.register('password')}
        autoComplete="current-password"
        label={t`Password`}
        error={errorText(errors.password, t`Enter at least ${facts.password_minimum} characters.`)}
      />
      <SuggestedPasskeys />
    </Form>
  );
}

const OtherWays = () => (
  <>
    <p className="mt-6 text-sm">
      <LocaleLink to="/recover-password" className="link">
        <Trans>Forgot your password?</Trans>
      </LocaleLink>
    </p>
    <ProviderLinks first={<PasskeySignIn />} />
    <p className="mt-10 border-t border-hairline pt-6 text-muted">
      <Trans>
        New to {facts.product}?{' '}
        <LocaleLink to="/sign-up" className="link">
          Start for free
        </LocaleLink>
      </Trans>
    </p>
  </>
);
