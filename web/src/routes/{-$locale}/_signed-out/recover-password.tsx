import { valibotResolver } from '@hookform/resolvers/valibot';
import { Trans, useLingui } from '@lingui/react/macro';
import { passwordRecoverSendCodeMutation } from '@sigill/sdk/portal/react-query';
import { vPasswordRecoverSendCodeParams } from '@sigill/sdk/portal/schemas';
import { createFileRoute } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { errorText, Form } from '../../../features/forms/Form';
import { useCall } from '../../../features/forms/use-call';
import { SitePage } from '../../../features/page/SitePage';
import { Field } from '../../../ui/Field';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The e-mail address, which goes along from /recover-password to /new-password. */
    email?: string;
  }
}

export const Route = createFileRoute('/{-$locale}/_signed-out/recover-password')({ component: RecoverPassword });

function RecoverPassword() {
  const { t } = useLingui();
  const navigate = Route.useNavigate();
  const form = useForm({
    resolver: valibotResolver(vPasswordRecoverSendCodeParams),
    mode: 'onTouched',
    defaultValues: { email: '' },
  });
  const call = useCall(form, {
    ...passwordRecoverSendCodeMutation(),
    onSuccess: () => navigate({ to: '/{-$locale}/new-password', params: (params) => params, state: form.getValues() }),
  });
  return (
    <SitePage
      name="recover-password"
      back={{ to: '/sign-in', name: <Trans>Sign in</Trans> }}
      title={t`Recover password`}
      description={t`Have a code sent to your e-mail address and choose a new password.`}
      lead={<Trans>We send a code to your address.</Trans>}
      narrow
    >
      <Form form={form} call={call} onSubmit={(values) => call.mutate(values)} submit={<Trans>Send code</Trans>}>
        <Field
          {...form.register('email')}
          type="email"
          autoComplete="username"
          label={t`E-mail`}
          error={errorText(form.formState.errors.email, t`Enter an address such as name@company.com.`)}
        />
      </Form>
    </SitePage>
  );
}
