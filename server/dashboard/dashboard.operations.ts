import type { Deps } from '../core/deps.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { getStarted, getUsage } from './dashboard.service.ts';

export const dashboardOperations = (deps: Deps) =>
  ({
    async 'dashboard.get_started'({ principal }) {
      return getStarted(deps.db, principal);
    },

    async 'dashboard.usage'({ principal }) {
      return getUsage(deps.db, principal.merchant_id, deps.clock.now());
    },
  }) satisfies HandlersOf<'dashboard'>;
