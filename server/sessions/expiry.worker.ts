/** Ends sessions that were not completed in time. */
import type { Deps } from '../core/deps.ts';
import { nextExpiry } from './session.repository.ts';
import { expireDueSessions } from './session.service.ts';

export const createExpiryWorker = (deps: Deps) => ({
  async run(): Promise<number> {
    while (await expireDueSessions(deps));
    const next = await nextExpiry(deps.db);
    return next === undefined ? Number.POSITIVE_INFINITY : Math.max(0, Date.parse(next) - deps.clock.now().getTime());
  },
});
