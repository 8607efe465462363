/** Deletes what has expired: sign-ins, counters, codes and invitations. */
import { purgeCodes } from '../codes/code.service.ts';
import { timestamp } from '../core/clock.ts';
import type { Deps } from '../core/deps.ts';
import { purgeThrottles } from '../throttling/throttle.service.ts';
import { purgeInvites } from '../users/invite.service.ts';
import { purgeCredentials } from './bearer.repository.ts';

const EVERY_MS = 3_600_000;

export const createAuthWorker = (deps: Deps) => ({
  async run(): Promise<number> {
    const now = deps.clock.now();
    await purgeCredentials(deps.db, timestamp(now));
    await purgeThrottles(deps.db, now);
    await purgeCodes(deps);
    await purgeInvites(deps);
    return EVERY_MS;
  },
});
