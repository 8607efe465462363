/** The response to requests for pages and files when the database is unavailable. The API has its own responses (`answer.ts`). */
import type { ErrorRequestHandler } from 'express';
import type { Logger } from '../../core/log.ts';
import { isDatabaseUnavailable } from '../../database/unavailable.ts';

const RETRY_AFTER_SECONDS = 2;

export const createPageFailures =
  (log: Logger): ErrorRequestHandler =>
  (error, _req, res, next) => {
    if (res.headersSent || !isDatabaseUnavailable(error)) return void next(error);
    log.error({ err: error }, 'database unavailable');
    res.status(503).set({ 'Retry-After': String(RETRY_AFTER_SECONDS), 'Cache-Control': 'no-store' });
    res.type('text/plain').send('The service cannot reach its database. Try again shortly');
  };
