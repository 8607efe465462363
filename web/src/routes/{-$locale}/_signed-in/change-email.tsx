import { valibotResolver } from '@hookform/resolvers/valibot';
import { Trans, useLingui } from '@lingui/react/macro';
import { passwordChangeEmailMutation, userSelfOptions, userSelfQueryKey } from '@sigill/sdk/portal/react-query';
import { vPasswordChangeEmailParams } from '@sigill/sdk/portal/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { facts } from '../../../content/facts';
import { PasswordUsersOnly, Username } from '../../../features/auth/PasswordUser';
import { errorText, Form, useCall } from '../../../features/forms/Form';
import { Load } from '../../../features/loading/Load';
import { useGoTo } from '../../../features/navigation/router-navigation';
import { Page } from '../../../features/page/Page';
import { Field } from '../../../ui/Field';
import { PasswordField } from '../../../ui/PasswordField';
import { useToast } from '../../../ui/Toast';

export const Route = createFileRoute('/{-$locale}/_signed-in/change-email')({
  loader: ({ context }) => void context.queryClient.prefetchQuery(userSelfOptions()),
  component: ChangeEmail,
});

function ChangeEmail() {
  const { t } = useLingui();
  const goTo = useGoTo();
  const toast = useToast();
  const queryClient = useQueryClient();
  const form = useForm({
    resolver: valibotResolver(vPasswordChangeEmailParams),
    mode: 'onTouched',
    defaultValues: { password: '', new_email: '' },
  });
  const { errors } = form.formState;
  const call = useCall(form, {
    ...passwordChangeEmailMutation(),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: userSelfQueryKey() });
      await goTo('/settings');
      toast(t`Email changed. Verify the new address.`);
    },
  });
  return (
    <Page back={{ to: '/settings', name: <Trans>Settings</Trans> }} title={t`Change email`} narrow>
      <Load lines={4}>
        <PasswordUsersOnly>
          <p className="mb-8 text-muted">
            <Trans>Sign in with the new address once you have verified it. We also notify your current address.</Trans>
          </p>
          <Form form={form} call={call} onSubmit={(values) => call.mutate(values)} submit={<Trans>Change email</Trans>}>
            <Username />
            <PasswordField
              {...form.register('password')}
              autoComplete="current-password"
              label={t`Password`}
              error={errorText(errors.password, t`Enter at least ${facts.password_minimum} characters.`)}
            />
            <Field
              {...form.register('new_email')}
              type="email"
              autoComplete="email"
              label={t`New email`}
              error={errorText(errors.new_email, t`Enter an address such as name@company.com.`)}
            />
          </Form>
        </PasswordUsersOnly>
      </Load>
    </Page>
  );
}
