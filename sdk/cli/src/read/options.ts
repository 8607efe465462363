/** The options of `sigill read`, apart from the key. */
import { UsageError } from '../command.ts';

export const KEY_OPTIONS = {
  token: { type: 'string' },
  'read-only': { type: 'string' },
  mrz: { type: 'string' },
  can: { type: 'string' },
  'document-number': { type: 'string' },
  'date-of-birth': { type: 'string' },
  'date-of-expiry': { type: 'string' },
  face: { type: 'string' },
  reader: { type: 'string' },
  wait: { type: 'string' },
} as const;

const WAIT_SECONDS = 60;
const LONGEST_WAIT_SECONDS = 3600;

export function secondsOf(text: string | undefined): number {
  const seconds = Number(text ?? WAIT_SECONDS);
  if (seconds > 0 && seconds <= LONGEST_WAIT_SECONDS) return seconds;
  throw new UsageError(`--wait must be a number of seconds, at most ${LONGEST_WAIT_SECONDS}.`);
}

/** Accepts a token, or the link with the token that the person received; the link then also sets the address of the service. */
export function sessionOf(token: string | undefined, base: string): { token: string; base: string } {
  if (!token) throw new UsageError('Name the session with --token, or use --read-only to only save the files.');
  const link = /^https?:/.test(token) && URL.canParse(token) ? new URL(token) : undefined;
  if (!link) return { token, base };
  const inside = link.searchParams.get('token');
  if (!inside) throw new UsageError('The link in --token contains no token.');
  return { token: inside, base: link.origin };
}
