import { Trans, useLingui } from '@lingui/react/macro';
import type { UserRole } from '@sigill/sdk/portal';
import { inviteCreateMutation, inviteListQueryKey, userSelfOptions } from '@sigill/sdk/portal/react-query';
import { vInviteCreateParams } from '@sigill/sdk/portal/schemas';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { EmailField } from '../../../features/auth/credential-fields';
import { Form, useCall, useSchemaForm } from '../../../features/forms/Form';
import { About, FormPage } from '../../../features/forms/FormPage';
import { useFinish } from '../../../features/forms/use-finish';
import { Load } from '../../../features/loading/Load';
import { TextLink } from '../../../features/navigation/LocaleLink';
import { OptionalRole, RoleField } from '../../../features/users/RoleField';
import { Alert } from '../../../ui/Alert';

export const Route = createFileRoute('/{-$locale}/_signed-in/add-user')({
  loader: ({ context }) => context.prefetch(userSelfOptions()),
  component: AddUser,
});

function AddUser() {
  const { t } = useLingui();
  return (
    <FormPage
      back={{ to: '/users', name: <Trans>Users</Trans> }}
      title={t`Add a new user`}
      lead={
        <Trans>
          We send an invitation that is valid for 7 days and works once, for that address only. The new user can do
          everything you can in this account.
        </Trans>
      }
      about={
        <About
          title={t`What happens next`}
          numbered
          items={[
            t`The person opens the link in the email and signs up with that address.`,
            t`Until then, you can resend or revoke the invitation on the team’s page.`,
            t`Once they have joined, they are listed among the people of the account.`,
          ]}
        />
      }
    >
      <Load lines={3}>
        <Invite />
      </Load>
    </FormPage>
  );
}

function Invite() {
  const { t } = useLingui();
  const { data: user } = useSuspenseQuery(userSelfOptions());
  if (user.email_verified) return <InviteForm />;
  return (
    <Alert tone="info" title={<Trans>Verify your email first</Trans>}>
      <Trans>We include your address in the invitation, so please verify {user.email} first.</Trans>{' '}
      <TextLink to="/verify-email">{t`Verify email`}</TextLink>
    </Alert>
  );
}

function InviteForm() {
  const { t } = useLingui();
  const finish = useFinish();
  const queryClient = useQueryClient();
  const form = useSchemaForm(vInviteCreateParams, { defaultValues: { email: '', role: 'owner' as UserRole } });
  const role = form.watch('role');
  const call = useCall(form, {
    ...inviteCreateMutation(),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: inviteListQueryKey() });
      await finish('/users', t`Invitation sent to ${form.getValues('email')}.`);
    },
  });
  return (
    <Form form={form} call={call} submit={<Trans>Send invitation</Trans>}>
      <EmailField {...form.register('email')} autoComplete="off" error={form.formState.errors.email} />
      <OptionalRole>
        <RoleField {...form.register('role')} chosen={role ?? 'owner'} />
      </OptionalRole>
    </Form>
  );
}
