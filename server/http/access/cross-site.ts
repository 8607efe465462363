/**
 * Refuses requests that another site makes in a visitor's browser, using Origin, Sec-Fetch-Site and a cookie that our own pages
 * repeat.
 */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Forbidden } from '../../core/errors.ts';

export const CSRF_COOKIE = 'XSRF-TOKEN';
const COOKIE = new RegExp(`(?:^|; *)${CSRF_COOKIE}=([^;]*)`);

/**
 * Pages of any site may make `open` calls, but a request that has our cookie must always repeat it in a header. Backends are
 * unaffected, since they send neither Origin nor cookies.
 * @throws Forbidden with code csrf_failed
 */
export function checkCrossSite(req: IncomingMessage, publicUrl: string, open: boolean): void {
  if (!open && isFromAnotherSite(req, publicUrl))
    throw new Forbidden('Requests from other sites are refused', 'csrf_failed');
  if (req.headers.cookie === undefined) return;
  const cookie = COOKIE.exec(req.headers.cookie)?.[1];
  if (cookie === undefined) return;
  const header = req.headers['x-xsrf-token'];
  if (typeof header !== 'string' || !equal(header, cookie)) {
    throw new Forbidden(`The X-XSRF-TOKEN header must repeat the ${CSRF_COOKIE} cookie`, 'csrf_failed');
  }
}

/** The headers that let pages of any site read the response (Fetch, section 3.3). They exclude cookies. */
export const OPEN_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'X-Request-Id, X-Contract, Retry-After, X-Should-Retry, Deprecation, Sunset, Link',
};

export const PREFLIGHT_HEADERS = {
  ...OPEN_HEADERS,
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': 'Content-Type, Idempotency-Key, X-Client-Version, X-Retry-Count',
  'Access-Control-Max-Age': '86400',
};

function isFromAnotherSite({ headers }: IncomingMessage, publicUrl: string): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (origin !== undefined && origin !== publicUrl && !isOwnHost(origin, host)) return true;
  return site === 'cross-site' || site === 'same-site';
}

/** Compares Origin with Host, both set by the browser, because the service may be reached under a name other than PUBLIC_URL. */
function isOwnHost(origin: string, host: string | undefined): boolean {
  try {
    return host !== undefined && new URL(origin).host === host;
  } catch {
    return false;
  }
}

const equal = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a, 'latin1'), Buffer.from(b, 'latin1'));
