/**
 * Asks a range API, as that of Have I Been Pwned, whether a password is known. It is told the first 5 of the 40 digits of a hash,
 * which many passwords share, and answers with all that begin so. What it answers is padded, so that its length tells nothing either.
 */
import { createHash } from 'node:crypto';
import { product_name } from '../../../openapi/facts/product.ts';
import { shortText } from '../../core/short-text.ts';

const TIMEOUT_MS = 2000;
const PREFIX_LENGTH = 5;
/** Some twenty times what Have I Been Pwned answers. */
const LONGEST_ANSWER = 1024 * 1024;
const LINE = /^([\dA-F]{35}):(\d+)$/i;

/** @throws when it does not answer in time, or not as a range API does. */
export async function isInBreachedRange(url: URL, password: string, timeout_ms = TIMEOUT_MS): Promise<boolean> {
  const hash = createHash('sha1').update(password.normalize('NFC')).digest('hex').toUpperCase();
  const [prefix, suffix] = [hash.slice(0, PREFIX_LENGTH), hash.slice(PREFIX_LENGTH)];
  const response = await fetch(`${url.href.replace(/\/$/, '')}/${prefix}`, {
    headers: { 'add-padding': 'true', 'user-agent': product_name },
    redirect: 'error',
    signal: AbortSignal.timeout(timeout_ms),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new UnusableAnswer(response.status);
  }
  const text = await shortText(response, LONGEST_ANSWER);
  const lines = text
    ?.split(/\r?\n/)
    .filter(Boolean)
    .map((line) => LINE.exec(line));
  if (!lines?.length || lines.includes(null)) throw new UnusableAnswer(response.status);
  // Padding is lines that were never seen.
  return lines.some((line) => line?.[1]?.toUpperCase() === suffix && Number(line[2]) > 0);
}

class UnusableAnswer extends Error {
  readonly status: number;

  constructor(status: number) {
    super('no answer of a range API');
    this.status = status;
  }
}
