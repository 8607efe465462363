/** The cookies that identify a browser. Each is set only by calls that need it, so that mere visitors get none. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Browser } from '../handlers.ts';

const SIGN_IN_SECONDS = 3600;
/** The longest that browsers keep a cookie. */
const DEVICE_SECONDS = 400 * 86_400;

export function browserOf(req: IncomingMessage, headers: Record<string, string>, publicUrl: string): Browser {
  const secure = publicUrl.startsWith('https:');
  // With this prefix, other hosts of the same domain cannot set the cookie.
  const prefix = secure ? '__Host-' : '';
  const read = (name: string, value: string) =>
    req.headers.cookie === undefined
      ? undefined
      : new RegExp(`(?:^|; *)${prefix}${name}=(${value})(?:;|$)`).exec(req.headers.cookie)?.[1];
  const write = (name: string, value: string, seconds: number) => {
    // Not Strict, because the browser returns from another site.
    headers['Set-Cookie'] =
      `${prefix}${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  };
  const browser: Browser = {
    get id() {
      return read('sigill-browser', '[\\w-]{43}');
    },
    keep() {
      const kept = browser.id ?? randomBytes(32).toString('base64url');
      write('sigill-browser', kept, SIGN_IN_SECONDS);
      return kept;
    },
    get device() {
      return read('sigill-device', '[\\w.-]{1,200}');
    },
    rememberDevice: (value) => write('sigill-device', value, DEVICE_SECONDS),
  };
  return browser;
}
