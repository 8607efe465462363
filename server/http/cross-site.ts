/** Refuses calls that another site makes in a visitor's browser: Origin and Sec-Fetch-Site, and the double-submit cookie of our own pages. */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Forbidden } from '../core/errors.ts';

export const CSRF_COOKIE = 'XSRF-TOKEN';

/**
 * `open` calls may be made by pages of any site; our own pages repeat the cookie there too. Backends send neither Origin nor cookies
 * and are not concerned.
 * @throws Forbidden with code csrf_failed
 */
export function checkCrossSite(req: IncomingMessage, publicUrl: string, open: boolean): void {
  if (!open && isFromAnotherSite(req, publicUrl))
    throw new Forbidden('Calls from another site are refused', 'csrf_failed');
  const cookie = new RegExp(`(?:^|; *)${CSRF_COOKIE}=([^;]*)`).exec(req.headers.cookie ?? '')?.[1];
  if (cookie === undefined) return;
  const header = req.headers['x-xsrf-token'];
  if (typeof header !== 'string' || !equal(header, cookie)) {
    throw new Forbidden(`The X-XSRF-TOKEN header must repeat the ${CSRF_COOKIE} cookie`, 'csrf_failed');
  }
}

/** What the answer to a call that pages of any site may make says of itself (Fetch, section 3.3). No credentials: the star takes none. */
export const OPEN_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'X-Request-Id, Retry-After',
};

/** The answer to the question before such a call. */
export const PREFLIGHT_HEADERS = {
  ...OPEN_HEADERS,
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': 'Content-Type',
  'Access-Control-Max-Age': '86400',
};

function isFromAnotherSite({ headers }: IncomingMessage, publicUrl: string): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (origin !== undefined && origin !== publicUrl && !isOwnHost(origin, host)) return true;
  return site === 'cross-site' || site === 'same-site';
}

/** The service may be opened under another name than PUBLIC_URL, such as 127.0.0.1; the browser writes both headers. */
function isOwnHost(origin: string, host: string | undefined): boolean {
  try {
    return host !== undefined && new URL(origin).host === host;
  } catch {
    return false;
  }
}

const equal = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a, 'latin1'), Buffer.from(b, 'latin1'));
