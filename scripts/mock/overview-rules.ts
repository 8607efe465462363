/** The overview of an account, from the sessions that the mock remembers and the days before them. */
import { addDays } from '../../server/core/clock.ts';
import type { FailureCode, OverviewCounts, OverviewDay, UsageDay } from '../../server/generated/operations.gen.ts';
import type { Account } from './accounts.ts';
import { pageOf } from './by-name.ts';
import type { Rules } from './rules.ts';
import { usageOf } from './usage-of.ts';

const FEWEST_DAYS = 7;
const SESSIONS = 5;

export const overviewRules: Rules = {
  async 'dashboard.overview'({ account, world }, { days: length, specimen = false }) {
    const daysAgo = (days: number) => addDays(world.now(), -days).toISOString().slice(0, 10);
    const days = specimen ? [] : usageOf(account).map(dayOf);
    const from = (since: string, to = '9') => days.filter(({ date }) => date >= since && date < to);
    const since = daysAgo(length - 1);
    const { sessions } = pageOf('sessions', account.lists.sessions as never[], { limit: SESSIONS }) as never;
    // What sessions do not say by themselves is known of the account of the examples only.
    const { countries, platforms, current } = await world.examples.success('dashboard.overview');
    const known = account.usage.length > 0 && !specimen;
    const { median_seconds, p90_seconds } = current;
    return {
      today: daysAgo(0),
      current: { ...totals(from(since)), ...(known && { median_seconds, p90_seconds }) },
      previous: totals(from(daysAgo(2 * length - 1), since)),
      days: from(daysAgo(Math.max(length, FEWEST_DAYS) - 1)),
      rejections: reasonsOf(account, 'REJECTED', since),
      failures: reasonsOf(account, 'FAILED', since),
      countries: known ? countries : [],
      platforms: known ? platforms : [],
      sessions,
    };
  },
};

/** Of the days before the sessions only their ends are known: what failed had been started, nothing was cancelled, and every link was opened. */
function dayOf({ date, created, approved, rejected, failed }: UsageDay): OverviewDay {
  const completed = approved + rejected;
  return {
    date,
    created,
    opened: created,
    initiated: completed + failed,
    completed,
    approved,
    rejected,
    failed,
    aborted: 0,
  };
}

const STATES = ['created', 'opened', 'initiated', 'completed', 'approved', 'rejected', 'failed', 'aborted'] as const;

const totals = (days: OverviewDay[]): OverviewCounts =>
  Object.fromEntries(
    STATES.map((state) => [state, days.reduce((sum, day) => sum + day[state], 0)]),
  ) as unknown as OverviewCounts;

function reasonsOf({ lists }: Account, state: string, since: string) {
  const counts = new Map<FailureCode, number>();
  for (const session of lists.sessions) {
    const { failure_code: code, created } = session;
    if (session.state === state && code && created >= since) counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return [...counts].map(([code, count]) => ({ code, count })).sort((a, b) => b.count - a.count);
}
