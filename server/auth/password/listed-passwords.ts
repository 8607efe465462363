/** The list of breached passwords bundled with the service. It contains only hashes, and only of passwords long enough to be accepted. */
import { createHash } from 'node:crypto';
import { once } from '../../core/promises.ts';

/** The first 48 bits: the chance that an unlisted password matches a listed one is 1 in 2³⁴. */
const HASH_BYTES = 6;
const HASH_LENGTH = 8;

const listed = once(async () => {
  const { listedPasswords } = await import('./listed-passwords.gen.ts');
  return new Set(listedPasswords.match(new RegExp(`.{${HASH_LENGTH}}`, 'g')));
});

export const isListedPassword = async (password: string): Promise<boolean> =>
  (await listed()).has(listedHash(password));

/** Case is ignored, because attackers try both. */
export const listedHash = (password: string): string =>
  createHash('sha1')
    .update(password.normalize('NFC').toLowerCase())
    .digest()
    .subarray(0, HASH_BYTES)
    .toString('base64url');
