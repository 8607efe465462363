/** The public status of the service. Reveals nothing about customers, or how many there are. */
import {
  COMPONENTS,
  type ComponentState,
  DAYS_SHOWN,
  type DayShown,
  type Incident,
  type Measured,
  STATES,
  type Status,
} from '../../openapi/facts/status.ts';
import { addDays, timestamp } from '../core/clock.ts';
import type { OutsideContext } from '../core/context.ts';
import { within } from '../core/promises.ts';
import type { createReadiness } from '../http/site/readiness.ts';
import type { AnswerTimes } from './answer-times.ts';
import { listIncidents } from './incident.service.ts';
import { hasWorkers, measureCards, measureShared } from './measure.ts';
import { listDays, type StatusDay } from './status.repository.ts';

/** Cached for this long, so that many requests do not load the database. */
const KEPT_MS = 1000;
/** Without this limit, a query would not end while the network to the database is down. */
const PATIENCE_MS = 3000;
/** A day counts as good while at most 0.2% of its checks (about 3 minutes) were bad, and as down from 5% of downtime (72 minutes). */
const BAD_SHARE = 0.002;
const LOST_SHARE = 0.05;

interface StatusOptions {
  readiness: ReturnType<typeof createReadiness>;
  answers: AnswerTimes;
}

export function createStatus(ctx: OutsideContext, { readiness, answers }: StatusOptions) {
  const { db, deps } = ctx;
  const { role } = deps.config;
  /** The last result from the database, shown while the database is unavailable. */
  let past: { days: Map<string, DayShown[]>; incidents: Incident[] } | undefined;
  let asked = Number.NEGATIVE_INFINITY;
  let answer: Promise<Status> | undefined;

  async function measure(): Promise<Measured[]> {
    const isDatabaseUp = await within(PATIENCE_MS, readiness.check()).then(
      ({ status }) => status === 'ok',
      () => false,
    );
    const shared = await within(PATIENCE_MS, measureQueues(isDatabaseUp)).catch(() => measureShared(ctx, false));
    const cards = deps.card_provider && measureCards(deps.card_provider.failures());
    // A worker does not serve the API.
    const found = [...(role === 'worker' ? [] : [measureApi(shared)]), ...shared, ...(cards ? [cards] : [])];
    return found.sort((a, b) => COMPONENTS.indexOf(a.name) - COMPONENTS.indexOf(b.name));
  }

  const measureQueues = async (isDatabaseUp: boolean) =>
    measureShared(ctx, isDatabaseUp, role !== 'web' || !isDatabaseUp || (await hasWorkers(ctx)));

  function measureApi(shared: Measured[]): Measured {
    const isCutOff = shared.some(({ name, state }) => name === 'database' && state === 'down');
    const median = answers.median();
    return {
      name: 'api',
      state: isCutOff ? 'down' : answers.state(),
      ...(median !== undefined && { response_ms: median }),
    };
  }

  async function readPast() {
    const now = deps.clock.now();
    const rows = await listDays(db, { first: firstDayShown(now), last: timestamp(now).slice(0, 10) });
    return { days: showDays(rows), incidents: await listIncidents(ctx) };
  }

  async function look(): Promise<Status> {
    const components = await measure();
    past = await within(PATIENCE_MS, readPast()).catch(() => past);
    const incidents = past?.incidents;
    const worst = worstOf(components);
    const isTold = worst === 'operational' && incidents?.some(({ closed }) => closed === undefined);
    return {
      as_of: timestamp(deps.clock.now()),
      state: isTold ? 'degraded' : worst,
      components: components.map((part) => ({ ...part, ...(past && { days: past.days.get(part.name) ?? [] }) })),
      ...(incidents && { incidents }),
    };
  }

  return {
    measure,
    /** The public status. */
    describe(): Promise<Status> {
      const now = performance.now();
      if (answer === undefined || now - asked > KEPT_MS) {
        asked = now;
        answer = look();
      }
      return answer;
    },
  };
}

export type StatusView = ReturnType<typeof createStatus>;

const worstOf = (parts: { state: ComponentState }[]): ComponentState =>
  STATES[Math.max(0, ...parts.map(({ state }) => STATES.indexOf(state)))]!;

export const firstDayShown = (now: Date): string => timestamp(addDays(now, 1 - DAYS_SHOWN)).slice(0, 10);

const showDays = (rows: StatusDay[]): Map<string, DayShown[]> => {
  const days = Map.groupBy(rows, ({ component }) => component);
  return new Map([...days].map(([component, rows]) => [component, rows.map(showDay)]));
};

function showDay({ day, samples, degraded, down }: StatusDay): DayShown {
  const bad = (degraded + down) / samples;
  // Rounded down: even a moment of downtime must not appear as 100%.
  return { day, state: stateOf(bad, down / samples), up: Math.floor((1 - down / samples) * 10_000) / 10_000 };
}

function stateOf(bad: number, lost: number): ComponentState {
  if (lost >= LOST_SHARE) return 'down';
  return bad > BAD_SHARE ? 'degraded' : 'operational';
}
