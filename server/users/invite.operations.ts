import type { Deps } from '../deps.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { deliverSoon } from '../mail/mail.service.ts';
import { createInvite } from './invite.service.ts';

export const inviteOperations = (deps: Deps) =>
  ({
    async 'invite.create'({ principal, body, request, transaction }) {
      const answer = await transaction(async (trx) => {
        await createInvite(trx, deps, principal, request, body.email);
        return {};
      });
      deliverSoon(deps);
      return answer;
    },
  }) satisfies HandlersOf<'invite'>;
