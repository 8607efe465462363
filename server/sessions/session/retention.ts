/** When the identity data of a session is destroyed: as its account wanted when it was created, and never later than promised. */
import { terms } from '../../../openapi/facts/terms.ts';
import { addSeconds, timestamp } from '../../core/clock.ts';
import type { Caller, Context, OutsideContext } from '../../core/context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { countUnredacted, type Session, updateRetention } from './session.repository.ts';

/** What nobody has fetched is kept for this long where it is destroyed once it was fetched: callbacks are tried for as long. */
const UNFETCHED_HOURS = 1;

/** An answer may be lost on its way. Within this time it can be fetched again. */
const FETCHED_SECONDS = 60;

export const keptUntil = (ended: Date, retention_hours: number): string =>
  timestamp(addSeconds(ended, Math.min(retention_hours || UNFETCHED_HOURS, terms.identity_data_hours) * 3600));

/** Identity data is destroyed twice a minute, by any server that runs. */
const REDACTION_LATE_SECONDS = 600;

/** How many sessions still have identity data that should have been destroyed, and how many have no date for it. */
export const countOverdue = ({ db, deps }: Context): Promise<{ overdue: number; undated: number }> =>
  countUnredacted(db, addSeconds(deps.clock.now(), -REDACTION_LATE_SECONDS));

/** A backend has what it came for. Looking at the session in the portal does not count: it must not take the data from the backend. */
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
