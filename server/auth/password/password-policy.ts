/** Rules for a new password. The contract requires 4 characters; PASSWORD_POLICY=strict requires more (NIST SP 800-63B-4). */
import type { Config } from '../../core/config.ts';
import { mustBe } from '../../core/errors.ts';
import type { BreachedPasswords } from './breached-passwords.ts';

export const STRICT_LENGTH = 15;
/** Attackers try common words, digits and punctuation first. Without those, a password must still have this many different letters. */
const STRICT_REMAINDER = 4;
const COMMON_WORDS = `
  password, passwort, contraseña, contrasena, qwertyuiop, asdfghjkl, zxcvbnm, qwerty, qwertz, azerty,
  abcdefghijklmnopqrstuvwxyz, abcdef, letmein, welcome, iloveyou, trustno, sunshine, princess, football,
  baseball, superman, batman, dragon, monkey, master, shadow, michael, changeme, secret, admin, login,
  sigill, correct horse battery staple, correcthorsebatterystaple, asdf, zxcv, abc, test`
  .trim()
  .split(/,\s+/);

/** @throws BadRequest with the name of the property. The contract has already checked its own minimum length. */
export async function checkNewPassword(
  { config, breached_passwords }: { config: Pick<Config, 'password_policy'>; breached_passwords: BreachedPasswords },
  password: string,
  property: string,
): Promise<void> {
  if (config.password_policy === 'specified') return;
  const text = password.normalize('NFC');
  const length = [...text].length;
  if (length < STRICT_LENGTH) throw mustBe(property, `at least ${STRICT_LENGTH} characters`, `${length} characters`);
  let rest = text.toLowerCase();
  for (const word of COMMON_WORDS) rest = rest.replaceAll(word, '');
  const letters = new Set(rest.replace(/[\p{N}\p{P}\p{S}\p{Z}]/gu, ''));
  if (letters.size < STRICT_REMAINDER)
    throw mustBe(property, 'a password that is not commonly used', 'a common password');
  if (await breached_passwords.includes(password))
    throw mustBe(property, 'a password that has not appeared in a data breach', 'a breached password');
}
