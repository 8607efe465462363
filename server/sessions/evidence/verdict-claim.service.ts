import { addSeconds, msUntil, secondsSince, timestamp } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import type { QueueLength } from '../../core/queue-length.ts';
import type { Session } from '../session/session.repository.ts';
import { claimVerdict, countDueVerdicts, findNextVerdict, findOldestVerdict } from './verdict-claim.repository.ts';

/**
 * How long a process may take for a verdict before another one takes over: images and faces have limits of less than a minute in
 * total, and the clocks of two machines may differ by 30 seconds.
 */
export const VERDICT_LEASE_SECONDS = 90;

/** The lease doubles with each attempt. */
export async function claimDueVerdict({ db, deps }: Context): Promise<Session | undefined> {
  const now = deps.clock.now();
  const due = await findNextVerdict(db, deps.portraits.sessions());
  if (!due || due.verification_due > timestamp(now)) return undefined;
  return claimVerdict(db, due, timestamp(addSeconds(now, VERDICT_LEASE_SECONDS * 2 ** due.verification_tries)));
}

/** Milliseconds until the next verdict is due that this process is not working on. */
export const untilNextVerdict = async ({ db, deps }: Context): Promise<number> =>
  msUntil(deps.clock, (await findNextVerdict(db, deps.portraits.sessions()))?.verification_due);

export const verdictDelay = async ({ db, deps }: Context): Promise<number> =>
  secondsSince(deps.clock, await findOldestVerdict(db));

/** For monitoring. */
export const measureVerdicts = async (ctx: Context): Promise<QueueLength> => ({
  depth: await countDueVerdicts(ctx.db, timestamp(ctx.deps.clock.now())),
  oldest_due_seconds: await verdictDelay(ctx),
});
