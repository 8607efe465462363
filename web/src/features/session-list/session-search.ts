/** The query parameters of the session list. Their names are shorter than the API's, and their days are in the viewer's time zone. */
import type {
  FailureCode,
  SessionCountParams,
  SessionExportParams,
  SessionListParams,
  SessionState,
} from '@sigill/sdk/portal';
import { isDay, startOfDay } from '../../ui/days';
import { failureTexts } from '../sessions/failure-texts.gen';
import { sessionStates } from '../sessions/session-states';

export type SessionSearch = ReturnType<typeof readSearch>;

export const filterNames = ['search', 'state', 'reason', 'from', 'to', 'country', 'kind', 'link', 'look'] as const;

const MOST = 255;

export const OPEN = 'CREATED,INITIATED,COMPLETED';
export const UNSUCCESSFUL = 'REJECTED,FAILED,ABORTED';

/** Reads the valid parameters of an address and drops the others, so that a truncated link causes no error. */
export function readSearch(raw: Record<string, unknown>) {
  const { search, state, reason, from, to, country, kind, link, look, cursor } = raw;
  const named = String(state ?? '').split(',');
  const states = sessionStates.filter((known) => named.includes(known));
  const text = String(search ?? '')
    .trim()
    .slice(0, MOST);
  return {
    // A number stays a number, which is how the router reads it from an address (navigation/search-params.ts).
    ...(text && { search: String(Number(text)) === text ? Number(text) : text }),
    ...(states.length > 0 && { state: states.join() }),
    ...(typeof reason === 'string' && Object.hasOwn(failureTexts, reason) && { reason: reason as FailureCode }),
    // Both days are included.
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
    ...(typeof country === 'string' && /^[A-Za-z]{2}$/.test(country) && { country: country.toUpperCase() }),
    ...((kind === 'real' || kind === 'specimen') && { kind }),
    ...(isId(link) && { link: Number(link) }),
    // Sessions marked for a look, by anyone or by one user. Ignored during a search by text.
    ...(!text && isLook(look) && { look: look === 'any' ? look : Number(look) }),
    ...(cursor !== undefined && { cursor: String(cursor) }),
  };
}

const isLook = (look: unknown) => look === 'any' || isId(look);
const isId = (value: unknown) => /^[1-9]\d{0,15}$/.test(String(value));

export type ListedParams = SessionListParams & Pick<SessionExportParams, 'marked' | 'assignee_id'>;

export function filterOf(given: SessionSearch): ListedParams {
  const { search, state, reason, from, to, country, kind, link, look, cursor } = given;
  return {
    ...(search !== undefined && { search: String(search) }),
    ...(state && { states: state.split(',') as SessionState[] }),
    ...(reason && { failure_code: reason }),
    ...(from && { created_from: startOfDay(from) }),
    ...(to && { created_to: startOfDay(to, 1) }),
    ...(country && { document_country: country }),
    ...(kind && { specimen: kind === 'specimen' }),
    ...(link && { link_id: link }),
    ...(look && { marked: true, ...(typeof look === 'number' && { assignee_id: look }) }),
    ...(cursor && { cursor }),
  };
}

export function countOf(search: SessionSearch): SessionCountParams {
  const { search: _, state: _state, look: _look, cursor: _cursor, ...others } = search;
  return filterOf(others);
}

const PAGE_SIZE = 50;

export const pageOf = (search: SessionSearch): ListedParams => ({ ...filterOf(search), limit: PAGE_SIZE });

export const hasFilters = (search: SessionSearch): boolean => filterNames.some((name) => search[name] !== undefined);
