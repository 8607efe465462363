/** Which sessions a list of the mock holds, and in which order. */
import type { Operations } from '../../server/generated/operations.gen.ts';
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
