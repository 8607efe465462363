import { storedTime } from '../../core/clock.ts';
import type { Caller, Context, OutsideContext } from '../../core/context.ts';
import { BY_CREATION, noPage, type Page, type PageInput, readPage } from '../../database/page-cursor.ts';
import { reading } from '../../database/reader.ts';
import type { Operations, SessionState } from '../../generated/operations.gen.ts';
import { getUser } from '../../users/user.service.ts';
import { getLink } from '../links/link.service.ts';
import { findSession, type Session } from '../session/session.repository.ts';
import { expireDueSessions } from '../session/session.service.ts';
import { STATES } from '../session/session.state.ts';
import { sumEnded } from '../usage/session-usage.repository.ts';
import {
  countMarked,
  countStates,
  findByText,
  findFitting,
  findSessions,
  isIndexed,
  type SessionConditions,
} from './session-list.repository.ts';

/** `search` is a session ID or a text in references. */
export type SessionFilter = Omit<Operations['session.export']['body'], 'format'>;

type List = { rows: Session[]; next_cursor?: string };

/** One page, newest first; with `search`, ordered by reference. */
export async function listSessions(ctx: OutsideContext & Caller, input: SessionFilter & PageInput): Promise<List> {
  await assertNamed(ctx, input);
  await expireDueSessions(ctx);
  const { search, cursor, limit } = input;
  const conditions = conditionsOf(ctx, input);
  if (conditions.states?.length === 0) return { rows: [] };
  if (search === undefined) return readNewest(ctx, conditions, input);
  const named = cursor === undefined ? await findNamed(ctx, conditions, search) : [];
  if (named.length > 0) return { rows: named };
  const db = reading(ctx);
  return readPage(BY_CREATION, { cursor, limit }, async (page) =>
    findByText(db, { ...conditions, text: search, after: await lastOf(ctx, page) }, page),
  );
}

export async function listMarked(
  ctx: OutsideContext & Caller,
  input: Operations['session_mark.list']['body'],
): Promise<List> {
  await assertNamed(ctx, input);
  await expireDueSessions(ctx);
  return readNewest(ctx, conditionsOf(ctx, { ...input, marked: true }), input);
}

function readNewest(ctx: OutsideContext & Caller, conditions: SessionConditions, input: PageInput): Promise<List> {
  const db = isIndexed(conditions) ? ctx.db : reading(ctx);
  return readPage(BY_CREATION, input, (page) => findSessions(db, conditions, page));
}

/** Counting stops here: an account may have millions of sessions, and nobody needs an exact number above this. */
const MOST_COUNTED = 10_000;

/** States without sessions are left out. */
export async function countSessions(
  ctx: OutsideContext & Caller,
  filter: Operations['session.count']['body'],
): Promise<Operations['session.count']['response']> {
  await assertNamed(ctx, filter);
  await expireDueSessions(ctx);
  const conditions = conditionsOf(ctx, filter);
  const db = reading(ctx);
  // Ended sessions are never deleted, so their number is the sum of the account's daily counts.
  const ended =
    Object.keys(filter).length === 0 ? await sumEnded(db, conditions.merchant_id) : new Map<SessionState, number>();
  const others = STATES.filter((state) => !ended.has(state));
  const counted = new Map(
    (await countStates(db, conditions, others, MOST_COUNTED)).map(({ state, count }) => [state, count]),
  );
  const counts = STATES.map((state) => ({
    state,
    count: Math.min(ended.get(state) ?? counted.get(state) ?? 0, MOST_COUNTED),
  }));
  const marked = await countMarked(db, conditions, MOST_COUNTED);
  return { counts: counts.filter(({ count }) => count > 0), marked };
}

/** @throws NotFound for a reusable link or a user that the account does not have. */
export async function assertNamed(ctx: Context & Caller, { link_id, assignee_id }: SessionFilter): Promise<void> {
  if (assignee_id !== undefined) await getUser(ctx, { id: assignee_id });
  if (link_id !== undefined) await getLink(ctx, { id: link_id });
}

export const conditionsOf = (
  { principal }: Caller,
  { search, state, states, marked, assignee_id, ...filter }: SessionFilter,
): SessionConditions => ({
  ...filter,
  merchant_id: principal.merchant_id,
  marked: marked || assignee_id !== undefined ? { assignee_id } : undefined,
  created_from: filter.created_from && storedTime(filter.created_from),
  created_to: filter.created_to && storedTime(filter.created_to),
  states: state && states ? states.filter((one) => one === state) : state ? [state] : states,
});

/** If the text is a session ID: the session with this ID, if it meets the conditions. */
export async function findNamed({ db }: Context, conditions: SessionConditions, search: string): Promise<Session[]> {
  const id = idIn(search);
  return id === undefined ? [] : findFitting(db, { ...conditions, id });
}

function idIn(search: string): number | undefined {
  const id = /^[1-9][0-9]{0,15}$/.test(search.trim()) ? Number(search) : undefined;
  return id !== undefined && Number.isSafeInteger(id) ? id : undefined;
}

/** The last session of the previous page. The next page starts after its reference. @throws NotFound */
async function lastOf({ db, principal }: OutsideContext & Caller, { after }: Page) {
  if (!after) return undefined;
  const last = await findSession(db, { id: Number(after[1]), merchant_id: principal.merchant_id });
  if (!last || last.reference === null) throw noPage();
  return { reference: last.reference, created: last.created, id: last.id };
}
