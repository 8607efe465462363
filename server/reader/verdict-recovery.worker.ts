/** Finds sessions that a process left COMPLETED when it died or failed, and brings them to their verdict. */
import { addSeconds, timestamp } from '../core/clock.ts';
import type { OutsideContext } from '../core/context.ts';
import type { Worker } from '../core/workers.ts';
import { unclaimed } from '../database/unclaimed.ts';
import type { Session } from '../sessions/session/session.service.ts';
import { abandonSubmission, finishSubmission, VERDICT_LEASE_SECONDS } from './reader-submit.service.ts';

const MOST_TRIES = 8;

export const createVerificationRecoveryWorker = (ctx: OutsideContext): Worker => ({
  async run() {
    for (let session = await claim(ctx); session; session = await claim(ctx)) {
      try {
        if (session.verification_tries > MOST_TRIES) await abandonSubmission(ctx, session);
        else await finishSubmission(ctx, session);
      } catch (error) {
        ctx.deps.log.error(
          { session_id: session.id, tries: session.verification_tries, err: error },
          'a verdict failed and will be tried again',
        );
      }
    }
    const next = (await nextLeft(ctx))?.verification_due;
    return next ? Math.max(0, new Date(next).getTime() - ctx.deps.clock.now().getTime()) : Number.POSITIVE_INFINITY;
  },
});

/** Takes over one session. The time for it doubles with each try. */
async function claim(ctx: OutsideContext): Promise<Session | undefined> {
  const { db, deps } = ctx;
  const now = deps.clock.now();
  const due = await nextLeft(ctx);
  if (!due?.verification_due || due.verification_due > timestamp(now)) return undefined;
  return db
    .updateTable('sessions')
    .set({
      verification_tries: due.verification_tries + 1,
      verification_due: timestamp(addSeconds(now, VERDICT_LEASE_SECONDS * 2 ** due.verification_tries)),
    })
    .where('id', '=', due.id)
    .where('state', '=', 'COMPLETED')
    .where('verification_tries', '=', due.verification_tries)
    .returningAll()
    .executeTakeFirst();
}

/** The session that is due next, without those on which this process is working. */
async function nextLeft({ db, deps }: OutsideContext) {
  const inHand = deps.portraits.sessions();
  return db
    .selectFrom('sessions')
    .select(['id', 'verification_tries', 'verification_due'])
    .where('state', '=', 'COMPLETED')
    .where('verification_due', 'is not', null)
    .$if(inHand.length > 0, (query) => query.where('id', 'not in', inHand))
    .orderBy('verification_due')
    .limit(1)
    .$call(unclaimed(db))
    .executeTakeFirst();
}
