/** Local mode's clock: the system's, moved forward by an offset that survives a restart. */
import type { Clock } from '../core/clock.ts';
import { BadRequest } from '../core/errors.ts';
import type { Db } from '../database/database.ts';
import { findSetting, keepSetting } from './local.repository.ts';

const NAME = 'clock_offset_ms';
/** Timestamps sort as strings only while years have four digits. Even what is valid for twenty years must end before 10000. */
const LATEST = Date.parse('9980-01-01T00:00:00.000Z');
const DURATION = /^P(?:(\d{1,4})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?$/;

export interface MovableClock extends Clock {
  /** Moves every clock of the server forward by an ISO 8601 duration of days, hours, minutes and seconds. */
  advance(duration: string): Promise<Date>;
}

const tooFar = (now: Date) =>
  new BadRequest(
    `The clock is at ${now.toISOString()} and cannot be moved past ${new Date(LATEST).toISOString()}`,
    'invalid_value',
    { details: [{ path: 'advance', expected: 'a shorter duration', received: 'a longer one' }] },
  );

/** @throws BadRequest when the text is not such a duration. */
export function parseDuration(text: string): number {
  const [whole, days = 0, hours = 0, minutes = 0, seconds = 0] = DURATION.exec(text) ?? [];
  if (whole === undefined || text === 'P' || text.endsWith('T')) {
    throw new BadRequest('advance must be an ISO 8601 duration such as P30D or PT15M', 'invalid_value', {
      details: [{ path: 'advance', expected: 'an ISO 8601 duration', received: 'string' }],
    });
  }
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
