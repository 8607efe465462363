/** The delivery health of each host. The account is notified when a host keeps failing, and when it has recovered. */
import { addDays, addSeconds, timestamp } from '../core/clock.ts';
import { type Acting, actingAs, type Caller, type OutsideContext, type TransactionContext } from '../core/context.ts';
import { known } from '../core/known.ts';
import { reading } from '../database/reader.ts';
import type { CallbackHost } from '../generated/operations.gen.ts';
import { siteLink } from '../mail/locale.ts';
import { sendMail } from '../mail/mail.service.ts';
import { failingEndpointCaps } from '../mail/mail-caps.ts';
import type { Template, TemplateValues } from '../mail/templates.ts';
import { countTurn } from '../throttling/throttle.service.ts';
import { listAllUsers } from '../users/user.service.ts';
import type { DeliveryState, EndpointTable } from './callback.table.ts';
import {
  countAnswers,
  countEnded,
  deleteHealthOf,
  findDays,
  findEndpoints,
  findMedians,
  findWaiting,
  markAlerted,
  noteFailure,
  noteSuccess,
  sumDays,
} from './callback-health.repository.ts';
import { findWaitingUrls } from './endpoint-delivery.repository.ts';
import type { Delivery, Result } from './outbox.ts';
import { isSuccess } from './schedule.ts';

const DAYS = 7;
const FAILURES_KEPT_DAYS = 30;
/** As defined in the contract. */
const MOST_HOSTS = 50;
const MOST_WAITING = 1000;

const dayOf = (time: string) => time.slice(0, 10);

export const countedSince = (now: Date): string => dayOf(timestamp(addDays(now, 1 - DAYS)));
export const failuresSince = (now: Date): string => timestamp(addDays(now, -FAILURES_KEPT_DAYS));

const hostOf = (url: string): string => new URL(url).host;

/**
 * Counts the outcomes of attempts, in the transaction that records them. All processes write the counters in the same order, so
 * that they do not deadlock.
 */
export async function noteAttempts(ctx: TransactionContext, results: readonly Result<Delivery>[]): Promise<void> {
  const hosts = Map.groupBy(results, ({ row }) => `${row.merchant_id} ${hostOf(row.url)}`);
  for (const [, ofHost] of [...hosts].toSorted(byName)) {
    await noteHealth(ctx, ofHost);
    await countAnswersOf(ctx, ofHost);
    await noteEnds(
      ctx,
      ofHost.map(({ row, outcome }) => ({ row, state: outcome.state })),
    );
  }
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);

async function noteHealth(ctx: TransactionContext, results: readonly Result<Delivery>[]): Promise<void> {
  const { merchant_id, url } = results[0]!.row;
  const host = hostOf(url);
  let isFine = false;
  for (const { attempt } of results) {
    const { created: last_failure, status_code: last_status, error: last_error } = attempt;
    if (!isSuccess(last_status)) {
      const failure = { merchant_id, host, last_failure, last_status, last_error };
      await tellOfFailing(ctx, await noteFailure(ctx.db, failure));
    } else if (!isFine && (await noteSuccess(ctx.db, { merchant_id, host })))
      await tellOfRecovery(ctx, { merchant_id, host });
    isFine = isSuccess(last_status);
  }
}

async function countAnswersOf({ db }: TransactionContext, results: readonly Result<Delivery>[]): Promise<void> {
  const answered = results.filter(({ attempt }) => attempt.status_code !== null);
  const counters = Map.groupBy(
    answered,
    ({ row, attempt }) => `${dayOf(row.created)} ${String(rounded(attempt.duration_ms)).padStart(6, '0')}`,
  );
  for (const [, same] of [...counters].toSorted(byName)) {
    const { row, attempt } = same[0]!;
    const at = { merchant_id: row.merchant_id, host: hostOf(row.url), day: dayOf(row.created) };
    await countAnswers(db, at, { ms: rounded(attempt.duration_ms), answers: same.length });
  }
}

/** Deliveries that were resent or replayed are left out, because nearly all of them have been counted already. */
export async function noteEnds(
  { db }: TransactionContext,
  ended: readonly { row: Delivery; state: DeliveryState }[],
): Promise<void> {
  const counted = ended.filter(({ row, state }) => state !== 'PENDING' && row.resent !== 1);
  const days = Map.groupBy(counted, ({ row }) => `${hostOf(row.url)} ${dayOf(row.created)}`);
  for (const [, same] of [...days].toSorted(byName)) {
    const { merchant_id, url, created } = same[0]!.row;
    const delivered = same.filter(({ state }) => state === 'DELIVERED');
    await countEnded(
      db,
      { merchant_id, host: hostOf(url), day: dayOf(created) },
      {
        delivered: delivered.length,
        delivered_at_first: delivered.filter(({ row }) => row.attempts === 1).length,
        failed: same.length - delivered.length,
      },
    );
  }
}

