/** Deletes what has expired: sign-ins, counters, codes, invitations and replaced addresses. */
import { purgeCodes } from '../codes/code.service.ts';
import { timestamp } from '../core/clock.ts';
import type { OutsideContext } from '../core/context.ts';
import { purgeThrottles } from '../throttling/throttle.service.ts';
import { purgeEmailChanges } from '../users/email-change.service.ts';
import { purgeInvites } from '../users/invite.service.ts';
import { purgeCredentials } from './sign-in/bearer.repository.ts';

const EVERY_MS = 3_600_000;

export const createAuthWorker = (ctx: OutsideContext) => ({
  async run(): Promise<number> {
    await purgeCredentials(ctx.db, timestamp(ctx.deps.clock.now()));
    await purgeThrottles(ctx);
    await purgeCodes(ctx);
    await purgeInvites(ctx);
    await purgeEmailChanges(ctx);
    return EVERY_MS;
  },
});
