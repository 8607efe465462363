import { Trans, useLingui } from '@lingui/react/macro';
import { passwordRecoverMutation } from '@sigill/sdk/portal/react-query';
import { vPasswordRecoverParams } from '@sigill/sdk/portal/schemas';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { facts } from '../../../content/facts';
import { AccountPage } from '../../../features/auth/AccountPage';
import { EmailedCodeField, PasswordInput } from '../../../features/auth/credential-fields';
import { Form, useCall, useSchemaForm } from '../../../features/forms/Form';
import { useFinish } from '../../../features/forms/use-finish';
import { TextLink } from '../../../features/navigation/LocaleLink';
import { localeOf, withLocale } from '../../../i18n/locale';
import { Field } from '../../../ui/Field';

export const Route = createFileRoute('/{-$locale}/_signed-out/new-password')({
  beforeLoad({ location }) {
    const { email } = location.state;
    if (email) return { email };
    throw redirect({ href: withLocale('/recover-password', localeOf(location.pathname)), replace: true });
  },
  component: NewPassword,
});

function NewPassword() {
  const { t } = useLingui();
  const { email } = Route.useRouteContext();
  return (
    <AccountPage
      name="new-password"
      title={t`New password`}
      description={t`Choose a new password with the code sent to your email address.`}
      lead={
        <Trans>
          If <strong className="wrap-anywhere text-ink">{email}</strong> has an account, a {facts.code_length}-character
          code is on its way. It is valid for 10 minutes.
        </Trans>
      }
    >
      <NewPasswordForm email={email} />
      <p className="mt-10 border-t border-hairline pt-6 text-sm text-muted">
        <Trans>
          No email? Check your spam folder or <TextLink to="/recover-password">send a new code</TextLink>.
        </Trans>
      </p>
      <p className="mt-3 text-sm">
        <TextLink to="/sign-in">{t`Back to sign in`}</TextLink>
      </p>
    </AccountPage>
  );
}

function NewPasswordForm({ email }: { email: string }) {
  const { t } = useLingui();
  const finish = useFinish();
  const form = useSchemaForm(vPasswordRecoverParams, { defaultValues: { email, code: '', new_password: '' } });
  const { errors } = form.formState;
  const call = useCall(form, {
    ...passwordRecoverMutation(),
    onSuccess: () => finish('/sign-in', t`Password changed. Sign in with the new one.`),
  });
  return (
    <Form form={form} call={call} submit={<Trans>Set new password</Trans>} wide>
      <Field {...form.register('email')} type="email" autoComplete="username" readOnly label={t`Email`} />
      <EmailedCodeField {...form.register('code')} autoFocus error={errors.code} />
      <PasswordInput
        {...form.register('new_password')}
        autoComplete="new-password"
        label={t`New password`}
        error={errors.new_password}
      />
    </Form>
  );
}
