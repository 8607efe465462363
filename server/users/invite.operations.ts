import type { Invitation } from '../generated/operations.gen.ts';
import type { HandlersOf } from '../http/handlers.ts';
import type { OpenInvite } from './invite.repository.ts';
import { createInvite, listInvites, readInvite, revokeInvite } from './invite.service.ts';

export const inviteOperations: HandlersOf<'invite'> = {
  'invite.create': (ctx, body) => ctx.transaction((ctx) => createInvite(ctx, body)),

  'invite.get': (ctx, body) => readInvite(ctx, body),

  async 'invite.list'(ctx, body) {
    const { rows, ...next } = await listInvites(ctx, body);
    return { invites: rows.map(viewInvite), ...next };
  },

  'invite.revoke': (ctx, body) => ctx.transaction((ctx) => revokeInvite(ctx, body)),
};

// Never null here: only early invitations have no address or inviter, and those have all expired.
const viewInvite = ({ email, user_id, ...invite }: OpenInvite): Invitation => ({
  ...invite,
  email: email!,
  user_id: user_id!,
});
