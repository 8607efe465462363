import { BadRequest } from '../errors.ts';

/** The contract's pattern, for addresses that come otherwise than through it; a test compares the two. */
export const EMAIL_PATTERN =
  /^[^\s@<>()[\]\\,;:"\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]+@[^\-\s@.!-,/:-?[-`{-~\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff][^\s@.!-,/:-?[-`{-~\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]*(?:\.[^\s@.!-,/:-?[-`{-~\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]+)*\.[^\s@.!-,/:-?[-`{-~\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]{2,}$/;

const LENGTH = 254;

export const isEmailAddress = (email: string): boolean => email.length <= LENGTH && EMAIL_PATTERN.test(email);

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
