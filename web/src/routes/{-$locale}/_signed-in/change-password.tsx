import { Trans, useLingui } from '@lingui/react/macro';
import { passwordChangePasswordMutation, userSelfOptions } from '@sigill/sdk/portal/react-query';
import { vPasswordChangePasswordParams } from '@sigill/sdk/portal/schemas';
import { createFileRoute } from '@tanstack/react-router';
import { PasswordInput } from '../../../features/auth/credential-fields';
import { PasswordUsersOnly, Username, useHasPassword } from '../../../features/auth/PasswordUser';
import { Form, useCall, useSchemaForm } from '../../../features/forms/Form';
import { About, FormPage } from '../../../features/forms/FormPage';
import { useFinish } from '../../../features/forms/use-finish';
import { Load } from '../../../features/loading/Load';

export const Route = createFileRoute('/{-$locale}/_signed-in/change-password')({
  loader: ({ context }) => context.prefetch(userSelfOptions()),
  component: ChangePassword,
});

function ChangePassword() {
  const { t } = useLingui();
  const hasPassword = useHasPassword();
  const finish = useFinish();
  const form = useSchemaForm(vPasswordChangePasswordParams, { defaultValues: { password: '', new_password: '' } });
  const { errors } = form.formState;
  const call = useCall(form, {
    ...passwordChangePasswordMutation(),
    onSuccess: () => finish('/settings', t`Password changed.`),
  });
  return (
    <FormPage
      back={{ to: '/settings', name: <Trans>Settings</Trans> }}
      title={t`Change password`}
      about={
        hasPassword && (
          <About
            title={t`What changes`}
            items={[
              t`All your other devices are signed out. This one stays signed in.`,
              t`We email you that the password was changed.`,
              t`Passkeys, your authenticator app and API keys keep working.`,
            ]}
          />
        )
      }
    >
      <Load lines={4}>
        <PasswordUsersOnly>
          <Form form={form} call={call} submit={<Trans>Change password</Trans>}>
            <Username />
            <PasswordInput
              {...form.register('password')}
              autoComplete="current-password"
              label={t`Current password`}
              error={errors.password}
            />
            <PasswordInput
              {...form.register('new_password')}
              autoComplete="new-password"
              label={t`New password`}
              error={errors.new_password}
            />
          </Form>
        </PasswordUsersOnly>
      </Load>
    </FormPage>
  );
}
