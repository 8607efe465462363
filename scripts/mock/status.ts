/** `/status.json` of the mock: how an installation is that has run for longer than it shows, with a bad day behind it. */
import express, { type Router } from 'express';
import {
  COMPONENTS,
  type Component,
  type ComponentState,
  DAYS_SHOWN,
  type DayShown,
  type Incident,
  type Status,
} from '../../openapi/facts/status.ts';
import { readPreferences } from './preferences.ts';
import type { World } from './rules.ts';

const DAY_MS = 86_400_000;
/** How many days ago callbacks arrived late. */
const BAD_DAY = 9;

/** `Prefer: scenario=unavailable` shows a service that is down. Pages send no cookie to the file, so that they cannot ask for it. */
export function createStatusFile({ now }: World): Router {
  const router = express.Router();
  router.get('/status.json', (req, res) => {
    const isDown = readPreferences(req).scenario === 'unavailable';
    res.set('Cache-Control', 'no-store').json(statusAt(now(), isDown ? 'down' : 'operational'));
  });
  return router;
}

function statusAt(now: Date, state: ComponentState): Status {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();
  const dayOf = (name: Component, ago: number): DayShown => {
    const isBad = name === 'callbacks' && ago === BAD_DAY;
    return { day: daysAgo(ago).slice(0, 10), state: isBad ? 'degraded' : 'operational', up: 1 };
  };
  const days = (name: Component) =>
    Array.from({ length: DAYS_SHOWN }, (_, index) => dayOf(name, DAYS_SHOWN - 1 - index));
  const incident: Incident = {
    id: 1,
    component: 'callbacks',
    opened: daysAgo(BAD_DAY),
    closed: daysAgo(BAD_DAY - 0.1),
    notes: [
      {
        created: daysAgo(BAD_DAY - 0.1),
        en: 'Callbacks arrive at once again. None was lost.',
        es: 'Los callbacks vuelven a llegar al momento. No se perdió ninguno.',
      },
      {
        created: daysAgo(BAD_DAY),
        en: 'Callbacks arrive up to ten minutes late.',
        es: 'Los callbacks llegan con hasta diez minutos de retraso.',
      },
    ],
  };
  return {
    as_of: now.toISOString(),
    state,
    components: COMPONENTS.map((name) => ({
      name,
      state,
      days: days(name),
      ...(name === 'api' && { response_ms: 12 }),
    })),
    incidents: [incident],
  };
}
