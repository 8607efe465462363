/** What the site's pages and files share: the response when the database is unavailable, and a log. */
import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Logger } from '../../core/log.ts';
import { isDatabaseUnavailable } from '../../database/unavailable.ts';
import { clientAddress } from '../limits/client-address.ts';
import type { NameNetwork } from '../limits/network-names.ts';

const RETRY_AFTER_SECONDS = 2;

/** The API has its own responses (`answer.ts`). */
export const createPageFailures =
  (log: Logger): ErrorRequestHandler =>
  (error, _req, res, next) => {
    if (res.headersSent || !isDatabaseUnavailable(error)) return void next(error);
    log.error({ err: error }, 'database unavailable');
    res.status(503).set({ 'Retry-After': String(RETRY_AFTER_SECONDS), 'Cache-Control': 'no-store' });
    res.type('text/plain').send('The service cannot reach its database. Try again shortly');
  };

/** Logs requests for the site's pages and files, to help find the cause of high load: at `debug`, since there are many. */
export const createPageLog =
  ({
    log,
    trusted_proxies,
    nameNetwork,
  }: {
    log: Logger;
    trusted_proxies: number;
    nameNetwork: NameNetwork;
  }): RequestHandler =>
  (req, res, next) => {
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
