/** Which sessions a list of the mock holds, in which order, and what is said of each. */
import type { Operations, SessionEvent, SessionListItem } from '../../server/generated/operations.gen.ts';
import type { Session } from './sessions.ts';

type Filter = Omit<Operations['session.list']['body'], 'cursor' | 'limit'>;

export function searched(sessions: readonly Session[], { search, ...filter }: Filter): Session[] {
  const fitting = sessions.filter((session) => fits(session, filter));
  if (search === undefined) return fitting;
  const named = fitting.filter(({ id }) => String(id) === search);
  if (named.length > 0) return named;
  return fitting
    .filter(({ reference }) => reference?.startsWith(search))
    .toSorted((one, other) => (one.reference! < other.reference! ? -1 : Number(one.reference! > other.reference!)));
}

function fits(session: Session, { states, created_from, created_to, ...exact }: Omit<Filter, 'search'>): boolean {
  if (states && !states.includes(session.state)) return false;
  if (created_from && Date.parse(session.created) < Date.parse(created_from)) return false;
  if (created_to && Date.parse(session.created) >= Date.parse(created_to)) return false;
  return Object.entries(exact).every(([name, value]) => session[name as keyof typeof exact] === value);
}

export const listItem = (session: Session): SessionListItem => ({
  id: session.id,
  state: session.state,
  created: session.created,
  expires: session.expires,
  face_verification: session.face_verification,
  passport_only: session.passport_only,
  require_clone_protection: session.require_clone_protection,
  refuse_weak: session.refuse_weak,
  specimen: session.specimen,
  ...(session.reference && { reference: session.reference }),
  ...(session.locale && { locale: session.locale }),
  ...(session.initiated && { initiated: session.initiated }),
  ...(session.ended && { ended: session.ended }),
  ...(session.redacted && { redacted: session.redacted }),
  ...(session.failure_code && { failure_code: session.failure_code }),
  ...(session.document_country && { document_country: session.document_country }),
});

/** Nothing is read here, so there are no files, and callbacks are in their list. */
export function eventsOf({ state, created, initiated, ended, redacted, failure_code }: Session): SessionEvent[] {
  const events: SessionEvent[] = [{ at: created, kind: 'CREATED' }];
  if (initiated) events.push({ at: initiated, kind: 'STARTED' });
  if (ended && (state === 'APPROVED' || state === 'REJECTED' || state === 'FAILED' || state === 'ABORTED'))
    events.push({ at: ended, kind: state, ...(failure_code && { failure_code }) });
  if (redacted) events.push({ at: redacted, kind: 'REDACTED' });
  return events;
}
