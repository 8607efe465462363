import type { Transaction } from 'kysely';
import { recordAudit } from '../audit/audit.service.ts';
import { hashToken, randomToken } from '../auth/secret.ts';
import { takeTurn } from '../auth/throttle.ts';
import { addDays, timestamp } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { randomId } from '../database/random-id.ts';
import type { Deps } from '../deps.ts';
import { Conflict } from '../errors.ts';
import type { CallOrigin, Principal } from '../http/handlers.ts';
import { localeOf } from '../mail/locale.ts';
import { sendMail } from '../mail/mail.service.ts';
import { emailKey } from './email-address.ts';
import { findInvite, insertInvite, useInvite } from './invite.repository.ts';
import { findUserByEmail } from './user.repository.ts';
import { getUser } from './user.service.ts';

const INVITE_DAYS = 7;

/** Mails a link to sign up under the inviter's account. The link is the invitation: it is stored hashed. */
export async function createInvite(
  trx: Transaction<Database>,
  deps: Deps,
  principal: Principal,
  request: CallOrigin,
  email: string,
): Promise<void> {
  const { merchant_id, user_id } = principal;
  const now = deps.clock.now();
  const key = emailKey(email);
  if (await findUserByEmail(trx, key)) throw new Conflict('This email is already registered', 'email_taken');
  await takeTurn(trx, deps.clock, [
    { subject: `invitations to ${key}`, limit: 5, window_seconds: 3600 },
    { subject: `invitations by ${merchant_id}`, limit: 100, window_seconds: 3600 },
  ]);
  const inviter = await getUser(trx, merchant_id, user_id);
  const token = randomToken();
  const id = randomId();
  await insertInvite(trx, {
    id,
    merchant_id,
    token_hash: hashToken(token),
    created: timestamp(now),
    expires: timestamp(addDays(now, INVITE_DAYS)),
    used: null,
  });
  await recordAudit(trx, deps, { merchant_id, user_id, request_id: request.id, action: 'invite.create', target: id });
  const state = encodeURIComponent(JSON.stringify({ reference: token }));
  await sendMail(trx, deps, {
    to: email,
    locale: localeOf(request) ?? inviter.locale,
    template: 'invite',
    values: {
      link: `${deps.config.public_url}/sign-up?state=${state}`,
      // An address nobody has proved to own is no name to show to strangers.
      ...(inviter.email_verified === 1 && { inviter: inviter.alias }),
    },
  });
}

/**
 * Uses an invitation up. @returns the account it leads to, or undefined when the reference is no invitation.
 * @throws Conflict when it was used or has expired.
 */
export async function acceptInvite(
  trx: Transaction<Database>,
  deps: Deps,
  reference: string,
): Promise<number | undefined> {
  const now = timestamp(deps.clock.now());
  const invite = await findInvite(trx, hashToken(reference));
  if (!invite) return undefined;
  if (invite.used === null && invite.expires <= now) {
    throw new Conflict('This invitation has expired. Ask for a new one', 'invite_used');
  }
  if (!(await useInvite(trx, invite.id, now)))
    throw new Conflict('This invitation has already been used', 'invite_used');
  return invite.merchant_id;
}
