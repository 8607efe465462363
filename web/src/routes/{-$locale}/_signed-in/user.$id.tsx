import { Trans, useLingui } from '@lingui/react/macro';
import type { AccountUser } from '@sigill/sdk/portal';
import { userDeleteMutation, userGetOptions, userSelfOptions } from '@sigill/sdk/portal/react-query';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { usersOptions } from '../../../api/whole-lists';
import { ProblemAlert } from '../../../features/forms/ProblemAlert';
import { RenameKey } from '../../../features/keys/RenameKey';
import { RotateKey } from '../../../features/keys/RotateKey';
import { Load } from '../../../features/loading/Load';
import { assertId, idParam } from '../../../features/navigation/id-param';
import { useGoTo } from '../../../features/navigation/use-go-to';
import { Page } from '../../../features/page/Page';
import { useUserTypes } from '../../../features/users/user-types';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { Fact, KeyValue } from '../../../ui/KeyValue';
import { Time } from '../../../ui/Time';
import { useToast } from '../../../ui/Toast';

export const Route = createFileRoute('/{-$locale}/_signed-in/user/$id')({
  params: idParam,
  loader: ({ context: { queryClient }, params: { id } }) => {
    assertId(id);
    void queryClient.prefetchQuery(userGetOptions({ id }));
    void queryClient.prefetchQuery(userSelfOptions());
  },
  component: User,
});

function User() {
  const { t } = useLingui();
  const { id } = Route.useParams();
  return (
    <Page name="user" back={{ to: '/users', name: <Trans>Users</Trans> }} title={t`User`}>
      <Load lines={5} missing={<Trans>There is no user or key with this id.</Trans>}>
        <Details id={id} />
      </Load>
    </Page>
  );
}

function Details({ id }: { id: number }) {
  const { data: user } = useSuspenseQuery(userGetOptions({ id }));
  const { data: self } = useSuspenseQuery(userSelfOptions());
  const types = useUserTypes();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const oneself = self.id === user.id;
  return (
    <div className="measure space-y-10">
      <KeyValue>
        <Fact name={<Trans>User id</Trans>} mono>
          {user.id}
        </Fact>
        <Fact name={<Trans>Type</Trans>}>{types[user.type]}</Fact>
        <Fact name={<Trans>Alias</Trans>} mono={user.type === 'SERVICE'}>
          {user.alias}
        </Fact>
        {user.name && <Fact name={<Trans>Name</Trans>}>{user.name}</Fact>}
        <Fact name={<Trans>Created</Trans>}>
          <Time value={user.created} />
        </Fact>
        <Fact name={<Trans>Last used</Trans>}>
          {user.last_used ? <Time value={user.last_used} /> : <Trans>Not used yet</Trans>}
        </Fact>
      </KeyValue>
      <div className="space-y-3">
        <div className="flex flex-wrap gap-3">
          {user.type === 'SERVICE' && (
            <>
              <RenameKey user={user} />
              <RotateKey user={user} />
            </>
          )}
          <Button variant="danger" disabled={oneself} onClick={() => setDialogOpen(true)}>
            <Trans>Delete</Trans>
          </Button>
        </div>
        {oneself && (
          <p className="text-sm text-muted">
            <Trans>This is you. Another user of the account can delete you.</Trans>
          </p>
        )}
      </div>
      <DeleteDialog user={user} open={isDialogOpen} onClose={() => setDialogOpen(false)} />
    </div>
  );
}

function DeleteDialog({ user, open, onClose }: { user: AccountUser; open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const goTo = useGoTo();
  const toast = useToast();
  const queryClient = useQueryClient();
  const remove = useMutation({
    ...userDeleteMutation(),
    async onSuccess() {
      const { queryKey } = usersOptions();
      queryClient.setQueryData(queryKey, (list) => list && { users: list.users.filter(({ id }) => id !== user.id) });
      await goTo('/users');
      toast(t`${user.alias} is deleted.`);
      await queryClient.invalidateQueries({ queryKey });
    },
  });
  const submitted = remove.isPending || remove.isSuccess;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={<Trans>Delete {user.alias}?</Trans>}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="danger" loading={submitted} onClick={() => remove.mutate({ id: user.id })}>
            <Trans>Delete</Trans>
          </Button>
        </>
      }
    >
      <p>
        {user.type === 'SERVICE' ? (
          <Trans>
            Requests with this key are refused from that moment. Sessions that it created stay. This cannot be undone.
          </Trans>
        ) : (
          <Trans>This person is signed out everywhere and cannot sign in again. This cannot be undone.</Trans>
        )}
      </p>
      <div className="mt-4 empty:hidden">
        <ProblemAlert error={remove.error} />
      </div>
    </Dialog>
  );
}
