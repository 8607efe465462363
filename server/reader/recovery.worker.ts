/** Brings sessions to their verdict that a process left COMPLETED when it died or failed. */
import type { Kysely } from 'kysely';
import { addSeconds, timestamp } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Session } from '../sessions/session.repository.ts';
import { abandonSubmission, finishSubmission, VERDICT_LEASE_SECONDS } from './submission.service.ts';

const MOST_TRIES = 8;

export const createVerificationRecoveryWorker = (deps: Deps) => ({
  async run(): Promise<number> {
    for (let session = await claim(deps); session; session = await claim(deps)) {
      try {
        if (session.verification_tries > MOST_TRIES) await abandonSubmission(deps, session);
        else await finishSubmission(deps, session);
      } catch (error) {
        deps.log.error(
          { session_id: session.id, tries: session.verification_tries, err: error },
          'a verdict failed and will be tried again',
        );
      }
    }
    const next = await nextDue(deps.db);
    return next === undefined
      ? Number.POSITIVE_INFINITY
      : Math.max(0, new Date(next).getTime() - deps.clock.now().getTime());
  },
});

/** Takes over one session; the lease doubles with each try. */
async function claim({ db, clock }: Deps): Promise<Session | undefined> {
  const now = clock.now();
  const due = await db
    .selectFrom('sessions')
    .select(['id', 'verification_tries'])
    .where('state', '=', 'COMPLETED')
    .where('verification_due', '<=', timestamp(now))
    .orderBy('verification_due')
    .limit(1)
    .executeTakeFirst();
  if (!due) return undefined;
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

async function nextDue(db: Kysely<Database>): Promise<string | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select('verification_due')
    .where('state', '=', 'COMPLETED')
    .where('verification_due', 'is not', null)
    .orderBy('verification_due')
    .limit(1)
    .executeTakeFirst();
  return row?.verification_due ?? undefined;
}
