/** Emails a session's link to the person who is to be verified. Their address is kept only with the email. */
import { getAccount } from '../../billing/account/billing.service.ts';
import { assertAddressVerified } from '../../billing/account/free-credit.service.ts';
import { timestamp } from '../../core/clock.ts';
import type { Caller, TransactionContext } from '../../core/context.ts';
import { invariant } from '../../core/errors.ts';
import { localeOf } from '../../mail/locale.ts';
import { sendMail } from '../../mail/mail.service.ts';
import { sessionLinkCaps } from '../../mail/mail-caps.ts';
import { takeTurn } from '../../throttling/throttle.service.ts';
import { emailKey, normalizeEmail } from '../../users/email-address.ts';
import { listAllUsers } from '../../users/user.service.ts';
import { findSession, updateLinkSent } from './session.repository.ts';

interface Addressed {
  id: number;
  open_url: string;
  send_to: string;
}

/** @throws Forbidden until an address of the account is verified, TooManyRequests when it has sent too many emails today. */
export async function mailLink(ctx: TransactionContext & Caller, { id, open_url, send_to }: Addressed): Promise<void> {
  const { db, deps, principal, request } = ctx;
  const { merchant_id } = principal;
  const to = normalizeEmail(send_to, 'send_to');
  const account = await getAccount(ctx, merchant_id);
  await assertAddressVerified(ctx, account, 'emailing links');
  await takeTurn(ctx, sessionLinkCaps(emailKey(to), merchant_id));
  const session = await findSession(db, { id, merchant_id });
  invariant(session, 'the session was created or found by the same call');
  await updateLinkSent(db, id, timestamp(deps.clock.now()));
  const company = account.company ?? (await domainOf(ctx));
  await sendMail(ctx, {
    to,
    locale: session.locale ?? (principal.scheme === 'accessToken' ? localeOf(request) : undefined) ?? 'en',
    template: 'session_link',
    values: {
      ...(company && { company }),
      document: session.passport_only === 1 ? 'passport' : 'any',
      face: session.face_verification === 1 ? 'compared' : 'none',
      specimen: session.specimen_only === 1 ? 'only' : 'none',
      time: session.expires,
      link: open_url,
    },
  });
}

/** The email domain of the account's first user. The end user's page shows it too if the account has no name. */
async function domainOf(ctx: TransactionContext & Caller): Promise<string | undefined> {
  const first = (await listAllUsers(ctx)).find(({ email }) => email !== null);
  return first?.email?.split('@')[1];
}
