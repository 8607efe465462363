import { Trans, useLingui } from '@lingui/react/macro';
import { passwordCreateMutation } from '@sigill/sdk/portal/react-query';
import { vPasswordCreateParams } from '@sigill/sdk/portal/schemas';
import { createFileRoute } from '@tanstack/react-router';
import { credentials } from '../../../api/credentials';
import { facts } from '../../../content/facts';
import { EmailField, PasswordInput } from '../../../features/auth/credential-fields';
import { ProviderLinks } from '../../../features/auth/ProviderLinks';
import { savedState } from '../../../features/auth/saved-state';
import { Form, useCall, useSchemaForm } from '../../../features/forms/Form';
import { TextLink } from '../../../features/navigation/LocaleLink';
import { SitePage } from '../../../features/page/SitePage';
import { PasskeySignUp } from '../../../features/security/PasskeyButtons';
import { Guilloche } from '../../../ui/Guilloche';
import { Icon } from '../../../ui/Icon';

export const Route = createFileRoute('/{-$locale}/_signed-out/sign-up')({ component: SignUp });

function SignUp() {
  const { t } = useLingui();
  return (
    <SitePage
      name="sign-up"
      art="band"
      title={t`Start for free`}
      description={t`Create an account and verify your first passports and ID cards by chip for free. No card needed.`}
      lead={<Trans>One account for your team, your keys and your invoices.</Trans>}
    >
      <div className="grid gap-x-20 gap-y-12 lg:grid-cols-[30rem_1fr]">
        <div className="max-w-form">
          <SignUpForm />
          <p className="mt-10 border-t border-hairline pt-6 text-muted">
            <Trans>
              Already have an account? <TextLink to="/sign-in">Sign in</TextLink>
            </Trans>
          </p>
        </div>
        <Trial />
      </div>
    </SitePage>
  );
}

function SignUpForm() {
  const { t } = useLingui();
  const form = useSchemaForm(vPasswordCreateParams, {
    defaultValues: { email: '', password: '', reference: savedState.get().reference },
  });
  const { errors } = form.formState;
  const call = useCall(form, { ...passwordCreateMutation(), onSuccess: credentials.set });
  const typedEmail = async () =>
    (await form.trigger('email', { shouldFocus: true })) ? form.getValues('email') : undefined;
  return (
    <>
      <Form form={form} call={call} submit={<Trans>Create account</Trans>} wide>
        <EmailField {...form.register('email')} autoComplete="username" label={t`Work email`} error={errors.email} />
        <PasswordInput {...form.register('password')} autoComplete="new-password" error={errors.password} />
      </Form>
      <p className="mt-4 text-sm text-muted">
        <Trans>
          By creating an account you accept the <TextLink to="/terms">terms of use</TextLink> and the{' '}
          <TextLink to="/privacy">privacy policy</TextLink>.
        </Trans>
      </p>
      <ProviderLinks first={<PasskeySignUp email={typedEmail} />} />
    </>
  );
}

function Trial() {
  const { t } = useLingui();
  return (
    <aside className="relative isolate overflow-hidden border-t border-hairline pt-6 lg:min-h-136 lg:rounded-md lg:border lg:bg-sunken lg:p-12">
      <Guilloche
        name="trial"
        wreath
        className="absolute -right-40 -bottom-72 -z-10 size-[40rem] text-accent opacity-40 max-lg:hidden"
      />
      <Guilloche
        name="trial-rose"
        className="absolute -bottom-40 -left-40 -z-10 size-[24rem] text-rose opacity-16 max-lg:hidden"
      />
      <p className="caps mb-4">{t`Your trial`}</p>
      <ul className="space-y-4">
        {[
          <Trans key="credit">The first {facts.free_verifications} verified identities are free.</Trans>,
          <Trans key="days">{facts.trial_days} days, no card needed.</Trans>,
          <Trans key="failed">Failed and rejected identities are never billed.</Trans>,
          <Trans key="production">Keys work in production from the first minute.</Trans>,
        ].map((line) => (
          <li key={line.key} className="flex gap-3">
            <Icon name="check" className="mt-1 size-5 text-accent" />
            <span>{line}</span>
          </li>
        ))}
      </ul>
    </aside>
  );
}
