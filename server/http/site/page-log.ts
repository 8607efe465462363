/** Logs the pages and files of the site that were fetched, for somebody who looks for the cause of a load: at `debug`, since they are many. */
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
      // What leads nowhere may be anything that somebody has typed or pasted.
      const known = status < 400 ? { path } : {};
      const network = nameNetwork(clientAddress(req, trusted_proxies));
      log.debug({ ...known, status, ms: Math.round(performance.now() - started), network }, 'page');
    });
    next();
  };
}
