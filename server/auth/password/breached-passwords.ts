/** Passwords that leaked somewhere, which guessers try first. They are asked for when a password is set under PASSWORD_POLICY=strict. */
import { faultOf } from '../../core/fault.ts';
import type { Logger } from '../../core/log.ts';
import { isInBreachedRange } from './breached-password-range.ts';
import { isListedPassword } from './listed-passwords.ts';

export interface BreachedPasswords {
  /** Always answers: who sets a password does not depend on somebody else's service. */
  includes(password: string): Promise<boolean>;
}

/** The list that the service has with it and, where the operator names one, a service that knows far more. */
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
        'BREACHED_PASSWORDS_URL gave no answer of use; the list of the service was asked alone',
      );
      return false;
    }
  },
});
