import type { HandlersOf } from '../http/handlers.ts';
import { createInvite, listInvites, revokeInvite } from './invite.service.ts';
import { viewInvite } from './invite.view.ts';

export const inviteOperations = {
  async 'invite.create'(ctx, body) {
    return ctx.transaction(async (ctx) => {
      await createInvite(ctx, body);
      return {};
    });
  },

  async 'invite.list'(ctx, body) {
    const { rows, ...next } = await listInvites(ctx, body);
    return { invites: rows.map(viewInvite), ...next };
  },

  async 'invite.revoke'(ctx, body) {
    return ctx.transaction(async (ctx) => {
      await revokeInvite(ctx, body);
      return {};
    });
  },
} satisfies HandlersOf<'invite'>;
