import { addDays, timestamp } from '../core/clock.ts';
import type { Caller, Context } from '../core/context.ts';
import type { GetStarted, Usage } from '../generated/operations.gen.ts';
import { getMerchant } from '../merchants/merchant.service.ts';
import { getSelf, hasServiceUser, isEmailVerified } from '../users/user.service.ts';
import { hasApproved, listUsage } from './dashboard.repository.ts';

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
  const rows = await listUsage(db, principal.merchant_id, firstDay(now, QUARTER_DAYS));
  const sum = (since: string) => rows.reduce((total, row) => (row.day >= since ? total + row.created : total), 0);
  return {
    today: firstDay(now, 1),
    last_30_days: sum(firstDay(now, MONTH_DAYS)),
    last_90_days: sum(firstDay(now, QUARTER_DAYS)),
    days: rows.map(({ day, ...counts }) => ({ date: day, ...counts })),
  };
}

const firstDay = (now: Date, days: number) => timestamp(addDays(now, 1 - days)).slice(0, 10);
