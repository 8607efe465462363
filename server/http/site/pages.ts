import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { known } from '../../core/known.ts';
import { type Logger, logPage } from '../../core/log.ts';
import { traceIdOf } from '../../core/trace-context.ts';
import { isDatabaseUnavailable } from '../../database/unavailable.ts';
import { takeBytes } from '../connection-bytes.ts';
import { clientAddress } from '../limits/client-address.ts';
import type { NameNetwork } from '../limits/network-names.ts';

const RETRY_AFTER_SECONDS = 2;

/** Responses to failed requests for pages. The API has its own (`answer.ts`). */
export const createPageFailures =
  (log: Logger): ErrorRequestHandler =>
  (error, _req, res, next) => {
    if (res.headersSent || !isDatabaseUnavailable(error)) return void next(error);
    log.error({ err: error }, 'database unavailable');
    res.status(503).set({ 'Retry-After': String(RETRY_AFTER_SECONDS), 'Cache-Control': 'no-store' });
    res.type('text/plain').send('The service cannot reach its database. Try again shortly');
  };

/** The status that nginx logs when the client disconnected before the end of the response. */
const CLIENT_GONE = 499;
/** Load balancers request them every few seconds, so only failures are logged. */
const HEALTH_CHECKS = ['/healthz', '/readyz'];

interface PageLogOptions {
  log: Logger;
  trusted_proxies: number;
  nameNetwork: NameNetwork;
}

/** The API logs its calls itself. */
export function createPageLog({ log, trusted_proxies, nameNetwork }: PageLogOptions) {
  if (!log.isLevelEnabled('info')) return () => {};
  return (req: IncomingMessage, res: ServerResponse, path?: string): void => {
    const started = performance.now();
    const { socket } = req;
    const address = clientAddress(req, trusted_proxies);
    res.once('close', () => {
      const served = path ?? servedPath(req, res);
      const status = res.writableFinished ? res.statusCode : CLIENT_GONE;
      if (status === 200 && served !== undefined && HEALTH_CHECKS.includes(served)) return;
      logPage(log, {
        status,
        ms: Math.round(performance.now() - started),
        ...takeBytes(socket),
        network: nameNetwork(address),
        ...known({ path: served, trace_id: traceIdOf(req.headers['traceparent']) }),
      });
    });
  };
}

/** A path may contain anything that a person typed or pasted, so only the site's or the router's name for it is logged. */
function servedPath(req: IncomingMessage, res: ServerResponse): string | undefined {
  const { route, baseUrl = '' } = req as Partial<Request>;
  const path = (res as Partial<Response>).locals?.['path'] ?? route?.path;
  if (typeof path === 'string') return baseUrl + path;
  return baseUrl || undefined;
}
