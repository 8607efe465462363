import { valibotResolver } from '@hookform/resolvers/valibot';
import { Trans, useLingui } from '@lingui/react/macro';
import { inviteCreateMutation } from '@sigill/sdk/react-query';
import { vInviteCreateBody } from '@sigill/sdk/schemas';
import { createFileRoute } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { errorText, Form } from '../../../features/forms/Form';
import { useCall } from '../../../features/forms/use-call';
import { Page } from '../../../features/shell/Page';
import { useGoTo } from '../../../features/shell/use-go-to';
import { Field } from '../../../ui/Field';
import { useToast } from '../../../ui/Toast';

export const Route = createFileRoute('/{-$locale}/_signed-in/add-user')({ component: AddUser });

function AddUser() {
  const { t } = useLingui();
  return (
    <Page
      name="add-user"
      back={{ to: '/users', name: <Trans>Users</Trans> }}
      title={t`Add a new user`}
      lead={
        <Trans>
          We send an invitation that is valid for 7 days and works once. Whoever accepts it can do everything in this
          account.
        </Trans>
      }
      narrow
    >
      <InviteForm />
    </Page>
  );
}

function InviteForm() {
  const { t } = useLingui();
  const goTo = useGoTo();
  const toast = useToast();
  const form = useForm({
    resolver: valibotResolver(vInviteCreateBody),
    mode: 'onTouched',
    defaultValues: { email: '' },
  });
  const call = useCall(form, {
    ...inviteCreateMutation(),
    async onSuccess() {
      await goTo('/users');
      toast(t`Invitation sent to ${form.getValues('email')}.`);
    },
  });
  return (
    <Form form={form} call={call} onSubmit={(body) => call.mutate({ body })} submit={<Trans>Send invitation</Trans>}>
      <Field
        {...form.register('email')}
        type="email"
        autoComplete="off"
        label={t`E-mail`}
        error={errorText(form.formState.errors.email, t`Enter an address such as name@company.com.`)}
      />
    </Form>
  );
}
