/** Notifies a user of a sign-in from a new browser, so that they can end it if it was not them. */
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

/** The user who has just signed in. */
interface SignedIn {
  id: number;
  email: string | null;
  email_verified: number;
  locale: Locale;
  /** The hash of the password, if there is one. */
  hash: string | null;
}

/** Remembers the device. No notification is sent for devices already known, for example from the sign-up. */
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

/** When a cap on emails is reached, the notification is dropped and the sign-in continues. */
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
