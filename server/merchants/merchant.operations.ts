import type { Deps } from '../core/deps.ts';
import { invariant } from '../core/errors.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { findMerchant, merchantDisplayName } from './merchant.repository.ts';
import { deleteMerchant } from './merchant.service.ts';

export const merchantOperations = (deps: Deps) =>
  ({
    async 'merchant.self'({ principal }) {
      const merchant = await findMerchant(deps.db, principal.merchant_id);
      invariant(merchant, 'a signed-in user has an account');
      return { id: merchant.id, name: await merchantDisplayName(deps.db, merchant.id), created: merchant.created };
    },

    async 'merchant.delete'({ principal, request, transaction }) {
      const answer = await transaction(async ({ db: trx }) => {
        await deleteMerchant(trx, deps, principal, request);
        return {};
      });
      deps.wake('collection');
      return answer;
    },
  }) satisfies HandlersOf<'merchant'>;
