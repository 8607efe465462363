/** Finds sessions that a process left COMPLETED when it died or failed, and completes their verdict. */
import type { OutsideContext } from '../core/context.ts';
import type { Worker } from '../core/workers.ts';
import { claimDueVerdict, untilNextVerdict } from '../sessions/evidence/verdict-claim.service.ts';
import { abandonSubmission, finishSubmission } from './reader-submit.service.ts';

const MOST_TRIES = 8;

export const createVerificationRecoveryWorker = (ctx: OutsideContext): Worker => ({
  async run() {
    for (let session = await claimDueVerdict(ctx); session; session = await claimDueVerdict(ctx)) {
      try {
        if (session.verification_tries > MOST_TRIES) await abandonSubmission(ctx, session);
        else await finishSubmission(ctx, session);
      } catch (error) {
        ctx.deps.log.error(
          { session_id: session.id, tries: session.verification_tries, err: error },
          'a verdict failed and will be retried',
        );
      }
    }
    return untilNextVerdict(ctx);
  },
});
