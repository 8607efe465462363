/** Local mode's clock: the system's clock plus an offset that survives a restart. Programs move it with JSON, people with a form. */
import type { IncomingMessage } from 'node:http';
import express, { type Router } from 'express';
import type { Clock } from '../core/clock.ts';
import { ApiError, BadRequest } from '../core/errors.ts';
import type { Db } from '../database/database.ts';
import { readBody } from '../http/body/body.ts';
import { parseJsonBody } from '../http/body/json.ts';
import { findSetting, keepSetting } from './local.repository.ts';

const BODY_LIMIT = 64 * 1024;
const NAME = 'clock_offset_ms';
/**
 * Timestamps sort as strings only up to the year 9999. The clock stops about twenty years earlier, so that the expiry of anything
 * valid for that long still sorts.
 */
const LATEST = Date.parse('9980-01-01T00:00:00.000Z');
const DURATION = /^P(?:(\d{1,4})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?$/;

export interface MovableClock extends Clock {
  /** Moves the clock forward by an ISO 8601 duration of days, hours, minutes and seconds. */
  advance(duration: string): Promise<Date>;
}

const tooFar = (now: Date) =>
  new BadRequest(
    `The clock is at ${now.toISOString()} and cannot be moved past ${new Date(LATEST).toISOString()}`,
    'invalid_value',
    { details: [{ path: 'advance', expected: 'a shorter duration', received: 'a longer one' }] },
  );

function parseDuration(text: string): number {
  const [whole, days = 0, hours = 0, minutes = 0, seconds = 0] = DURATION.exec(text) ?? [];
  if (whole === undefined || text === 'P' || text.endsWith('T'))
    throw new BadRequest('advance must be an ISO 8601 duration such as P30D or PT15M', 'invalid_value', {
      details: [{ path: 'advance', expected: 'an ISO 8601 duration', received: 'string' }],
    });
  return (((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}

export async function createMovableClock(db: Db, base: Clock): Promise<MovableClock> {
  let offset = Number((await findSetting(db, NAME)) ?? 0);
  const now = () => new Date(Math.min(base.now().getTime() + offset, LATEST));
  return {
    now,
    async advance(duration) {
      const next = offset + parseDuration(duration);
      if (base.now().getTime() + next > LATEST) throw tooFar(now());
      await keepSetting(db, NAME, String(next));
      offset = next;
      return now();
    },
  };
}

interface ClockControlOptions {
  clock: MovableClock;
  onClockMoved: () => void;
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
