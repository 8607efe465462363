import { Trans, useLingui } from '@lingui/react/macro';
import { passwordRecoverSendCodeMutation } from '@sigill/sdk/portal/react-query';
import { vPasswordRecoverSendCodeParams } from '@sigill/sdk/portal/schemas';
import { createFileRoute } from '@tanstack/react-router';
import { AccountPage } from '../../../features/auth/AccountPage';
import { EmailField } from '../../../features/auth/credential-fields';
import { Form, useCall, useSchemaForm } from '../../../features/forms/Form';
import { TextLink } from '../../../features/navigation/LocaleLink';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The email address, passed from /recover-password to /new-password. */
    email?: string;
  }
}

export const Route = createFileRoute('/{-$locale}/_signed-out/recover-password')({ component: RecoverPassword });

function RecoverPassword() {
  const { t } = useLingui();
  const navigate = Route.useNavigate();
  const form = useSchemaForm(vPasswordRecoverSendCodeParams, { defaultValues: { email: '' } });
  const call = useCall(form, {
    ...passwordRecoverSendCodeMutation(),
    onSuccess: () => navigate({ to: '/{-$locale}/new-password', params: (params) => params, state: form.getValues() }),
  });
  return (
    <AccountPage
      name="recover-password"
      title={t`Recover password`}
      description={t`Get a code by email and choose a new password.`}
      lead={<Trans>Enter the address of your account. We’ll email you a code to set a new password.</Trans>}
    >
      <Form form={form} call={call} submit={<Trans>Send code</Trans>} wide>
        <EmailField {...form.register('email')} autoComplete="username" error={form.formState.errors.email} />
      </Form>
      <p className="mt-10 border-t border-hairline pt-6">
        <TextLink to="/sign-in">{t`Back to sign in`}</TextLink>
      </p>
    </AccountPage>
  );
}
