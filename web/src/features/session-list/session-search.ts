/** The query parameters of the session list: short words, and days in the viewer's time zone. */
import type { FailureCode, SessionListParams, SessionState } from '@sigill/sdk/portal';
import { failureTexts } from '../sessions/failure-texts.gen';
import { sessionStates } from '../sessions/session-states';

export interface SessionSearch {
  /** A number where it is one, because the router would otherwise put quotes around it. */
  search?: string | number;
  /** One or several states, separated by commas. */
  state?: string;
  reason?: FailureCode;
  /** Days in the viewer's time zone, YYYY-MM-DD; both are included. */
  from?: string;
  to?: string;
  country?: string;
  kind?: 'real' | 'specimen';
  cursor?: string;
}

export const filterNames = ['search', 'state', 'reason', 'from', 'to', 'country', 'kind'] as const;

const DAY = /^\d{4}-\d\d-\d\d$/;
const MOST = 255;

/** Groups of states that people look for together. */
export const OPEN = 'CREATED,INITIATED,COMPLETED';
export const UNSUCCESSFUL = 'REJECTED,FAILED,ABORTED';

/** Reads the valid parameters of an address and drops the rest, so that a truncated link does not cause an error. */
export function readSearch(raw: Record<string, unknown>): SessionSearch {
  const { search, state, reason, from, to, country, kind, cursor } = raw;
  const states = String(state ?? '')
    .split(',')
    .filter((one): one is SessionState => sessionStates.includes(one as SessionState));
  const text = String(search ?? '')
    .trim()
    .slice(0, MOST);
  return {
    ...(text && { search: String(Number(text)) === text ? Number(text) : text }),
    ...(states.length > 0 && { state: [...new Set(states)].join() }),
    ...(typeof reason === 'string' && Object.hasOwn(failureTexts, reason) && { reason: reason as FailureCode }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
    ...(typeof country === 'string' && /^[A-Za-z]{2}$/.test(country) && { country: country.toUpperCase() }),
    ...((kind === 'real' || kind === 'specimen') && { kind }),
    ...(cursor !== undefined && { cursor: String(cursor) }),
  };
}

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && DAY.test(value) && !Number.isNaN(Date.parse(value));

export function filterOf({ search, state, reason, from, to, country, kind, cursor }: SessionSearch): SessionListParams {
  return {
    ...(search !== undefined && { search: String(search) }),
    ...(state && { states: state.split(',') as SessionState[] }),
    ...(reason && { failure_code: reason }),
    ...(from && { created_from: startOf(from) }),
    ...(to && { created_to: startOf(to, 1) }),
    ...(country && { document_country: country }),
    ...(kind && { specimen: kind === 'specimen' }),
    ...(cursor && { cursor }),
  };
}

/** The start of a day in the viewer's time zone, or of a later day. */
function startOf(day: string, later = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

export const hasFilters = (search: SessionSearch): boolean => filterNames.some((name) => search[name] !== undefined);
