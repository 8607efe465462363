/**
 * When a session's identity data is destroyed: as the account was configured when the session was created, and never later than
 * promised.
 */
import { terms } from '../../../openapi/facts/terms.ts';
import { addSeconds, secondsSince, timestamp } from '../../core/clock.ts';
import type { Caller, Context, OutsideContext } from '../../core/context.ts';
import type { QueueLength } from '../../core/queue-length.ts';
import { inTransaction } from '../../database/transaction.ts';
import { findFirstDestruction } from '../evidence/session-vault.repository.ts';
import { countToRedact, countUnredacted, nextRedaction, type Session, updateRetention } from './session.repository.ts';

/** With a retention of 0, data is destroyed once it has been fetched. If nobody fetches it, it is kept this long. */
const UNFETCHED_HOURS = 1;

/** The data can be fetched again within this time, in case the response was lost. */
const FETCHED_SECONDS = 60;

export const keptUntil = (ended: Date, retention_hours: number): string =>
  timestamp(addSeconds(ended, Math.min(retention_hours || UNFETCHED_HOURS, terms.identity_data_hours) * 3600));

/** The earliest time at which any identity data now in the database may have to be destroyed. */
export async function firstDestruction({ db, deps }: Context): Promise<string | undefined> {
  const { until, retention_hours } = await findFirstDestruction(db);
  const ofOpen = retention_hours === undefined ? undefined : keptUntil(deps.clock.now(), retention_hours);
  return [until, ofOpen].filter((date) => date !== undefined).toSorted()[0];
}

/** Data counts as overdue this long after its date. Every process with workers checks for due data at least twice a minute. */
const REDACTION_LATE_SECONDS = 600;

export const countOverdue = ({ db, deps }: Context): Promise<{ overdue: number; undated: number }> =>
  countUnredacted(db, addSeconds(deps.clock.now(), -REDACTION_LATE_SECONDS));

export const measureRedactions = async ({ db, deps: { clock } }: Context): Promise<QueueLength> => ({
  depth: await countToRedact(db, timestamp(clock.now())),
  oldest_due_seconds: secondsSince(clock, await nextRedaction(db)),
});

/**
 * Notes that a backend has received the result. Viewing the session in the portal does not count, because it must not delete the
 * data before the backend gets it.
 */
export async function noteFetched(ctx: OutsideContext & Caller, session: Session): Promise<void> {
  const { id, retention_hours, identity_data_until, redacted } = session;
  if (retention_hours !== 0 || identity_data_until === null || redacted !== null) return;
  const until = timestamp(addSeconds(ctx.deps.clock.now(), FETCHED_SECONDS));
  if (ctx.principal.scheme !== 'apiKey' || identity_data_until <= until) return;
  await inTransaction(ctx, async (ctx) => {
    await updateRetention(ctx.db, id, until);
    ctx.afterCommit(() => ctx.deps.wake('purge'));
  });
}
