/** What anyone with a link's code can do: see whose it is, and start a session. */
import { addSeconds, timestamp } from '../../core/clock.ts';
import {
  actingAs,
  type CallOrigin,
  type Context,
  type OutsideContext,
  type TransactionContext,
} from '../../core/context.ts';
import { ApiError, accountSuspended, Conflict, NotFound, TooManyRequests } from '../../core/errors.ts';
import { inTransaction } from '../../database/transaction.ts';
import { siteLink } from '../../mail/locale.ts';
import { linkPausedCaps } from '../../mail/mail-caps.ts';
import { networksOf, WIDE_FACTOR } from '../../throttling/client-network.ts';
import { countTurn, takeAttempt } from '../../throttling/throttle.service.ts';
import { mailOwners } from '../../users/owner-mail.service.ts';
import { type AppliedOptions, applyPolicy } from '../policy/session-rules.ts';
import { linksOf } from '../session/return-address.service.ts';
import { countOpenOfLink, createSession, giveUpIdle } from '../session/session.service.ts';
import { countStart, findLinkByCode, type LinkRow } from './link.repository.ts';
import { optionsOf, stateOf } from './link.service.ts';

const LIFETIME_SECONDS = 3600;
/** How many sessions of a link may be open, so that strangers cannot take up more of the account's credit. */
const PLACES = 50;
/** Once all places are taken, a session that nobody started for this long makes room. */
const IDLE_SECONDS = 600;
/** Limits the starts from one network, so that it cannot take all places. */
const STARTS_HOURLY = 30;

/** Reasons why an account cannot create sessions. Its owners are told the reason, the person only that the link does not work. */
const UNAVAILABLE = new Set([
  'billing_inactive',
  'email_not_verified',
  'credit_exhausted',
  'spending_cap_reached',
  'usage_limit_reached',
  'specimen_limit',
  'face_verification_unavailable',
  // The link's policy was deleted, or the link's options no longer fit the policy.
  'invalid_value',
]);

/** @throws NotFound, and Forbidden while the account is suspended. */
export async function getLinkByCode({ db }: Context, code: string): Promise<LinkRow> {
  const link = await findLinkByCode.first(db, { code });
  if (!link) throw new NotFound('No link found for this code');
  if (link.suspended !== null) throw accountSuspended();
  const { suspended: _, ...row } = link;
  return row;
}

/** @throws TooManyRequests when too many sessions of the link were started from one network. */
export function takeStart(ctx: OutsideContext & { request: CallOrigin }, { id }: LinkRow): Promise<void> {
  const { narrow, wide } = networksOf(ctx.request.ip);
  const throttle = (network: string, limit: number) => ({
    subject: `starts of link ${id} from ${network}`,
    limit,
    window_seconds: 3600,
  });
  return takeAttempt(ctx, [
    throttle(narrow, STARTS_HOURLY),
    ...(wide ? [throttle(wide, STARTS_HOURLY * WIDE_FACTOR)] : []),
  ]);
}

/** @throws BadRequest when sessions can no longer have these options. */
export const rulesOf = (ctx: Context, link: LinkRow): Promise<AppliedOptions> =>
  applyPolicy(actingAs(ctx, { merchant_id: link.merchant_id }), optionsOf(link));

/** The link's redirect URL is left out if the account no longer allows it. */
export async function pageOf(ctx: Context, link: LinkRow) {
  const acting = actingAs(ctx, { merchant_id: link.merchant_id });
  return linksOf(acting, optionsOf(link)).catch(() => linksOf(acting, {}));
}

/**
 * Starts a session. Approved and open sessions count towards the link's limit. The callback address is not checked here: that
 * happened when the link was created or changed, and happens again for each callback.
 * @throws Conflict when the link has ended, TooManyRequests when all its places are taken.
 */
export async function startFromLink(ctx: TransactionContext, { id }: LinkRow) {
  const { db, deps } = ctx;
  const now = deps.clock.now();
  const link = await countStart(db, id);
  if (!link || stateOf(link, now) !== 'ACTIVE') throw linkEnded();
  const open = await countOpenOfLink(ctx, id);
  const left = Math.min(PLACES, (link.session_limit ?? Number.POSITIVE_INFINITY) - link.approved) - open;
  // A negative number means that the limit was lowered in the meantime, so making room for one session is not enough.
  if (left < 0 || (left === 0 && !(await makeRoom(ctx, id)))) throw linkBusy();
  const acting = actingAs(ctx, { merchant_id: link.merchant_id });
  return createSession(acting, optionsOf(link), { link_id: id, lifetime_seconds: LIFETIME_SECONDS });
}

const makeRoom = (ctx: TransactionContext, link_id: number): Promise<boolean> =>
  giveUpIdle(ctx, { link_id, before: timestamp(addSeconds(ctx.deps.clock.now(), -IDLE_SECONDS)) });

const linkEnded = () => new Conflict('The link has ended. Ask the company for a new one', 'link_ended');

const linkBusy = () =>
  new TooManyRequests(
    `Many people are using this link at the moment. Try again in ${IDLE_SECONDS} seconds`,
    IDLE_SECONDS,
    'link_busy',
  );

/** The person sees only that the link does not work. If the account is the reason, its owners get an email, at most once a day. */
export async function explainFailure(ctx: OutsideContext, link: LinkRow, error: unknown): Promise<unknown> {
  if (!(error instanceof ApiError) || !UNAVAILABLE.has(error.code)) return error;
  const { code } = error;
  await inTransaction(ctx, (ctx) => tellOwners(ctx, link, code));
  const text = 'The link cannot start verifications at the moment. Ask the company that gave it to you';
  return new Conflict(text, 'link_unavailable');
}

async function tellOwners(ctx: TransactionContext, { merchant_id, name }: LinkRow, reason: string): Promise<void> {
  for (const cap of linkPausedCaps(merchant_id)) if (!(await countTurn(ctx, cap))) return;
  await mailOwners(actingAs(ctx, { merchant_id }), 'link_paused', (locale) => ({
    ...{ name, reason },
    link: siteLink(ctx.deps.config, locale, '/billing'),
  }));
}
