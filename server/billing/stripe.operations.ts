import type { Deps } from '../core/deps.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { findConfirmedCard, startSetup, storeCard } from './stripe.service.ts';

export const stripeOperations = (deps: Deps) =>
  ({
    async 'stripe.start'({ principal }) {
      return startSetup(deps, principal.merchant_id);
    },

    async 'stripe.complete'({ principal, request, transaction }, body) {
      const card = await findConfirmedCard(deps, principal.merchant_id, body.setup_intent_id);
      const answer = await transaction(async ({ db: trx }) => {
        await storeCard(trx, deps, principal, request, card);
        return {};
      });
      deps.wake('collection');
      return answer;
    },
  }) satisfies HandlersOf<'stripe'>;
