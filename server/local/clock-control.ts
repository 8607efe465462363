/** Shows the server's time, and moves it when a program (JSON) or a person (a form) asks for it. */
import type { IncomingMessage } from 'node:http';
import express, { type Router } from 'express';
import { ApiError } from '../core/errors.ts';
import { readBody } from '../http/body/body.ts';
import { parseJsonBody } from '../http/body/json.ts';
import type { MovableClock } from './movable-clock.ts';

const BODY_LIMIT = 64 * 1024;

interface ClockControlOptions {
  clock: MovableClock;
  onClockMoved: () => void;
  /** The page with the form, and an error message about the submitted value. */
  startPageWith: (problem: string) => string;
}

export function createClockControl({ clock, onClockMoved, startPageWith }: ClockControlOptions): Router {
  const router = express.Router();

  router.get('/', (_req, res) => void res.json({ now: clock.now().toISOString() }));

  router.post('/', async (req, res) => {
    const isForm = Boolean(req.is('application/x-www-form-urlencoded'));
    try {
      const now = await clock.advance(await durationOf(req, isForm));
      onClockMoved();
      if (isForm) res.redirect(303, '/_local/');
      else res.json({ now: now.toISOString() });
    } catch (error) {
      if (!isForm || !(error instanceof ApiError)) throw error;
      res.status(error.status).type('html').send(startPageWith(error.message));
    }
  });

  return router;
}

async function durationOf(req: IncomingMessage, isForm: boolean): Promise<string> {
  const bytes = await readBody(req, BODY_LIMIT);
  const advance = isForm
    ? new URLSearchParams(bytes.toString('utf8')).get('advance')
    : (parseJsonBody(bytes) as { advance?: unknown }).advance;
  return typeof advance === 'string' ? advance : '';
}
