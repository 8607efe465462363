/**
 * Keeps other sites away from local mode. It listens only on this machine, but any page in a browser here can send it requests:
 * cross-site, or under a name of the page's own site that resolves to 127.0.0.1 (DNS rebinding).
 */
import { isIP } from 'node:net';
import type { RequestHandler } from 'express';
import type { Config } from '../core/config.ts';
import { isLoopback } from '../core/loopback.ts';
import { isAnyAddress } from '../http/site/listen.ts';

/**
 * What the card provider offers to pages of any site, as Stripe does: its scripts, the calls with a publishable key, and the
 * bank's page under a name that cannot be guessed. The card fields and that page run in sandboxes, which have no origin.
 */
const FOR_ALL_SITES = /^\/stripe\/(v1\/|authenticate\/|[\w-]+\.(js|css)$)/;

export function localGuard(config: Config): RequestHandler {
  const isOurName = namesOf(config);
  return (req, res, next) => {
    // With no-referrer, browsers would hide the origin of these pages' own forms too.
    res.set('Referrer-Policy', 'same-origin');
    // These pages show emails, codes and received callbacks.
    res.set('Cache-Control', 'no-store');
    const name = hostname(req.headers.host);
    if (!isOurName(name))
      refuse(`Local mode is not available as "${name.slice(0, 100)}". Open ${config.public_url}, or set HOST.`);
    else if (!FOR_ALL_SITES.test(req.path) && isFromAnotherSite(req))
      refuse('Requests from other sites are not allowed.');
    else next();

    function refuse(error: string) {
      res.status(403).json({ error, code: 'forbidden' });
    }
  };
}

function namesOf({ public_url, host }: Config): (name: string) => boolean {
  const named = [new URL(public_url).hostname, host].map((name) => name && plain(name));
  // Unlike a name, an address cannot be made to point here.
  const anyAddress = host !== undefined && isAnyAddress(host);
  return (name) => isLoopback(name) || named.includes(name) || (anyAddress && isIP(name) > 0);
}

/**
 * A link or redirect from another site is allowed, because that site cannot read the page that opens. Shops send users to their
 * sign-in provider that way.
 */
function isFromAnotherSite({ method, headers }: Parameters<RequestHandler>[0]): boolean {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  // Browsers send Sec-Fetch-Site only to secure and local addresses.
  if (site === undefined) return origin !== undefined && origin !== `http://${host}`;
  if (site === 'same-origin' || site === 'none') return false;
  const isVisit = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return !(method === 'GET' && isVisit);
}

const hostname = (host = '') => (URL.canParse(`http://${host}`) ? plain(new URL(`http://${host}`).hostname) : host);
const plain = (name: string) => name.replace(/^\[|\]$/g, '').toLowerCase();
