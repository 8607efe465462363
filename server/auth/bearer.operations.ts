import type { Deps } from '../core/deps.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { renewCredentials, revokeCredentials } from './bearer.service.ts';

export const bearerOperations = (deps: Deps) =>
  ({
    async 'bearer.renew'({ body, transaction }) {
      return renewCredentials(deps, transaction, body.refresh_token);
    },

    async 'bearer.revoke'({ body, transaction }) {
      return transaction(async (trx) => {
        await revokeCredentials(trx, body.access_token);
        return {};
      });
    },
  }) satisfies HandlersOf<'bearer'>;
