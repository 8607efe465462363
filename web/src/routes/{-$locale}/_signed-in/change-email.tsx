import { Trans, useLingui } from '@lingui/react/macro';
import { passwordChangeEmailMutation, userSelfOptions, userSelfQueryKey } from '@sigill/sdk/portal/react-query';
import { vPasswordChangeEmailParams } from '@sigill/sdk/portal/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { EmailField, PasswordInput } from '../../../features/auth/credential-fields';
import { PasswordUsersOnly, Username, useHasPassword } from '../../../features/auth/PasswordUser';
import { Form, useCall, useSchemaForm } from '../../../features/forms/Form';
import { About, FormPage } from '../../../features/forms/FormPage';
import { useFinish } from '../../../features/forms/use-finish';
import { Load } from '../../../features/loading/Load';

export const Route = createFileRoute('/{-$locale}/_signed-in/change-email')({
  loader: ({ context }) => context.prefetch(userSelfOptions()),
  component: ChangeEmail,
});

function ChangeEmail() {
  const { t } = useLingui();
  const hasPassword = useHasPassword();
  const finish = useFinish();
  const queryClient = useQueryClient();
  const form = useSchemaForm(vPasswordChangeEmailParams, { defaultValues: { password: '', new_email: '' } });
  const { errors } = form.formState;
  const call = useCall(form, {
    ...passwordChangeEmailMutation(),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: userSelfQueryKey() });
      await finish('/settings', t`Email changed. Verify the new address.`);
    },
  });
  return (
    <FormPage
      back={{ to: '/settings', name: <Trans>Settings</Trans> }}
      title={t`Change email`}
      about={
        hasPassword && (
          <About
            title={t`What happens next`}
            numbered
            items={[
              t`We notify your current address. If it was verified, it gets a link that undoes the change for 72 hours.`,
              t`You verify the new address with a code that we send to it.`,
              t`From then on, you sign in with the new address. Until then, your current address works if it was verified.`,
            ]}
          />
        )
      }
    >
      <Load lines={4}>
        <PasswordUsersOnly>
          <Form form={form} call={call} submit={<Trans>Change email</Trans>}>
            <Username />
            <PasswordInput {...form.register('password')} autoComplete="current-password" error={errors.password} />
            <EmailField
              {...form.register('new_email')}
              autoComplete="email"
              label={t`New email`}
              error={errors.new_email}
            />
          </Form>
        </PasswordUsersOnly>
      </Load>
    </FormPage>
  );
}
