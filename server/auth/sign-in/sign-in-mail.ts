/** Emails the user about sign-ins from new browsers and changes to how they sign in, in case it was not them. */
import { timestamp } from '../../core/clock.ts';
import type { TransactionContext } from '../../core/context.ts';
import { describeDevice } from '../../core/describe-device.ts';
import type { BrowserCall } from '../../http/handlers.ts';
import { type Locale, siteLink } from '../../mail/locale.ts';
import { sendMail } from '../../mail/mail.service.ts';
import { newDeviceCaps } from '../../mail/mail-caps.ts';
import type { SignInMethod, TemplateValues } from '../../mail/templates.ts';
import { countTurn } from '../../throttling/throttle.service.ts';
import { knownDevice, rememberDevice } from './known-device.ts';

interface Reader {
  email: string | null;
  locale: Locale;
}

export const tellOfSignInMethod = (
  ctx: TransactionContext,
  change: TemplateValues['sign_in_method_changed']['change'],
  { email, locale }: Reader,
): Promise<void> =>
  sendMail(ctx, { to: email ?? undefined, locale, template: 'sign_in_method_changed', values: { change } });

interface SignedIn extends Reader {
  id: number;
  email_verified: number;
  hash: string | null;
}

/** Known devices, for example from the sign-up, are not reported. When a cap on emails is reached, the sign-in continues without one. */
export async function welcomeDevice(
  ctx: TransactionContext & BrowserCall,
  { id, email, email_verified, locale, hash }: SignedIn,
  method: SignInMethod,
): Promise<void> {
  const { deps, request } = ctx;
  const holder = { id, hash: hash ?? '' };
  const isKnown = knownDevice(ctx, holder) !== undefined;
  rememberDevice(ctx, holder);
  if (isKnown) return;
  for (const cap of newDeviceCaps({ user_id: id, is_verified: email_verified === 1, ip: request.ip }))
    if (!(await countTurn(ctx, cap))) return;
  const time = timestamp(deps.clock.now());
  const link = siteLink(deps.config, locale, '/sign-in-security');
  const values = { method, time, ...describeDevice(request.user_agent), link };
  await sendMail(ctx, { to: email ?? undefined, locale, template: 'new_device', values });
}
