import { Trans, useLingui } from '@lingui/react/macro';
import type { AccountUser } from '@sigill/sdk/portal';
import { userGetQueryKey, userListQueryKey, userRenameServiceUserMutation } from '@sigill/sdk/portal/react-query';
import { vUserRenameServiceUserParams } from '@sigill/sdk/portal/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { useToast } from '../../ui/Toast';
import { errorText, useCall, useSchemaForm } from '../forms/Form';
import { ProblemAlert } from '../forms/ProblemAlert';

type Props = { user: AccountUser; open: boolean; onClose: () => void };

export function RenameDialog({ user, open, onClose }: Props) {
  const { t } = useLingui();
  const formId = useId();
  const { id, name = '' } = user;
  const toast = useToast();
  const queryClient = useQueryClient();
  const form = useSchemaForm(vUserRenameServiceUserParams, { values: { id, name } });
  const rename = useCall(form, {
    ...userRenameServiceUserMutation(),
    async onSuccess(renamed) {
      queryClient.setQueryData(userGetQueryKey({ id }), renamed);
      onClose();
      toast(t`Name saved.`);
      await queryClient.invalidateQueries({ queryKey: userListQueryKey() });
    },
  });
  const { setFocus } = form;
  // This runs after the dialog's own effect, which opens it and would leave the focus on the close button.
  useEffect(() => {
    if (open) setFocus('name', { shouldSelect: true });
  }, [open, setFocus]);
  const close = () => {
    form.reset();
    rename.reset();
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={<Trans>API key name</Trans>}
      actions={
        <>
          <Button variant="secondary" onClick={close}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} loading={rename.isPending} aria-disabled={!form.formState.isValid}>
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="space-y-4"
        onSubmit={form.handleSubmit((values) => {
          if (!rename.isPending) rename.mutate(values);
        })}
      >
        <Field
          {...form.register('name', { setValueAs: (text: string) => text.trim() })}
          autoComplete="off"
          label={t`Name`}
          hint={t`Where you use the keys, such as Production. Shown in the list of users and keys.`}
          error={errorText(form.formState.errors.name, t`Enter 1 to 100 characters.`)}
        />
        <ProblemAlert error={rename.error} />
      </form>
    </Dialog>
  );
}
