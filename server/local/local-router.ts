import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type ErrorRequestHandler, type Router } from 'express';
import type { Config } from '../core/config.ts';
import { ApiError } from '../core/errors.ts';
import type { Db } from '../database/database.ts';
import { BodyTooLarge } from '../stand-ins/read-body.ts';
import { localGuard } from './local-guard.ts';
import { createMailbox } from './mailbox.ts';
import { createClockControl, type MovableClock } from './movable-clock.ts';
import { startPage, stylesheet } from './pages.ts';

interface LocalRouterOptions {
  config: Config;
  db: Db;
  clock: MovableClock;
  onClockMoved: () => void;
  standIns: Record<string, Router>;
}

export function createLocalRouter({ config, db, clock, onClockMoved, standIns }: LocalRouterOptions): Router {
  const startPageWith = (problem?: string) =>
    startPage({ now: clock.now(), cards: 'stripe' in standIns, faces: 'face' in standIns, problem });

  const local = express.Router();
  local.get('/', (_req, res) => void res.type('html').send(startPageWith()));
  local.get('/local.css', (_req, res) => void res.type('css').send(stylesheet));
  local.use('/clock', createClockControl({ clock, onClockMoved, startPageWith }));
  local.use(createMailbox(db));
  for (const [name, router] of Object.entries(standIns)) local.use(`/${name}`, router);
  local.use((_req: IncomingMessage, res: ServerResponse) => sendProblem(res, 404, 'Page not found', 'not_found'));
  local.use(answerError);

  const router = express.Router();
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
