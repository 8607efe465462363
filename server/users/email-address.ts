import { BadRequest } from '../core/errors.ts';

const LENGTH = 254;
/** Nothing unseen, such as zero-width characters, and nothing that a mail server takes for something else. */
const LOCAL_PART = /^[^\p{C}\p{Z}@<>()[\]\\,;:"]+$/u;
const LABEL = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*$/u;

/**
 * Whether mail can go there. Narrower than the contract, and for addresses that are new here only: who has another one from before
 * must still be able to sign in.
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

/**
 * The address as it is kept and written to: letters that only look different, such as full-width ones, become the usual ones.
 * @throws BadRequest when that is no address.
 */
export function normalizeEmail(address: string, path: string): string {
  const email = address.normalize('NFKC');
  if (isEmailAddress(email)) return email;
  const expected = 'an e-mail address such as name@company.com';
  throw new BadRequest(`${path} must be ${expected}`, 'invalid_value', {
    details: [{ path, expected, received: 'string' }],
  });
}

/** The form under which an address is unique: no two that look the same, and no difference between upper and lower case. */
export const emailKey = (email: string): string => email.normalize('NFKC').toLowerCase();
