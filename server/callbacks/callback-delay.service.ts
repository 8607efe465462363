/** How long the service leaves events lying. What a slow receiver keeps waiting is not the service's doing. */
import { addSeconds, timestamp } from '../core/clock.ts';
import type { Context } from '../core/context.ts';
import { hasAttemptUnderWay, listWaitingAccounts } from './callback.repository.ts';
import { LEASE_SECONDS } from './schedule.ts';

/** Accounts are looked at until one is found that nobody serves. If so many are served, the worker lives. */
const MOST_ACCOUNTS = 20;

/** The seconds since the oldest event was due that lies there while its account has no attempt under way. */
export async function callbackDelay({ db, deps }: Context): Promise<number> {
  const now = deps.clock.now();
  const from = timestamp(now);
  const until = timestamp(addSeconds(now, LEASE_SECONDS));
  const waiting = (await listWaitingAccounts(db)).filter(({ due }) => due <= from).slice(0, MOST_ACCOUNTS);
  for (const { merchant_id, due } of waiting)
    if (!(await hasAttemptUnderWay(db, { merchant_id, from, until }))) return (now.getTime() - Date.parse(due)) / 1000;
  return 0;
}
