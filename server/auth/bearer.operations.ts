import type { Deps } from '../core/deps.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { renewCredentials, revokeCredentials } from './bearer.service.ts';

export const bearerOperations = (deps: Deps) =>
  ({
    async 'bearer.renew'({ transaction }, body) {
      return renewCredentials(deps, transaction, body.refresh_token);
    },

    async 'bearer.revoke'({ transaction }, body) {
      return transaction(async ({ db: trx }) => {
        await revokeCredentials(trx, body.access_token);
        return {};
      });
    },
  }) satisfies HandlersOf<'bearer'>;
