/** Sessions: created with what was sent, and one step further each time that their state is asked for. */
import { checkCallbackUrl } from '../../server/callbacks/target.ts';
import { addDays, addSeconds } from '../../server/core/clock.ts';
import type { OperationId, Operations, SessionState } from '../../server/generated/operations.gen.ts';
import { sessionFile } from '../../server/sessions/list/session-file.ts';
import { isEnd, TRANSITIONS } from '../../server/sessions/session/session.state.ts';
import { found, pageOf } from './by-name.ts';
import { type PublicCall, type Rules, timeOf } from './rules.ts';
import { eventsOf, listItem, searched } from './session-list.ts';
import { viewSession } from './session-view.ts';
import { failureFor, move, newSession, newToken, nextState, type Session } from './sessions.ts';

const LIFE_DAYS = 1;
const DEMO_SECONDS = 3600;

export const sessionRules: Rules = {
  async 'session.create'({ world, account, user, scenario }, body) {
    const { examples, sessions, public_url } = world;
    if (user.type !== 'SERVICE' && !body.specimen) throw examples.refused('session.create', 'specimens_only');
    if (body.callback_url !== undefined) await checkCallbackUrl(body.callback_url, 'local', async () => []);
    if (account.billing.state === 'INACTIVE') throw examples.refused('session.create', 'billing_inactive');
    if (account.billing.state === 'TRIAL' && Number(account.billing.credit) === 0)
      throw examples.refused('session.create', 'credit_exhausted');
    const now = world.now();
    const times = { now: now.toISOString(), expires: addDays(now, LIFE_DAYS).toISOString() };
    const session = newSession({ ...body, account, outcome: scenario.outcome }, times);
    account.lists.sessions.unshift(session);
    sessions.set(session.token, session);
    return linkTo(session, public_url, body);
  },

  'session.renew_link'(call, { id, ...body }) {
    const { examples, sessions, public_url } = call.world;
    const session = found(call, 'session.renew_link', 'sessions', id);
    if (session.state === 'INITIATED') throw examples.refused('session.renew_link', 'session_already_started');
    if (session.state !== 'CREATED') throw notOpen(call, 'session.renew_link', session);
    sessions.delete(session.token);
    session.token = newToken();
    sessions.set(session.token, session);
    return linkTo(session, public_url, body);
  },

  async 'session.get'(call, { id }) {
    return viewSession(call.world.examples, stepped(call, found(call, 'session.get', 'sessions', id)));
  },

  async 'session.proof'(call, { id }) {
    const { state, redacted } = stepped(call, found(call, 'session.proof', 'sessions', id));
    const { examples } = call.world;
    if (state === 'APPROVED' && !redacted) return examples.success('session.proof');
    const refusal = withState(examples.refused('session.proof', 'proof_unavailable'), 'INITIATED', state);
    if (redacted) refusal.message = 'The data of the session is no longer there';
    throw refusal;
  },

  'session.list': ({ account }, { cursor, limit, ...filter }) => {
    const sessions = searched(account.lists.sessions, filter) as unknown as Record<string, unknown>[];
    return pageOf('sessions', sessions, { cursor, limit }) as unknown as Operations['session.list']['response'];
  },

  'session.export': ({ account, world }, { format, ...filter }) => {
    const sessions = searched(account.lists.sessions, filter).map((session) => listItem(session));
    return sessionFile(format, { day: timeOf(world).slice(0, 10), pages: pageOfAll(sessions), ended: () => {} });
  },

  'session.timeline': (call, { id }) => ({ events: eventsOf(found(call, 'session.timeline', 'sessions', id)) }),

  'session.state': (call, { id }) => ({ state: stepped(call, found(call, 'session.state', 'sessions', id)).state }),

  'session.abort': (call, { id }) =>
    changed(call, 'session.abort', found(call, 'session.abort', 'sessions', id), 'ABORTED'),

  async 'session.redact'(call, { id }) {
    const session = found(call, 'session.redact', 'sessions', id);
    if (isEnd(session.state)) {
      session.redacted ??= timeOf(call.world);
      delete session.user_ip;
      delete session.user_agent;
      delete session.document_country;
    }
    return viewSession(call.world.examples, session);
  },

  'demo.create'({ world, scenario }, body) {
    const now = world.now();
    const times = { now: now.toISOString(), expires: addSeconds(now, DEMO_SECONDS).toISOString() };
    const session = newSession({ ...body, outcome: scenario.outcome }, times);
    world.sessions.set(session.token, session);
    return { id: session.id, token: session.token };
  },

  async 'demo.get'(call, { token }) {
    return viewSession(call.world.examples, stepped(call, ofDemo(call, 'demo.get', token)));
  },

  'demo.state': (call, { token }) => ({ state: stepped(call, ofDemo(call, 'demo.state', token)).state }),

  'reader.state': (call, { token }) => ({ state: stepped(call, sessionOf(call, 'reader.state', token)).state }),
};

function linkTo(
  { id, token, expires, specimen }: Session,
  public_url: string,
  { redirect_url }: { redirect_url?: string },
) {
  const back = redirect_url === undefined ? '' : `&redirect_url=${encodeURIComponent(redirect_url)}`;
  return { id, token, expires, open_url: `${public_url}/open?token=${token}${back}`, specimen };
}

async function* pageOfAll<T>(items: T[]): AsyncGenerator<T[]> {
  yield items;
}

/** @throws NotFound */
export function sessionOf({ world }: PublicCall, id: OperationId, token: string): Session {
  const session = world.sessions.get(token);
  if (!session) throw world.examples.refused(id, 'token_not_found');
  return session;
}

function ofDemo(call: PublicCall, id: OperationId, token: string): Session {
  const session = sessionOf(call, id, token);
  if (session.account) throw call.world.examples.refused(id, 'token_not_found');
  return session;
}

/** The session as it stands now. Unless a reader drives it, it then makes its next step, as if a person were on the way. */
function stepped(call: PublicCall, session: Session): Session {
  const now = { ...session };
  if (session.reader_key === undefined && !isEnd(session.state)) {
    const outcome = session.outcome ?? call.scenario.outcome ?? { state: 'APPROVED' };
    const to = nextState(session, outcome);
    if (to === 'INITIATED') begun(call, session);
    advance(call, session, to, failureFor(call.world, { to, locale: session.locale }, outcome));
  }
  return now;
}

/** Whose device has started the session. */
export function begun({ request }: PublicCall, session: Session): void {
  session.user_ip = request.ip;
  if (request.user_agent) session.user_agent = request.user_agent;
}

/** Moves a session and reports it to its receiver. */
export function advance({ world }: PublicCall, session: Session, to: SessionState, failure?: Session['failure']): void {
  world.deliveries.report(session, move(session, { to, now: timeOf(world), failure }));
}

/** Moves a session where its state permits. @throws Conflict */
export function changed(
  call: PublicCall,
  id: OperationId,
  session: Session,
  to: SessionState,
  failure?: Session['failure'],
): { state: SessionState } {
  if (!TRANSITIONS[session.state].includes(to)) throw notOpen(call, id, session);
  advance(call, session, to, failure);
  return { state: to };
}

export function notOpen({ world }: PublicCall, id: OperationId, { state }: Session) {
  return withState(world.examples.refused(id, 'session_not_open'), 'APPROVED', state);
}

/** The refusal about the state that a session has, in place of that of the example. */
function withState<T extends Error>(refusal: T, shown: SessionState, state: SessionState): T {
  refusal.message = refusal.message.replace(shown, state);
  return refusal;
}
