/** Creates the partitions of the request log a few days ahead, and drops those of days beyond the retention period. */
import type { OutsideContext } from '../core/context.ts';
import { firstIdAt, timeOfRequest } from '../core/request-id.ts';
import { inTransaction } from '../database/transaction.ts';
import { type Day, dropPart, insertDay, isLocked, listParts, lockParts, type Part } from './request-day.repository.ts';

const DAY_MS = 86_400_000;
const DAYS_AHEAD = 2;

/**
 * @returns the tables whose rows must be deleted one by one, or undefined if others were using the log and the caller should try
 * again soon
 */
export async function renewDays(ctx: OutsideContext, first_id: string): Promise<string[] | undefined> {
  try {
    const parts = await listParts(ctx.db);
    if (isDue(parts, ctx.deps.clock.now(), first_id)) await changeParts(ctx, first_id);
    return (await listParts(ctx.db)).flatMap(({ table, is_day }) => (is_day ? [] : [table]));
  } catch (error) {
    if (isLocked(error)) return undefined;
    throw error;
  }
}

const isDue = (parts: Part[], now: Date, first_id: string): boolean =>
  missingDays(parts, now).length > 0 || parts.some((part) => isPast(part, first_id));

const changeParts = (ctx: OutsideContext, first_id: string): Promise<void> =>
  inTransaction(ctx, async ({ db, deps }) => {
    await lockParts(db);
    // Another process may have changed them in the meantime.
    const parts = await listParts(db);
    for (const day of missingDays(parts, deps.clock.now())) await insertDay(db, day);
    for (const part of parts) if (isPast(part, first_id)) await dropPart(db, part);
  });

const isPast = ({ end }: Part, first_id: string): boolean => end !== undefined && end <= first_id;

/** Days follow the last partition, or begin today if the service was not running for a while. */
function missingDays(parts: Part[], now: Date): Day[] {
  const today = Math.floor(now.getTime() / DAY_MS);
  const covered = Math.max(...parts.map(({ end }) => (end === undefined ? 0 : timeOfRequest(end) / DAY_MS)));
  const days: Day[] = [];
  for (let day = Math.max(today, covered); day <= today + DAYS_AHEAD; day++) {
    const date = new Date(day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');
    days.push({ table: `api_requests_${date}`, start: firstIdAt(day * DAY_MS), end: firstIdAt((day + 1) * DAY_MS) });
  }
  return days;
}