/** Rounds to two digits. That is precise enough, and keeps the number of counters small. */
function rounded(ms: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, ms))) - 1);
  return Math.round(ms / step) * step;
}

export async function getHealth(ctx: OutsideContext & Caller): Promise<{ since: string; hosts: CallbackHost[] }> {
  const { merchant_id } = ctx.principal;
  const db = reading(ctx);
  const now = ctx.deps.clock.now();
  const since = countedSince(now);
  const endpoints = await findEndpoints(db, { merchant_id, since: failuresSince(now), limit: MOST_HOSTS });
  const sums = new Map((await sumDays(db, { merchant_id, since, limit: MOST_HOSTS })).map((sum) => [sum.host, sum]));
  const medians = await findMedians(db, { merchant_id, since });
  const days = Map.groupBy(await findDays(db, { merchant_id, since, hosts: [...sums.keys()] }), ({ host }) => host);
  const waiting = countHosts([
    ...(await findWaiting(db, merchant_id, MOST_WAITING)),
    ...(await findWaitingUrls(db, merchant_id, MOST_WAITING)),
  ]);
  const lastFailures = new Map(endpoints.map((endpoint) => [endpoint.host, endpoint]));
  const failing = endpoints.filter(({ failing_since }) => failing_since !== null).map(({ host }) => host);
  const names = new Set([...failing, ...sums.keys(), ...waiting.keys(), ...lastFailures.keys()]);
  const hosts = [...names].slice(0, MOST_HOSTS).map((host): CallbackHost => {
    const { delivered = 0, delivered_at_first = 0, failed = 0 } = sums.get(host) ?? {};
    return {
      ...{ host, delivered, delivered_at_first, failed, waiting: Math.min(waiting.get(host) ?? 0, MOST_WAITING) },
      days: (days.get(host) ?? []).map(({ host: _, ...counts }) => counts),
      ...known({ median_ms: medians.get(host) }),
      ...viewFailures(lastFailures.get(host)),
    };
  });
  return { since, hosts };
}

function countHosts(urls: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const host of urls.map(hostOf)) counts.set(host, (counts.get(host) ?? 0) + 1);
  return counts;
}

function viewFailures(endpoint: EndpointTable | undefined): Pick<CallbackHost, 'failing_since' | 'last_failure'> {
  if (!endpoint || endpoint.last_failure === null) return {};
  const { failing_since, last_failure, last_status, last_error } = endpoint;
  return {
    ...known({ failing_since }),
    last_failure: { created: last_failure, ...known({ status_code: last_status, error: last_error }) },
  };
}

export const deleteHealth = ({ db, principal }: TransactionContext & Acting): Promise<void> =>
  deleteHealthOf(db, principal.merchant_id);

/** How long failures must last before the account is emailed: longer than a restart or a short outage. */
const LASTED_SECONDS = 1800;
const FAILURES = 5;
const MOST_PEOPLE = 20;

/** Called with each failure while the host's row is locked, so that two processes send only one email. */
async function tellOfFailing(ctx: TransactionContext, endpoint: EndpointTable): Promise<void> {
  const { merchant_id, host, failures, failing_since, last_status, last_error, alerted } = endpoint;
  const now = ctx.deps.clock.now();
  const lasts = failing_since !== null && failing_since <= timestamp(addSeconds(now, -LASTED_SECONDS));
  if (alerted !== null || failures < FAILURES || !lasts) return;
  for (const cap of failingEndpointCaps(merchant_id, host)) if (!(await countTurn(ctx, cap))) return;
  await markAlerted(ctx.db, endpoint, timestamp(now));
  const reason = last_status === null ? { error: last_error ?? '' } : { status: last_status };
  const facts = { host, since: failing_since, failures, ...reason };
  await mailPeople(ctx, merchant_id, 'callbacks_failing', (page) => ({
    ...facts,
    link: page('/callbacks'),
    guide: page('/failure-guide'),
  }));
}

/** Sent whenever a host recovers after the account was emailed that it was failing. The caps on emails about failures do not apply. */
const tellOfRecovery = (
  ctx: TransactionContext,
  { merchant_id, host }: { merchant_id: number; host: string },
): Promise<void> =>
  mailPeople(ctx, merchant_id, 'callbacks_arrive_again', (page) => ({ host, link: page('/callbacks') }));

async function mailPeople<Name extends Template>(
  ctx: TransactionContext,
  merchant_id: number,
  template: Name,
  valuesFor: (page: (path: `/${string}`) => string) => TemplateValues[Name],
): Promise<void> {
  const users = await listAllUsers(actingAs(ctx, { merchant_id }));
  const people = users.filter(({ email }) => email !== null).slice(0, MOST_PEOPLE);
  for (const { email, locale } of people) {
    const values = valuesFor((path) => siteLink(ctx.deps.config, locale, path));
    await sendMail(ctx, { to: email!, locale, template, values });
  }
}
