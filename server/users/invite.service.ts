import { audit } from '../audit/audit.service.ts';
import { addDays, timestamp } from '../core/clock.ts';
import type { Acting, Caller, Context, OutsideContext, TransactionContext } from '../core/context.ts';
import { Conflict, Forbidden, NotFound } from '../core/errors.ts';
import { known } from '../core/known.ts';
import { mayCall } from '../core/roles.ts';
import { BY_CREATION, type PageInput, readPage } from '../database/page-cursor.ts';
import { randomId } from '../database/random-id.ts';
import type { InviteGetResponse, UserRole } from '../generated/operations.gen.ts';
import { localeOf, siteLink } from '../mail/locale.ts';
import { sendMail } from '../mail/mail.service.ts';
import { inviteCaps } from '../mail/mail-caps.ts';
import { hashToken, randomToken } from '../secrets/random-secret.ts';
import { takeTurn } from '../throttling/throttle.service.ts';
import { emailKey, normalizeEmail } from './email-address.ts';
import {
  deleteInvitesBefore,
  deleteInvitesOf,
  findInvite,
  findOpenInvite,
  findOpenInvites,
  insertInvite,
  updateRevoked,
  updateUsed,
} from './invite.repository.ts';
import { getSelf, isEmailTaken, isEmailVerified } from './user.service.ts';

const INVITE_DAYS = 7;
/** How long expired invitations are kept, so that people who open one learn that it has expired. */
const KEPT_DAYS = 30;

/** Stores only a hash of the emailed link. Revokes an earlier invitation to the same address. */
export async function createInvite(
  ctx: TransactionContext & Caller,
  { email: address, role = 'owner' }: { email: string; role?: UserRole },
): Promise<void> {
  const { db, deps } = ctx;
  const { merchant_id, user_id } = ctx.principal;
  const now = deps.clock.now();
  const email = normalizeEmail(address, 'email');
  const email_key = emailKey(email);
  const inviter = await getSelf(ctx);
  if (!isEmailVerified(inviter)) throw new Forbidden('Verify your email before inviting others', 'email_not_verified');
  if (await isEmailTaken(ctx, { email })) throw new Conflict('This email is already registered', 'email_taken');
  await takeTurn(ctx, inviteCaps(email_key, merchant_id));
  await updateRevoked(db, merchant_id, timestamp(now), { email_key });
  const token = randomToken();
  const token_hash = hashToken(token);
  const id = randomId();
  await insertInvite(db, {
    id,
    merchant_id,
    user_id,
    email,
    email_key,
    role,
    token_hash,
    created: timestamp(now),
    expires: timestamp(addDays(now, INVITE_DAYS)),
  });
  await audit(ctx, 'invite.create', id);
  const locale = localeOf(ctx.request) ?? inviter.locale;
  const link = siteLink(deps.config, locale, `/invite/${token}`);
  const company = (await findInvite(db, token_hash))?.merchant_name;
  const values = { link, inviter: inviter.alias, ...known({ company }) };
  await sendMail(ctx, { to: email, locale, template: 'invite', values });
}

export function listInvites({ db, deps, principal }: Context & Caller, input: PageInput) {
  const now = timestamp(deps.clock.now());
  return readPage(BY_CREATION, input, (page) => findOpenInvites(db, principal.merchant_id, now, page));
}

/** @throws NotFound, also if the invitation was accepted, has expired, or belongs to another account. */
export async function revokeInvite(ctx: TransactionContext & Caller, { id }: { id: number }): Promise<void> {
  const { merchant_id } = ctx.principal;
  const now = timestamp(ctx.deps.clock.now());
  const open = await findOpenInvite(ctx.db, merchant_id, id, now);
  if (!open || (await updateRevoked(ctx.db, merchant_id, now, { id })).length === 0)
    throw new NotFound(`No open invitation found with id: ${id}`);
  await audit(ctx, 'invite.revoke', id);
}

export async function revokeInvites({ db, deps, principal }: TransactionContext & Acting): Promise<void> {
  await updateRevoked(db, principal.merchant_id, timestamp(deps.clock.now()));
}

export async function revokeInvitesOf(
  ctx: TransactionContext & Caller,
  { user_id }: { user_id: number },
): Promise<void> {
  const now = timestamp(ctx.deps.clock.now());
  for (const id of await updateRevoked(ctx.db, ctx.principal.merchant_id, now, { user_id }))
    await audit(ctx, 'invite.revoke', id);
}

type FoundInvite = NonNullable<Awaited<ReturnType<typeof findInvite>>>;

function stateOf(invite: FoundInvite, now: string): InviteGetResponse['state'] {
  if (invite.used !== null) return 'USED';
  if (invite.revoked !== null || invite.inviter_role === null || !mayInvite(invite.inviter_role)) return 'REVOKED';
  return invite.expires <= now ? 'EXPIRED' : 'OPEN';
}

/** Anyone with the link may see this. @throws NotFound when no invitation has this reference. */
export async function readInvite(
  { db, deps }: Context,
  { reference }: { reference: string },
): Promise<InviteGetResponse> {
  const invite = await findInvite(db, hashToken(reference));
  if (!invite) throw new NotFound('No invitation found for this reference');
  const { inviter, merchant_name, email, role, expires } = invite;
  const state = stateOf(invite, timestamp(deps.clock.now()));
  return { state, role, expires, ...known({ inviter, merchant_name, email: state === 'OPEN' ? email : null }) };
}

export const mayInvite = (role: UserRole): boolean => mayCall({ role }, 'invite.create');

/**
 * Accepts an invitation, which works only once.
 * @returns its account and role, or undefined when the reference is not an invitation.
 * @throws Conflict when it is for another address, or was used, revoked or has expired.
 */
export async function acceptInvite(
  { db, deps }: TransactionContext,
  { reference, email }: { reference: string; email: string },
): Promise<{ merchant_id: number; role: UserRole } | undefined> {
  const now = timestamp(deps.clock.now());
  const invite = await findInvite(db, hashToken(reference));
  if (!invite) return undefined;
  const state = stateOf(invite, now);
  if (state === 'REVOKED') throw new Conflict('This invitation was revoked. Ask for a new one', 'invite_used');
  if (state === 'EXPIRED') throw new Conflict('This invitation has expired. Ask for a new one', 'invite_used');
  if (state === 'OPEN' && invite.email_key !== emailKey(email)) throw forAnother(invite.email);
  if (!(await updateUsed(db, invite.id, now)))
    throw new Conflict('This invitation has already been used', 'invite_used');
  return { merchant_id: invite.merchant_id, role: invite.role };
}

export const deleteInvites = ({ db, principal }: TransactionContext & Acting): Promise<void> =>
  deleteInvitesOf(db, principal.merchant_id);

export const purgeInvites = ({ db, deps }: OutsideContext): Promise<void> =>
  deleteInvitesBefore(db, timestamp(addDays(deps.clock.now(), -KEPT_DAYS)));

/** May name the address: people who have the link know it, because the link was emailed there. */
const forAnother = (email: string | null) =>
  new Conflict(`This invitation is for ${email}. Sign up with that email`, 'invite_for_another_email', {
    details: [{ path: 'email', expected: 'the invited address', received: 'another address' }],
  });
