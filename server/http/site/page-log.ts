/** Logs requests for the site's pages and files, to help find the cause of high load: at `debug`, since there are many. */
import type { RequestHandler } from 'express';
import type { Logger } from '../../core/log.ts';
import { clientAddress } from '../limits/client-address.ts';
import type { NameNetwork } from '../limits/network-names.ts';

export function createPageLog({
  log,
  trusted_proxies,
  nameNetwork,
}: {
  log: Logger;
  trusted_proxies: number;
  nameNetwork: NameNetwork;
}): RequestHandler {
  return (req, res, next) => {
    const started = performance.now();
    const { path } = req;
    res.once('finish', () => {
      const { statusCode: status } = res;
      // An unknown path may be anything that a person has typed or pasted.
      const known = status < 400 ? { path } : {};
      const network = nameNetwork(clientAddress(req, trusted_proxies));
      log.debug({ ...known, status, ms: Math.round(performance.now() - started), network }, 'page');
    });
    next();
  };
}
