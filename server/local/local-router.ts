/** What local mode adds to the service: the pages and stand-ins under /_local/, and the SDK of this build. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, dirname, join } from 'node:path';
import express, { type ErrorRequestHandler, type Request, type Response, type Router } from 'express';
import type { Config } from '../core/config.ts';
import { ApiError } from '../core/errors.ts';
import type { Db } from '../database/database.ts';
import { BodyTooLarge } from '../stand-ins/read-body.ts';
import { localGuard } from './local-guard.ts';
import { createMailbox } from './mailbox.ts';
import { createClockControl, type MovableClock } from './movable-clock.ts';
import { startPage, stylesheet } from './pages.ts';

const BUILT = join(import.meta.dirname, '../../sdk');

/** The packages of this build for `npm install`, because they are not in a registry before the first release. */
export const TARBALLS: Record<string, string> = {
  '/sdk/sigill-sdk.tgz': join(BUILT, 'client/sigill-sdk.tgz'),
  '/sdk/sigill-cli.tgz': join(BUILT, 'cli/sigill-cli.tgz'),
};

interface LocalRouterOptions {
  config: Config;
  db: Db;
  clock: MovableClock;
  onClockMoved: () => void;
  /** Keyed by their folder under /_local/. */
  standIns: Record<string, Router>;
}

export function createLocalRouter({ config, db, clock, onClockMoved, standIns }: LocalRouterOptions): Router {
  const startPageWith = (problem?: string) => startPage({ now: clock.now(), cards: 'stripe' in standIns, problem });

  const local = express.Router();
  local.get('/', (_req, res) => void res.type('html').send(startPageWith()));
  local.get('/local.css', (_req, res) => void res.type('css').send(stylesheet));
  local.use('/clock', createClockControl({ clock, onClockMoved, startPageWith }));
  local.use(createMailbox(db));
  for (const [name, router] of Object.entries(standIns)) local.use(`/${name}`, router);
  local.use((_req: IncomingMessage, res: ServerResponse) => sendProblem(res, 404, 'Page not found', 'not_found'));
  local.use(answerError);

  const router = express.Router();
  for (const [path, file] of Object.entries(TARBALLS)) router.get(path, sendTarball(file));
  router.use('/_local', localGuard(config), local);
  return router;
}

/** Express recognizes an error handler by its four parameters. */
const answerError: ErrorRequestHandler = (error: unknown, _req, res, _next) => {
  if (error instanceof ApiError) sendProblem(res, error.status, error.message, error.code);
  else if (error instanceof BodyTooLarge) sendProblem(res, error.status, error.message, 'payload_too_large');
  else sendProblem(res, 500, error instanceof Error ? error.message : 'unknown', 'internal_error');
};

function sendProblem(res: ServerResponse, status: number, error: string, code: string): void {
  res.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify({ error, code }));
}

/** Not cached, so that npm does not install an earlier build from its cache. */
const sendTarball = (file: string) => (_req: Request, res: Response) => {
  res.set({ 'Cache-Control': 'no-cache', 'Content-Type': 'application/gzip' });
  res.sendFile(basename(file), { root: dirname(file), cacheControl: false }, (error) => {
    if (error && !res.headersSent)
      res.status(404).type('text').send('This package is not built yet. Run `npm run build`.\n');
  });
};
