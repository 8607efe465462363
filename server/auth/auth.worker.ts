/** Forgets what ran out: sign-ins and counters at once; codes and invitations a while later, so that they can still say that they are too old. */

import { purgeCodes } from '../codes/code.repository.ts';
import { addDays, timestamp } from '../core/clock.ts';
import type { Deps } from '../core/deps.ts';
import { purgeThrottles } from '../throttling/throttle.ts';
import { purgeInvites } from '../users/invite.repository.ts';
import { purgeCredentials } from './bearer.repository.ts';

const EVERY_MS = 3_600_000;
const CODES_KEPT_DAYS = 1;
const INVITES_KEPT_DAYS = 30;

export const createAuthWorker = (deps: Deps) => ({
  async run(): Promise<number> {
    const now = deps.clock.now();
    await purgeCredentials(deps.db, timestamp(now));
    await purgeThrottles(deps.db, now);
    await purgeCodes(deps.db, timestamp(addDays(now, -CODES_KEPT_DAYS)));
    await purgeInvites(deps.db, timestamp(addDays(now, -INVITES_KEPT_DAYS)));
    return EVERY_MS;
  },
});
