import type { Transaction } from 'kysely';
import { recordAudit } from '../audit/audit.service.ts';
import { addDays, timestamp } from '../core/clock.ts';
import type { TransactionContext } from '../core/context.ts';
import type { Deps } from '../core/deps.ts';
import { Conflict, Forbidden, NotFound } from '../core/errors.ts';
import type { Database } from '../database/database.ts';
import { BY_CREATION, type PageInput, readPage } from '../database/page-cursor.ts';
import { randomId } from '../database/random-id.ts';
import type { Invitation } from '../generated/operations.gen.ts';
import type { CallOrigin, Principal } from '../http/handlers.ts';
import { localeOf } from '../mail/locale.ts';
import { sendMail } from '../mail/mail.service.ts';
import { inviteCaps, takeMails } from '../mail/mail-caps.ts';
import { hashToken, randomToken } from '../secrets/random-secret.ts';
import { emailKey, normalizeEmail } from './email-address.ts';
import {
  deleteInvitesBefore,
  findInvite,
  findOpenInvite,
  insertInvite,
  listOpenInvites,
  revokeInvites,
  useInvite,
} from './invite.repository.ts';
import { getUser, isEmailTaken } from './user.service.ts';

/** What deleting an account, or taking it back, does to its invitations. */
export { deleteInvites, revokeInvites } from './invite.repository.ts';

const INVITE_DAYS = 7;
/** How long expired invitations are kept, so that who opens one learns that it is too old. */
const KEPT_DAYS = 30;

/**
 * Mails a link with which the owner of this address can join the inviter's account. Only a hash of the link is stored. An earlier
 * invitation to the same address is void.
 */
export async function createInvite(
  ctx: TransactionContext,
  principal: Principal,
  request: CallOrigin,
  address: string,
): Promise<void> {
  const { db: trx, deps } = ctx;
  const { merchant_id, user_id } = principal;
  const now = deps.clock.now();
  const email = normalizeEmail(address, 'email');
  const email_key = emailKey(email);
  const inviter = await getUser(trx, merchant_id, user_id);
  if (inviter.email_verified === 0) {
    throw new Forbidden('Verify your email before inviting others', 'email_not_verified');
  }
  if (await isEmailTaken(trx, email_key)) throw new Conflict('This email is already registered', 'email_taken');
  await takeMails(ctx, inviteCaps(email_key, merchant_id));
  await revokeInvites(trx, merchant_id, timestamp(now), { email_key });
  const token = randomToken();
  const id = randomId();
  await insertInvite(trx, {
    id,
    merchant_id,
    user_id,
    email,
    email_key,
    token_hash: hashToken(token),
    created: timestamp(now),
    expires: timestamp(addDays(now, INVITE_DAYS)),
    used: null,
    revoked: null,
  });
  await recordAudit(trx, deps, { merchant_id, user_id, request_id: request.id, action: 'invite.create', target: id });
  const state = encodeURIComponent(JSON.stringify({ reference: token }));
  await sendMail(ctx, {
    to: email,
    locale: localeOf(request) ?? inviter.locale,
    template: 'invite',
    values: { link: `${deps.config.public_url}/sign-up?state=${state}`, inviter: inviter.alias },
  });
}

/** The invitations that can still be accepted, newest first. @throws NotFound for a cursor that was not made here. */
export async function listInvites(
  deps: Deps,
  merchantId: number,
  input: PageInput,
): Promise<{ invites: Invitation[]; next_cursor?: string }> {
  const now = timestamp(deps.clock.now());
  const { rows, ...next } = await readPage(BY_CREATION, input, (page) =>
    listOpenInvites(deps.db, merchantId, now, page),
  );
  return { invites: rows.map(toInvite), ...next };
}

/** Revokes an open invitation. @throws NotFound, also for one that was accepted, has expired, or is of another account. */
export async function revokeInvite(
  trx: Transaction<Database>,
  deps: Deps,
  { merchant_id, user_id }: Principal,
  request: CallOrigin,
  id: number,
): Promise<void> {
  const now = timestamp(deps.clock.now());
  const open = await findOpenInvite(trx, merchant_id, id, now);
  if (!open || (await revokeInvites(trx, merchant_id, now, { id })) === 0n) {
    throw new NotFound(`No open invitation found with id: ${id}`);
  }
  await recordAudit(trx, deps, { merchant_id, user_id, request_id: request.id, action: 'invite.revoke', target: id });
}

/**
 * Accepts an invitation, which can be done once. @returns its account, or undefined when the reference is no invitation.
 * @throws Conflict when it is for another address, was used, was revoked, or has expired.
 */
export async function acceptInvite(
  trx: Transaction<Database>,
  deps: Deps,
  reference: string,
  email: string,
): Promise<number | undefined> {
  const now = timestamp(deps.clock.now());
  const invite = await findInvite(trx, hashToken(reference));
  if (!invite) return undefined;
  if (invite.used === null) {
    if (invite.revoked !== null || invite.inviter === null) {
      throw new Conflict('This invitation was withdrawn. Ask for a new one', 'invite_used');
    }
    if (invite.expires <= now) throw new Conflict('This invitation has expired. Ask for a new one', 'invite_used');
    if (invite.email_key !== emailKey(email)) throw forAnother(invite.email);
  }
  if (!(await useInvite(trx, invite.id, now)))
    throw new Conflict('This invitation has already been used', 'invite_used');
  return invite.merchant_id;
}

export const purgeInvites = ({ db, clock }: Deps): Promise<void> =>
  deleteInvitesBefore(db, timestamp(addDays(clock.now(), -KEPT_DAYS)));

const toInvite = (row: Awaited<ReturnType<typeof listOpenInvites>>[number]): Invitation => ({
  id: row.id,
  // Null only in invitations from before they had an address. Those have expired.
  email: row.email!,
  user_id: row.user_id!,
  created: row.created,
  expires: row.expires,
});

/** Names the address. Who has the link got it by a mail to that address, and knows it. */
const forAnother = (email: string | null) =>
  new Conflict(`This invitation is for ${email}. Sign up with that email`, 'invite_for_another_email', {
    details: [{ path: 'email', expected: 'the invited address', received: 'another address' }],
  });
