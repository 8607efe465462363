/** Refuses calls that another site makes in a visitor's browser: Origin and Sec-Fetch-Site, and the double-submit cookie of our own pages. */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Forbidden } from '../errors.ts';

export const CSRF_COOKIE = 'XSRF-TOKEN';

/** @throws Forbidden with code csrf_failed. Backends send neither Origin nor cookies and are not concerned. */
export function checkCrossSite(req: IncomingMessage, publicUrl: string): void {
  const { origin, host } = req.headers;
  if (origin !== undefined && origin !== publicUrl && !isOwnHost(origin, host)) {
    throw new Forbidden('Calls from another site are refused', 'csrf_failed');
  }
  const site = req.headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site')
    throw new Forbidden('Calls from another site are refused', 'csrf_failed');
  const cookie = new RegExp(`(?:^|; *)${CSRF_COOKIE}=([^;]*)`).exec(req.headers.cookie ?? '')?.[1];
  if (cookie === undefined) return;
  const header = req.headers['x-xsrf-token'];
  if (typeof header !== 'string' || !equal(header, cookie)) {
    throw new Forbidden(`The X-XSRF-TOKEN header must repeat the ${CSRF_COOKIE} cookie`, 'csrf_failed');
  }
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
