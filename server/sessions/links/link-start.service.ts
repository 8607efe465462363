/** What anyone with a link's code can do: see whose it is, and start a session. */
import { createHmac } from 'node:crypto';
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
import { linkBusyCaps, linkPausedCaps } from '../../mail/mail-caps.ts';
import { networksOf, WIDE_FACTOR } from '../../throttling/client-network.ts';
import { countTurn, takeAttempt } from '../../throttling/throttle.service.ts';
import { mailOwners } from '../../users/owner-mail.service.ts';
import { type AppliedOptions, applyPolicy } from '../policy/session-rules.ts';
import { linksOf } from '../session/return-address.service.ts';
import { createSession, giveUpIdle, listOpenNetworks } from '../session/session.service.ts';
import { countStart, findLinkByCode, type LinkRow } from './link.repository.ts';
import { optionsOf, stateOf } from './link.service.ts';

const LIFETIME_SECONDS = 3600;
/** How many sessions of a link may be open, so that strangers cannot take up more of the account's credit. */
const PLACES = 50;
/** The shares of the places that one network, and one IPv6 /48, may hold at a time. Each may always hold one. */
const NETWORK_SHARE = 1 / 10;
const WIDE_SHARE = 1 / 2;
/** When room is needed, it is made by a session that no device started for this long, */
const IDLE_SECONDS = 600;
/** or that a device started this long ago without submitting a document since. Reading one takes less than a minute. */
const UNANSWERED_SECONDS = 180;
/** Limits the starts from one network, so that it does not take places again and again. */
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
 * @throws Conflict when the link has ended, TooManyRequests when all its places, or those of the network, are taken.
 */
export async function startFromLink(ctx: TransactionContext & { request: CallOrigin }, { id }: LinkRow) {
  const { db, deps } = ctx;
  const link = await countStart(db, id);
  if (!link || stateOf(link, deps.clock.now()) !== 'ACTIVE') throw linkEnded();
  const network = nameNetwork(ctx, link);
  const open = await listOpenNetworks(ctx, id);
  const left = Math.min(PLACES, (link.session_limit ?? Number.POSITIVE_INFINITY) - link.approved) - open.length;
  const full = fullNetwork(open, network, placesOf(link));
  // A negative number means that the limit was lowered in the meantime, so making room for one session is not enough.
  const isFree = left > 0 && !full;
  if (left < 0 || !(isFree || (await makeRoom(ctx, id, full)))) throw linkBusy(left > 0, !full);
  const acting = actingAs(ctx, { merchant_id: link.merchant_id });
  const from = { link_id: id, link_network: network.narrow, lifetime_seconds: LIFETIME_SECONDS };
  return createSession(acting, optionsOf(link), from);
}

const placesOf = ({ session_limit }: LinkRow) => Math.min(PLACES, session_limit ?? PLACES);

/** Names of the caller's networks. They differ from link to link, and do not reveal the address. */
function nameNetwork({ deps, request }: TransactionContext & { request: CallOrigin }, { id }: LinkRow) {
  const key = deps.deriveKey('link networks');
  const name = (network: string) => createHmac('sha256', key).update(`${id} ${network}`).digest('hex').slice(0, 16);
  const { narrow, wide } = networksOf(request.ip);
  const around = wide ? name(wide) : '';
  return { narrow: `${around}/${name(narrow)}`, wide: wide && `${around}/` };
}

/** @returns a pattern for the network that holds its share of the places, if one does */
function fullNetwork(
  open: readonly (string | null)[],
  { narrow, wide }: ReturnType<typeof nameNetwork>,
  places: number,
): string | undefined {
  const holds = (isOf: (network: string) => boolean) =>
    open.filter((network) => network !== null && isOf(network)).length;
  const most = (share: number) => Math.max(1, Math.floor(places * share));
  if (holds((network) => network === narrow) >= most(NETWORK_SHARE)) return narrow;
  return wide && holds((network) => network.startsWith(wide)) >= most(WIDE_SHARE) ? `${wide}%` : undefined;
}

function makeRoom(ctx: TransactionContext, link_id: number, network: string | undefined): Promise<boolean> {
  const before = (seconds: number) => timestamp(addSeconds(ctx.deps.clock.now(), -seconds));
  return giveUpIdle(ctx, { link_id, network, created: before(IDLE_SECONDS), initiated: before(UNANSWERED_SECONDS) });
}

const linkEnded = () => new Conflict('The link has ended. Ask the company for a new one', 'link_ended');

/** The link's owners are told, unless it is only the caller's network that holds too many places. */
class LinkBusy extends TooManyRequests {
  readonly concerns_owners: boolean;

  constructor(who: string, concerns_owners: boolean) {
    const text = `${who} using this link at the moment. Try again in ${UNANSWERED_SECONDS} seconds`;
    super(text, UNANSWERED_SECONDS, 'link_busy');
    this.concerns_owners = concerns_owners;
  }
}

const linkBusy = (isFree: boolean, concerns_owners: boolean) =>
  new LinkBusy(isFree ? 'Others in your network are' : 'Many people are', concerns_owners);

/**
 * The person sees only that the link does not work. If the account is the reason, its owners get an email, at most once a day, and
 * for each link that is busy another one.
 */
export async function explainFailure(ctx: OutsideContext, link: LinkRow, error: unknown): Promise<unknown> {
  if (error instanceof LinkBusy && error.concerns_owners) await inTransaction(ctx, (ctx) => tellOfCrowd(ctx, link));
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

async function tellOfCrowd(ctx: TransactionContext, link: LinkRow): Promise<void> {
  const { id, merchant_id, name } = link;
  for (const cap of linkBusyCaps(merchant_id, id)) if (!(await countTurn(ctx, cap))) return;
  await mailOwners(actingAs(ctx, { merchant_id }), 'link_busy', (locale) => ({
    ...{ name, places: placesOf(link) },
    link: siteLink(ctx.deps.config, locale, `/link/${id}`),
  }));
}
