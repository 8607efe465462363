import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { known } from '../../core/known.ts';
import { type Logger, logPage } from '../../core/log.ts';
import { traceIdOf } from '../../core/trace-context.ts';
import { isDatabaseUnavailable } from '../../database/unavailable.ts';
import { takeBytes } from '../connection-bytes.ts';
import { clientAddress } from '../limits/client-address.ts';
import type { NameNetwork } from '../limits/network-names.ts';
import { type createReadiness, isLackOfHandles } from './readiness.ts';

const RETRY_AFTER_SECONDS = 2;

/**
 * Responses to failed requests for pages. The API has its own (`answer.ts`). Nothing is left to Express, which would write the
 * stack of every error to stderr, even if only the client was wrong or has left.
 */
export const createPageFailures =
  (log: Logger, readiness: ReturnType<typeof createReadiness>): ErrorRequestHandler =>
  (error, req, res, _next) => {
    if (req.socket.destroyed) return;
    if (res.headersSent) {
      log.error({ err: error }, 'a page was cut off');
      res.destroy();
      return;
    }
    // They describe the file that is not sent.
    for (const name of ['ETag', 'Last-Modified', 'Accept-Ranges']) res.removeHeader(name);
    res.set('Cache-Control', 'no-store');
    const refusal = refusalOf(error);
    if (refusal)
      return void res.status(refusal.status).set(refusal.headers).type('text').send(STATUS_CODES[refusal.status]);
    const reason = unavailable(error);
    if (!reason) {
      log.error({ err: error }, 'a page failed');
      return void res.status(500).type('text').send('Something went wrong on our side. Try again later');
    }
    // Readiness describes a lack of file handles in the log, once rather than for each of the requests that fail meanwhile.
    if (isLackOfHandles(error)) void readiness.check();
    else log.error({ err: error }, 'database unavailable');
    res.status(503).set('Retry-After', String(RETRY_AFTER_SECONDS)).type('text').send(reason);
  };

/** What Express and its middleware refuse themselves, such as a path that is not encoded correctly or a range beyond the file. */
function refusalOf(error: unknown): { status: number; headers: Record<string, string> } | undefined {
  const { status, headers = {} } = (error ?? {}) as { status?: number; headers?: Record<string, string> };
  return status !== undefined && status >= 400 && status < 500 ? { status, headers } : undefined;
}

function unavailable(error: unknown): string | undefined {
  if (isLackOfHandles(error)) return 'The service cannot open any more files. Try again shortly';
  return isDatabaseUnavailable(error) ? 'The service cannot reach its database. Try again shortly' : undefined;
}

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
