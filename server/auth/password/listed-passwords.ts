/** The breached passwords that come with the service. Only their hashes do, and only those that are long enough to be asked for. */
import { createHash } from 'node:crypto';
import { once } from '../../core/once.ts';

/** The first 48 bits: two passwords of which one is listed are alike in them once in 2³⁴ times. */
const HASH_BYTES = 6;
const HASH_LENGTH = 8;

const listed = once(async () => {
  const { listedPasswords } = await import('./listed-passwords.gen.ts');
  return new Set(listedPasswords.match(new RegExp(`.{${HASH_LENGTH}}`, 'g')));
});

export const isListedPassword = async (password: string): Promise<boolean> =>
  (await listed()).has(listedHash(password));

/** In capitals or not, it is the same to a guesser. */
export const listedHash = (password: string): string =>
  createHash('sha1')
    .update(password.normalize('NFC').toLowerCase())
    .digest()
    .subarray(0, HASH_BYTES)
    .toString('base64url');
