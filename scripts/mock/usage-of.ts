import type { UsageDay } from '../../server/generated/operations.gen.ts';
import type { Account } from './accounts.ts';

/** The days of the examples, and those of the sessions that were created since. Specimens do not count. */
export function usageOf({ usage, lists }: Account): UsageDay[] {
  const days = new Map(usage.map((day) => [day.date, { ...day }]));
  for (const { created, state, account, specimen } of lists.sessions) {
    if (!account || specimen) continue;
    const date = created.slice(0, 10);
    const day = days.get(date) ?? { date, created: 0, approved: 0, rejected: 0, failed: 0 };
    day.created++;
    if (state === 'APPROVED') day.approved++;
    if (state === 'REJECTED') day.rejected++;
    if (state === 'FAILED') day.failed++;
    days.set(date, day);
  }
  return [...days.values()].sort((one, other) => (one.date < other.date ? -1 : 1));
}
