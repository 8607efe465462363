import type { Deps } from '../core/deps.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { createInvite, listInvites, revokeInvite } from './invite.service.ts';

export const inviteOperations = (deps: Deps) =>
  ({
    async 'invite.create'({ principal, request, transaction }, body) {
      return transaction(async (ctx) => {
        await createInvite(ctx, principal, request, body.email);
        return {};
      });
    },

    async 'invite.list'({ principal }, body) {
      return listInvites(deps, principal.merchant_id, body);
    },

    async 'invite.revoke'({ principal, request, transaction }, body) {
      return transaction(async ({ db: trx }) => {
        await revokeInvite(trx, deps, principal, request, body.id);
        return {};
      });
    },
  }) satisfies HandlersOf<'invite'>;
