/** Notifies an account once when a host keeps failing, and once when it has recovered. */
import { addSeconds, timestamp } from '../core/clock.ts';
import { actingAs, type TransactionContext } from '../core/context.ts';
import { siteLink } from '../mail/locale.ts';
import { sendMail } from '../mail/mail.service.ts';
import { failingEndpointCaps } from '../mail/mail-caps.ts';
import type { Template, TemplateValues } from '../mail/templates.ts';
import { countTurn } from '../throttling/throttle.service.ts';
import { listAllUsers } from '../users/user.service.ts';
import type { EndpointTable } from './callback.table.ts';
import { markAlerted } from './callback-health.repository.ts';

/** Restarts and short outages end before this; a longer failure needs attention. */
const LASTED_SECONDS = 1800;
const FAILURES = 5;
const MOST_PEOPLE = 20;

/** Called with each failure while the host's row is locked, so that two processes send only one email. */
export async function tellOfFailing(ctx: TransactionContext, endpoint: EndpointTable): Promise<void> {
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

/** If the failure was reported, the recovery is reported too, regardless of the caps. */
export const tellOfRecovery = (
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
