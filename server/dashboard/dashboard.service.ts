import { addDays, timestamp } from '../core/clock.ts';
import type { Caller, Context, OutsideContext } from '../core/context.ts';
import { known } from '../core/known.ts';
import { mayCall } from '../core/roles.ts';
import { reading } from '../database/reader.ts';
import type {
  FailureCode,
  GetStarted,
  Operations,
  Overview,
  OverviewCountry,
  OverviewCounts,
  OverviewFigures,
  Usage,
} from '../generated/operations.gen.ts';
import { getMerchant } from '../merchants/merchant.service.ts';
import { listSessions } from '../sessions/list/session-list.service.ts';
import { viewCheckedItem } from '../sessions/session/session.view.ts';
import { secondsAt } from '../sessions/usage/result-time.ts';
import { getSelf, hasServiceUser, isEmailVerified } from '../users/user.service.ts';
import { type DayCounts, hasApproved, listDays, type PartCount, sumParts } from './dashboard.repository.ts';

const MONTH_DAYS = 30;
const QUARTER_DAYS = 90;

export async function getStarted(ctx: Context & Caller): Promise<GetStarted> {
  const user = await getSelf(ctx);
  const { billing_state } = await getMerchant(ctx);
  return {
    email_verified: isEmailVerified(user),
    credentials_generated: await hasServiceUser(ctx),
    integrated: await hasApproved(ctx.db, ctx.principal.merchant_id),
    billing_enabled: billing_state === 'ACTIVE',
  };
}

/** The windows are whole UTC days and include today. */
export async function getUsage({ db, deps, principal }: Context & Caller): Promise<Usage> {
  const now = deps.clock.now();
  const { merchant_id } = principal;
  const rows = await listDays(db, { merchant_id, specimen: 0, since: firstDay(now, QUARTER_DAYS) });
  const sum = (since: string) => rows.reduce((total, row) => (row.date >= since ? total + row.created : total), 0);
  return {
    today: firstDay(now, 1),
    last_30_days: sum(firstDay(now, MONTH_DAYS)),
    last_90_days: sum(firstDay(now, QUARTER_DAYS)),
    days: rows.map(({ date, created, approved, rejected, failed }) => ({ date, created, approved, rejected, failed })),
  };
}

const firstDay = (now: Date, days: number) => timestamp(addDays(now, 1 - days)).slice(0, 10);

const SESSIONS = 5;
const FEWEST_DAYS = 7;

export async function getOverview(
  ctx: OutsideContext & Caller,
  { days: length, specimen = false }: Operations['dashboard.overview']['body'],
): Promise<Overview> {
  const { deps, principal } = ctx;
  const db = reading(ctx);
  const daysAgo = (days: number) => timestamp(addDays(deps.clock.now(), -days)).slice(0, 10);
  const of = { merchant_id: principal.merchant_id, specimen: specimen ? 1 : 0 };
  const [since, before] = [daysAgo(length - 1), daysAgo(2 * length - 1)];
  const shownSince = daysAgo(Math.max(length, FEWEST_DAYS) - 1);
  const days = await listDays(db, { ...of, since: shownSince < before ? shownSince : before });
  const parts = await sumParts(db, { ...of, since, before });
  // Users who may not list sessions see none here either.
  const { rows } = mayCall(principal, 'session.list') ? await listSessions(ctx, { limit: SESSIONS }) : { rows: [] };
  const within = (from: string, to: string) => days.filter(({ date }) => date >= from && date < to);
  return {
    today: daysAgo(0),
    current: { ...totals(within(since, '9')), ...times(parts, 'current') },
    previous: { ...totals(within(before, since)), ...times(parts, 'previous') },
    days: within(shownSince, '9').map(({ date, ...counts }) => ({ date, ...counts })),
    rejections: ranked(parts, 'rejection').map(({ name, current }) => ({ code: name as FailureCode, count: current })),
    failures: ranked(parts, 'failure').map(({ name, current }) => ({ code: name as FailureCode, count: current })),
    countries: countriesOf(parts),
    platforms: ranked(parts, 'platform').map(({ name, current }) => ({
      platform: name as Overview['platforms'][number]['platform'],
      count: current,
    })),
    sessions: rows.map(viewCheckedItem),
  };
}

const STATES = ['created', 'opened', 'initiated', 'completed', 'approved', 'rejected', 'failed', 'aborted'] as const;

const totals = (days: DayCounts[]): OverviewCounts =>
  Object.fromEntries(
    STATES.map((state) => [state, days.reduce((sum, day) => sum + day[state], 0)]),
  ) as unknown as OverviewCounts;

type Window = 'current' | 'previous';

function times(parts: PartCount[], window: Window): Pick<OverviewFigures, 'median_seconds' | 'p90_seconds'> {
  const counts = parts
    .filter(({ kind }) => kind === 'result_time')
    .map(({ name, [window]: count }) => ({ span: Number(name), count }));
  return known({ median_seconds: secondsAt(0.5, counts), p90_seconds: secondsAt(0.9, counts) });
}

const ranked = (parts: PartCount[], kind: PartCount['kind']) =>
  parts
    .filter((part) => part.kind === kind && part.current > 0)
    .sort((a, b) => b.current - a.current || (a.name < b.name ? -1 : 1));

function countriesOf(parts: PartCount[]): OverviewCountry[] {
  const countries = new Map<string, OverviewCountry>();
  const add = (country: string, result: 'approved' | 'rejected', count: number) => {
    const known = countries.get(country) ?? { country, approved: 0, rejected: 0 };
    countries.set(country, { ...known, [result]: count });
  };
  for (const { name, current } of ranked(parts, 'approved_country')) add(name, 'approved', current);
  for (const { name, current } of ranked(parts, 'rejected_country')) add(name, 'rejected', current);
  const total = ({ approved, rejected }: OverviewCountry) => approved + rejected;
  return [...countries.values()].sort((a, b) => total(b) - total(a) || (a.country < b.country ? -1 : 1));
}
