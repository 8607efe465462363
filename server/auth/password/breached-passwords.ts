/** Passwords from known breaches, which attackers try first. New passwords are checked against them under PASSWORD_POLICY=strict. */
import { createHash } from 'node:crypto';
import { product_name } from '../../../openapi/facts/product.ts';
import { faultOf } from '../../core/fault.ts';
import type { Logger } from '../../core/log.ts';
import { once } from '../../core/promises.ts';
import { shortText } from '../../core/short-text.ts';

const TIMEOUT_MS = 2000;
const PREFIX_LENGTH = 5;
/** About twenty times the size of a Have I Been Pwned response. */
const LONGEST_RESPONSE = 1024 * 1024;
const LINE = /^([\dA-F]{35}):(\d+)$/i;

export interface BreachedPasswords {
  /** Never fails: setting a password must not depend on an external service. */
  includes(password: string): Promise<boolean>;
}

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

/**
 * The range API, such as Have I Been Pwned, sees only the first 5 of the 40 digits of a hash, which many passwords share, and
 * returns every hash that begins with them. Its responses are padded, so that their length reveals nothing.
 * @throws when the API does not respond in time, or its response is not a range.
 */
async function isInBreachedRange(url: URL, password: string, timeout_ms = TIMEOUT_MS): Promise<boolean> {
  const hash = createHash('sha1').update(password.normalize('NFC')).digest('hex').toUpperCase();
  const [prefix, suffix] = [hash.slice(0, PREFIX_LENGTH), hash.slice(PREFIX_LENGTH)];
  const response = await fetch(`${url.href.replace(/\/$/, '')}/${prefix}`, {
    headers: { 'add-padding': 'true', 'user-agent': product_name },
    redirect: 'error',
    signal: AbortSignal.timeout(timeout_ms),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw unusable(response);
  }
  const text = await shortText(response, LONGEST_RESPONSE);
  const lines = text
    ?.split(/\r?\n/)
    .filter(Boolean)
    .map((line) => LINE.exec(line));
  if (!lines?.length || lines.includes(null)) throw unusable(response);
  // Padding lines have a count of 0.
  return lines.some((line) => line?.[1]?.toUpperCase() === suffix && Number(line[2]) > 0);
}

const unusable = ({ status }: Response) =>
  Object.assign(new Error('The response is not a range of hashes'), { status });

/** The first 48 bits: the chance that an unlisted password matches a listed one is less than 1 in 2³⁴. */
const HASH_BYTES = 6;
const HASH_LENGTH = 8;

const listed = once(async () => {
  const { listedPasswords } = await import('./listed-passwords.gen.ts');
  return new Set(listedPasswords.match(new RegExp(`.{${HASH_LENGTH}}`, 'g')));
});

/** The bundled list has only hashes, and only of passwords long enough to be accepted. */
const isListedPassword = async (password: string): Promise<boolean> => (await listed()).has(listedHash(password));

/** Case is ignored, because attackers try both. */
export const listedHash = (password: string): string =>
  createHash('sha1')
    .update(password.normalize('NFC').toLowerCase())
    .digest()
    .subarray(0, HASH_BYTES)
    .toString('base64url');
