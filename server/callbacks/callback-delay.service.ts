/** Measures how far behind the service is with events. Delays caused by a slow receiver do not count. */
import { addSeconds, timestamp } from '../core/clock.ts';
import type { Context } from '../core/context.ts';
import { hasAttemptUnderWay, listWaitingAccounts } from './callback.repository.ts';
import { LEASE_SECONDS } from './schedule.ts';

/** Accounts are checked until one is found that is not being served. If this many are being served, the worker is alive. */
const MOST_ACCOUNTS = 20;

/** Seconds since the oldest event became due, among accounts without an attempt in progress. */
export async function callbackDelay({ db, deps }: Context): Promise<number> {
  const now = deps.clock.now();
  const from = timestamp(now);
  const until = timestamp(addSeconds(now, LEASE_SECONDS));
  const waiting = (await listWaitingAccounts(db)).filter(({ due }) => due <= from).slice(0, MOST_ACCOUNTS);
  for (const { merchant_id, due } of waiting)
    if (!(await hasAttemptUnderWay(db, { merchant_id, from, until }))) return (now.getTime() - Date.parse(due)) / 1000;
  return 0;
}
