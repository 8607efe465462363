/** The filters of the list of deliveries, as in the address. Days are in the viewer's time zone. */
import type { CallbackSearchParams, CallbackState, SessionState } from '@sigill/sdk/portal';
import { isDay, startOfDay } from '../../ui/days';
import { isId } from '../requests/request-search';

export type CallbackSearch = ReturnType<typeof readCallbackSearch>;

const deliveries: CallbackState[] = ['PENDING', 'DELIVERED', 'FAILED'];
export const reportedStates: SessionState[] = ['INITIATED', 'COMPLETED', 'APPROVED', 'REJECTED', 'FAILED', 'ABORTED'];

export const readCallbackSearch = ({ state, event, host, session_id, from, to, cursor }: Record<string, unknown>) => ({
  ...(deliveries.includes(state as CallbackState) && { state: state as CallbackState }),
  ...(reportedStates.includes(event as SessionState) && { event: event as SessionState }),
  ...withHost(host),
  ...(isId(session_id) && { session_id: Number(session_id) }),
  // Both days are included.
  ...(isDay(from) && { from }),
  ...(isDay(to) && { to }),
  ...(cursor !== undefined && { cursor: String(cursor) }),
});

function withHost(given: unknown): { host?: string } {
  const text = String(given ?? '').trim();
  const host = text.includes('/') ? URL.parse(text)?.host : text;
  return host && /^[A-Za-z0-9.:[\]-]{1,300}$/.test(host) ? { host } : {};
}

export const paramsOf = ({ event, from, to, ...rest }: CallbackSearch): CallbackSearchParams => ({
  ...rest,
  ...(event && { session_state: event }),
  ...(from && { created_from: startOfDay(from) }),
  ...(to && { created_to: startOfDay(to, 1) }),
});
