/** Tells a user of a sign-in from a browser that had not signed in before, so that whoever it was not can end it. */
import { timestamp } from '../../core/clock.ts';
import type { TransactionContext } from '../../core/context.ts';
import type { BrowserCall } from '../../http/handlers.ts';
import type { Locale } from '../../mail/locale.ts';
import { sendMail } from '../../mail/mail.service.ts';
import { newDeviceCaps } from '../../mail/mail-caps.ts';
import { siteLink } from '../../mail/site-link.ts';
import type { SignInMethod } from '../../mail/templates.ts';
import { countTurn } from '../../throttling/throttle.service.ts';
import { describeDevice } from './device-description.ts';
import { knownDevice, rememberDevice } from './known-device.ts';

/** Who has just signed in. */
interface SignedIn {
  id: number;
  email: string | null;
  email_verified: number;
  locale: Locale;
  /** Of the password, if there is one. */
  hash: string | null;
}

/** Makes the device known. Those that are known already, also by a sign-up, are nothing to tell. */
export async function welcomeDevice(
  ctx: TransactionContext & BrowserCall,
  user: SignedIn,
  method: SignInMethod,
): Promise<void> {
  const holder = { id: user.id, hash: user.hash ?? '' };
  const isNew = knownDevice(ctx, holder) === undefined;
  rememberDevice(ctx, holder);
  if (isNew) await tellOfNewDevice(ctx, user, method);
}

/** What the caps leave out is not sent, and the sign-in goes on. */
async function tellOfNewDevice(
  ctx: TransactionContext & BrowserCall,
  { id, email, email_verified, locale }: SignedIn,
  method: SignInMethod,
): Promise<void> {
  const { deps, request } = ctx;
  for (const cap of newDeviceCaps({ user_id: id, is_verified: email_verified === 1, ip: request.ip }))
    if (!(await countTurn(ctx, cap))) return;
  const time = timestamp(deps.clock.now());
  const link = siteLink(deps.config, locale, '/sign-in-security');
  const values = { method, time, ...describeDevice(request.user_agent), link };
  await sendMail(ctx, { to: email ?? undefined, locale, template: 'new_device', values });
}
