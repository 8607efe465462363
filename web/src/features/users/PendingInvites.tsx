import { Trans, useLingui } from '@lingui/react/macro';
import type { AccountUser, Invitation } from '@sigill/sdk/portal';
import {
  inviteCreateMutation,
  inviteListOptions,
  inviteListQueryKey,
  inviteRevokeMutation,
} from '@sigill/sdk/portal/react-query';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { usersOptions } from '../../api/whole-lists';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { Icon } from '../../ui/Icon';
import { Time } from '../../ui/Time';
import { useToast } from '../../ui/Toast';
import { ConfirmDialog } from '../forms/ConfirmDialog';
import { ProblemAlert } from '../forms/ProblemAlert';
import { CursorLinks } from '../loading/CursorLinks';
import { useRoleWords } from './user-words';

export function PendingInvites({ cursor }: { cursor?: string }) {
  const { t } = useLingui();
  const { invites, next_cursor } = useSuspenseQuery(inviteListOptions(cursor ? { cursor } : {})).data;
  const { users } = useSuspenseQuery(usersOptions()).data;
  if (invites.length === 0 && !cursor) return <EmptyState>{t`No pending invitations.`}</EmptyState>;
  return (
    <>
      <ul className="divide-y divide-hairline border-y border-hairline">
        {/* The key is the address, because resending replaces the invitation in the same row, whose dialog may be open. */}
        {invites.map((invite) => (
          <Pending key={invite.email} invite={invite} inviter={users.find(({ id }) => id === invite.user_id)} />
        ))}
      </ul>
      <CursorLinks {...(cursor && { cursor })} {...(next_cursor && { next_cursor })} />
    </>
  );
}

function Pending({ invite, inviter }: { invite: Invitation; inviter: AccountUser | undefined }) {
  const { names } = useRoleWords();
  const { t } = useLingui();
  const toast = useToast();
  const queryClient = useQueryClient();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const resend = useMutation({
    ...inviteCreateMutation(),
    async onSuccess() {
      toast(t`Invitation sent to ${invite.email}.`);
      await queryClient.invalidateQueries({ queryKey: inviteListQueryKey() });
    },
  });
  return (
    <li className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 py-4 md:grid-cols-[auto_1fr_auto]">
      <Icon name="user" className="size-6 self-start text-muted md:self-center" />
      <div className="min-w-0">
        <p className="wrap-anywhere">{invite.email}</p>
        {invite.role !== 'owner' && <p className="text-sm">{names[invite.role]}</p>}
        <p className="text-sm wrap-anywhere text-muted">
          {inviter ? (
            <Trans>
              Sent <Time value={invite.created} /> by {inviter.alias}
            </Trans>
          ) : (
            <Trans>
              Sent <Time value={invite.created} />
            </Trans>
          )}
        </p>
        <p className="text-sm text-muted">
          <Trans>
            Valid until <Time value={invite.expires} />
          </Trans>
        </p>
      </div>
      <div className="col-start-2 flex flex-wrap gap-3 md:col-start-auto">
        <Button
          size="small"
          variant="secondary"
          loading={resend.isPending}
          aria-label={t`Resend the invitation to ${invite.email}`}
          onClick={() => resend.mutate({ email: invite.email, role: invite.role })}
        >
          <Trans>Resend</Trans>
        </Button>
        <Button
          size="small"
          variant="danger"
          aria-label={t`Revoke the invitation to ${invite.email}`}
          onClick={() => setDialogOpen(true)}
        >
          <Trans>Revoke</Trans>
        </Button>
      </div>
      <div className="col-span-full empty:hidden">
        <ProblemAlert error={resend.error} />
      </div>
      <RevokeDialog
        invite={invite}
        isBeingReplaced={resend.isPending}
        open={isDialogOpen}
        onClose={() => setDialogOpen(false)}
      />
    </li>
  );
}

type RevokeProps = {
  invite: Invitation;
  /** Whether the invitation is being resent, which replaces it with a new one. */
  isBeingReplaced: boolean;
  open: boolean;
  onClose: () => void;
};

function RevokeDialog({ invite, isBeingReplaced, open, onClose }: RevokeProps) {
  const { t } = useLingui();
  const toast = useToast();
  const queryClient = useQueryClient();
  const revoke = useMutation({
    ...inviteRevokeMutation(),
    async onSuccess() {
      onClose();
      toast(t`Invitation to ${invite.email} revoked.`);
      await queryClient.invalidateQueries({ queryKey: inviteListQueryKey() });
    },
  });
  const [isConfirmed, setConfirmed] = useState(false);
  const { mutate } = revoke;
  const { id } = invite;
  // While the invitation is being replaced, waits for the new one, which must be revoked instead.
  useEffect(() => {
    if (!isConfirmed || isBeingReplaced) return;
    setConfirmed(false);
    mutate({ id });
  }, [isConfirmed, isBeingReplaced, mutate, id]);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={<Trans>Revoke the invitation?</Trans>}
      confirm={<Trans>Revoke</Trans>}
      danger
      loading={isConfirmed || revoke.isPending || revoke.isSuccess}
      error={revoke.error}
      onConfirm={() => setConfirmed(true)}
    >
      <p className="wrap-anywhere">
        <Trans>The link sent to {invite.email} stops working. You can invite this address again.</Trans>
      </p>
    </ConfirmDialog>
  );
}
