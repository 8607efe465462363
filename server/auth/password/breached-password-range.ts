/**
 * Asks a range API such as Have I Been Pwned whether a password is known. The API sees only the first 5 of the 40 digits of a
 * hash, which many passwords share, and returns every hash that begins with them. Its responses are padded, so that their length
 * reveals nothing.
 */
import { createHash } from 'node:crypto';
import { product_name } from '../../../openapi/facts/product.ts';
import { shortText } from '../../core/short-text.ts';

const TIMEOUT_MS = 2000;
const PREFIX_LENGTH = 5;
/** About twenty times the size of a Have I Been Pwned response. */
const LONGEST_ANSWER = 1024 * 1024;
const LINE = /^([\dA-F]{35}):(\d+)$/i;

/** @throws when the API does not respond in time, or its response is not a range. */
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
  // Padding lines have a count of 0.
  return lines.some((line) => line?.[1]?.toUpperCase() === suffix && Number(line[2]) > 0);
}

class UnusableAnswer extends Error {
  readonly status: number;

  constructor(status: number) {
    super('The response is not a range of hashes');
    this.status = status;
  }
}
