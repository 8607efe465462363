import { valibotResolver } from '@hookform/resolvers/valibot';
import { Trans, useLingui } from '@lingui/react/macro';
import { passwordChangePasswordMutation, userSelfOptions } from '@sigill/sdk/portal/react-query';
import { vPasswordChangePasswordParams } from '@sigill/sdk/portal/schemas';
import { createFileRoute } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { facts } from '../../../content/facts';
import { PasswordUsersOnly, Username } from '../../../features/auth/PasswordUser';
import { errorText, Form, useCall } from '../../../features/forms/Form';
import { Load } from '../../../features/loading/Load';
import { useGoTo } from '../../../features/navigation/router-navigation';
import { Page } from '../../../features/page/Page';
import { PasswordField } from '../../../ui/PasswordField';
import { useToast } from '../../../ui/Toast';

export const Route = createFileRoute('/{-$locale}/_signed-in/change-password')({
  loader: ({ context }) => void context.queryClient.prefetchQuery(userSelfOptions()),
  component: ChangePassword,
});

function ChangePassword() {
  const { t } = useLingui();
  const goTo = useGoTo();
  const toast = useToast();
  const form = useForm({
    resolver: valibotResolver(vPasswordChangePasswordParams),
    mode: 'onTouched',
    defaultValues: { password: '', new_password: '' },
  });
  const { errors } = form.formState;
  const tooShort = t`Enter at least ${facts.password_minimum} characters.`;
  const call = useCall(form, {
    ...passwordChangePasswordMutation(),
    async onSuccess() {
      await goTo('/settings');
      toast(t`Password changed.`);
    },
  });
  return (
    <Page back={{ to: '/settings', name: <Trans>Settings</Trans> }} title={t`Change password`} narrow>
      <Load lines={4}>
        <PasswordUsersOnly>
          <p className="mb-8 text-muted">{t`You’ll be signed out on all other devices.`}</p>
          <Form
            form={form}
            call={call}
            onSubmit={(values) => call.mutate(values)}
            submit={<Trans>Change password</Trans>}
          >
            <Username />
            <PasswordField
              {...form.register('password')}
              autoComplete="current-password"
              label={t`Current password`}
              error={errorText(errors.password, tooShort)}
            />
            <PasswordField
              {...form.register('new_password')}
              autoComplete="new-password"
              minimum={facts.password_minimum}
              label={t`New password`}
              error={errorText(errors.new_password, tooShort)}
            />
          </Form>
        </PasswordUsersOnly>
      </Load>
    </Page>
  );
}
