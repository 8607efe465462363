/** The cookies that make a browser known. Each is set only by calls that need it, so that visitors carry none. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Browser } from './handlers.ts';

const SIGN_IN_SECONDS = 3600;
/** As long as browsers keep a cookie at most. */
const DEVICE_SECONDS = 400 * 86_400;

/** `headers` are those of the answer. */
export function browserOf(req: IncomingMessage, headers: Record<string, string>, publicUrl: string): Browser {
  const secure = publicUrl.startsWith('https:');
  // The prefix keeps other hosts of the same domain from planting one.
  const prefix = secure ? '__Host-' : '';
  const read = (name: string, value: string) =>
    new RegExp(`(?:^|; *)${prefix}${name}=(${value})(?:;|$)`).exec(req.headers.cookie ?? '')?.[1];
  const write = (name: string, value: string, seconds: number) => {
    // Lax, not Strict: the browser comes back from another site.
    headers['Set-Cookie'] =
      `${prefix}${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  };
  const id = read('sigill-browser', '[\\w-]{43}');
  return {
    id,
    keep() {
      const kept = id ?? randomBytes(32).toString('base64url');
      write('sigill-browser', kept, SIGN_IN_SECONDS);
      return kept;
    },
    device: read('sigill-device', '[\\w.-]{1,200}'),
    rememberDevice: (value) => write('sigill-device', value, DEVICE_SECONDS),
  };
}
