import { BadRequest } from '../core/errors.ts';

const LENGTH = 254;
/** No characters that are invisible, such as zero-width ones, or that mean something to a mail server. */
const LOCAL_PART = /^[^\p{C}\p{Z}@<>()[\]\\,;:"]+$/u;
const LABEL = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*$/u;

/**
 * Whether mail can be sent there. The contract asks the same of `NewEmailAddress`; here it is asked of what the address became, since a
 * full-width bracket becomes a bracket. People who signed up with another address before must still be able to sign in.
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
 * The address as it is stored. Letters that only look different, such as full-width ones, become the usual ones.
 * @throws BadRequest when no mail can be sent there.
 */
export function normalizeEmail(address: string, path: string): string {
  const email = address.normalize('NFKC');
  if (isEmailAddress(email)) return email;
  const expected = 'an e-mail address such as name@company.com';
  throw new BadRequest(`${path} must be ${expected}`, 'invalid_value', {
    details: [{ path, expected, received: 'string' }],
  });
}

/** The form in which addresses are compared: upper and lower case are the same, and so are letters that look the same. */
export const emailKey = (email: string): string => email.normalize('NFKC').toLowerCase();
