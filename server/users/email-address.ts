import { domainToASCII } from 'node:url';
import { mustBe } from '../core/errors.ts';

const LENGTH = 254;
/** No invisible characters, such as zero-width ones, and none with a special meaning to mail servers. */
const LOCAL_PART = /^[^\p{C}\p{Z}@<>()[\]\\,;:"]+$/u;
const LABEL = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*$/u;

/**
 * Whether email can be sent to the normalized address. The contract checks `NewEmailAddress` in the same way, but before
 * normalization, which turns a full-width bracket into a bracket. Only new addresses are checked, because people who signed up
 * earlier with other addresses must still be able to sign in.
 */
export function isEmailAddress(email: string): boolean {
  const [local = '', domain = '', ...more] = email.split('@');
  const labels = domain.split('.');
  return (
    email.length <= LENGTH &&
    more.length === 0 &&
    LOCAL_PART.test(local) &&
    labels.length >= 2 &&
    labels.every((label) => LABEL.test(label)) &&
    labels.at(-1)!.length >= 2
  );
}

/** Normalizes letters that only look different, such as full-width ones. @throws BadRequest */
export function normalizeEmail(address: string, path: string): string {
  const email = address.normalize('NFKC');
  if (isEmailAddress(email)) return email;
  throw mustBe(path, 'an email address such as name@company.com');
}

/** The form in which addresses are compared: case is ignored, and variants of a letter, such as a full-width one, are equal. */
export const emailKey = (email: string): string => email.normalize('NFKC').toLowerCase();

/**
 * The mailbox behind an address: many providers ignore dots and everything after a plus sign. It is used to count mailboxes,
 * never to find a user.
 */
export function mailboxOf(email: string): string {
  const key = emailKey(email.trim());
  const at = key.lastIndexOf('@');
  const [local, domain] = [key.slice(0, at), key.slice(at + 1)];
  const folded = local.split('+', 1)[0]!.replaceAll('.', '');
  return `${folded || local}@${SAME_DOMAINS[domain] ?? (domainToASCII(domain) || domain)}`;
}

const SAME_DOMAINS: Record<string, string> = { 'googlemail.com': 'gmail.com' };
