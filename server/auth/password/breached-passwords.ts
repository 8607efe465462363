/** Passwords from known breaches, which attackers try first. New passwords are checked against them under PASSWORD_POLICY=strict. */
import { faultOf } from '../../core/fault.ts';
import type { Logger } from '../../core/log.ts';
import { isInBreachedRange } from './breached-password-range.ts';
import { isListedPassword } from './listed-passwords.ts';

export interface BreachedPasswords {
  /** Never fails: setting a password must not depend on an external service. */
  includes(password: string): Promise<boolean>;
}

/** The list bundled with the service and, if the operator configures one, an external service with a far larger list. */
export const createBreachedPasswords = (
  { url, log }: { url: URL | undefined; log: Logger },
  { timeout_ms }: { timeout_ms?: number } = {},
): BreachedPasswords => ({
  async includes(password) {
    if (await isListedPassword(password)) return true;
    if (!url) return false;
    try {
      return await isInBreachedRange(url, password, timeout_ms);
    } catch (error) {
      log.warn(
        { fault: faultOf(error) },
        'BREACHED_PASSWORDS_URL returned no usable response; only the bundled list was checked',
      );
      return false;
    }
  },
});
