/** Expires sessions that were not completed in time. */
import type { OutsideContext } from '../core/context.ts';
import type { Worker } from '../core/workers.ts';
import { nextExpiry } from './session/session.repository.ts';
import { expireDueSessions } from './session/session.service.ts';

export const createExpiryWorker = (ctx: OutsideContext): Worker => ({
  async run() {
    while (await expireDueSessions(ctx));
    const next = await nextExpiry(ctx.db);
    return next === undefined
      ? Number.POSITIVE_INFINITY
      : Math.max(0, Date.parse(next) - ctx.deps.clock.now().getTime());
  },
});
