import { randomBytes } from 'node:crypto';
import type { Updateable } from 'kysely';
import { terms } from '../../../openapi/facts/terms.ts';
import { assertMayCreateSession } from '../../billing/account/billing.service.ts';
import { assertWithinLimits, recordApproved } from '../../billing/account/billing-spending.service.ts';
import { reportChange, reportEvent } from '../../callbacks/callback.service.ts';
import { checkCallbackUrl } from '../../callbacks/target.ts';
import { addDays, addSeconds, timestamp } from '../../core/clock.ts';
import type { Acting, Caller, Context, OutsideContext, TransactionContext } from '../../core/context.ts';
import { accountSuspended, BadRequest, Conflict, invariant, NotFound, TooManyRequests } from '../../core/errors.ts';
import { known } from '../../core/known.ts';
import { randomId } from '../../database/random-id.ts';
import { inTransaction } from '../../database/transaction.ts';
import type {
  FailureCode,
  PersonLocale,
  RedactionCause,
  SessionOptions,
  SessionState,
} from '../../generated/operations.gen.ts';
import { matchesHash } from '../../secrets/random-secret.ts';
import { deleteChallenges } from '../evidence/reader-challenge.repository.ts';
import { destroyPieces } from '../evidence/session-vault.repository.ts';
import { deletePolicies } from '../policy/policy.service.ts';
import { type AppliedOptions, applyPolicy } from '../policy/session-rules.ts';
import { forgetAllSeen, forgetSeen } from '../seen/seen-document.service.ts';
import { deleteMarksOf } from '../team/session-mark.repository.ts';
import { deleteNotesOf } from '../team/session-note.repository.ts';
import { deleteViewsOf } from '../team/session-view.repository.ts';
import { countSpecimen, deleteUsage } from '../usage/session-usage.repository.ts';
import { type ChangeFacts, countChange, countCreated, dayOf } from '../usage/session-usage.service.ts';
import { keptUntil } from './retention.ts';
import {
  countVerdict,
  deleteEvents,
  deleteUnended,
  findIdle,
  findOpenNetworks,
  findSession,
  findSessionById,
  findSessionOfToken,
  findSessionProgress,
  type Idle,
  insertSession,
  listExpired,
  listIdsOf,
  type Session,
  type SessionProgress,
  stripSessions,
  updateRedacted,
  updateRetention,
  updateSecret,
  updateState,
} from './session.repository.ts';
import { isEnd, isOpen, sourcesOf } from './session.state.ts';
import type { SessionTable } from './session.table.ts';
import { failureOfSession } from './session-failure.ts';
import { createToken, parseToken, type SessionToken } from './session-token.ts';

const BATCH = 100;
const LIFETIME_SECONDS = terms.session_hours * 3600;
const DEMO_LIFETIME_SECONDS = 3_600;

export type { Session };

interface NewSession {
  id: number;
  token: string;
  expires: string;
}

/** @throws BadRequest when nothing may compare the faces of such a session. */
export function checkFaces(
  { deps }: Context,
  { face_verification, specimen }: SessionOptions,
  faces = specimen ? deps.faces.demo : deps.faces.live,
): void {
  if (face_verification && !faces)
    throw new BadRequest(
      'Face verification is not available: this service has no face provider connected',
      'face_verification_unavailable',
    );
}

/** Runs outside the transaction, because it may query DNS. @throws BadRequest */
export async function checkCallback({ deps }: OutsideContext, { callback_url }: SessionOptions): Promise<void> {
  if (callback_url) await checkCallbackUrl(callback_url, deps.config.mode);
}

interface StartedFrom {
  link_id: number;
  link_network: string;
  lifetime_seconds: number;
}

export async function createSession(
  ctx: TransactionContext & Acting,
  given: SessionOptions,
  from?: StartedFrom,
): Promise<NewSession & { specimen: boolean }> {
  const { deps } = ctx;
  const { merchant_id } = ctx.principal;
  const specimen_only = given.specimen === true;
  // In local mode every session accepts specimens, as in createTrust.
  const specimen = specimen_only || deps.config.mode === 'local';
  const { link_id = null, link_network = null, lifetime_seconds = LIFETIME_SECONDS } = from ?? {};
  const options = await applyPolicy(ctx, given);
  checkFaces(ctx, options);
  const limited = specimen_only ? await takeSpecimen(ctx) : await assertMayCreateSession(ctx);
  const created = await insertNew(
    ctx,
    { merchant_id, specimen, specimen_only, link_id, link_network, lifetime_seconds },
    options,
  );
  if (!specimen_only) await countCreated(ctx, { merchant_id, created: timestamp(deps.clock.now()) });
  if (limited) await assertWithinLimits(ctx, limited, { keepsHalf: from !== undefined });
  return { ...created, specimen };
}

/** @throws TooManyRequests when the account has reached today's limit of specimen sessions. */
async function takeSpecimen({ db, deps, principal }: TransactionContext & Acting): Promise<undefined> {
  const now = deps.clock.now();
  const most = terms.specimen_sessions_daily;
  const day = dayOf(timestamp(now));
  if (await countSpecimen(db, { merchant_id: principal.merchant_id, day, most })) return;
  const wait = Math.ceil((addDays(new Date(`${day}T00:00:00Z`), 1).getTime() - now.getTime()) / 1000);
  const text = `The account has created ${most} specimen sessions today, which is the limit. Try again after midnight UTC`;
  throw new TooManyRequests(text, wait, 'specimen_limit');
}

export function createDemoSession(
  ctx: TransactionContext,
  options: Pick<SessionOptions, 'face_verification'>,
): Promise<NewSession> {
  const kind = { merchant_id: null, specimen: true, specimen_only: false, link_id: null, link_network: null };
  return insertNew(ctx, { ...kind, lifetime_seconds: DEMO_LIFETIME_SECONDS }, options);
}

interface SessionKind {
  /** Null for a demo session. */
  merchant_id: number | null;
  specimen: boolean;
  specimen_only: boolean;
  link_id: number | null;
  link_network: string | null;
  lifetime_seconds: number;
}

async function insertNew(
  { db, deps }: TransactionContext,
  { merchant_id, specimen, specimen_only, link_id, link_network, lifetime_seconds }: SessionKind,
  options: AppliedOptions,
): Promise<NewSession> {
  const id = randomId();
  const { token, secret_hash } = createToken(id);
  const now = deps.clock.now();
  const expires = timestamp(addSeconds(now, lifetime_seconds));
  await insertSession.all(db, {
    id,
    merchant_id,
    demo: merchant_id === null ? 1 : 0,
    secret_hash,
    reference: options.reference ?? null,
    callback_url: options.callback_url ?? null,
    face_verification: options.face_verification ? 1 : 0,
    passport_only: options.passport_only ? 1 : 0,
    require_clone_protection: flag(options.require_clone_protection),
    refuse_weak: flag(options.refuse_weak),
    locale: options.locale ?? null,
    specimen: specimen ? 1 : 0,
    specimen_only: specimen_only ? 1 : 0,
    link_id,
    link_network,
    claims: options.claims ? JSON.stringify([...new Set(options.claims)]) : null,
    policy_id: options.policy_id ?? null,
    policy_version: options.policy_version ?? null,
    created: timestamp(now),
    expires,
  });
  return { id, token, expires };
}

const flag = (option: boolean | undefined) => (option === undefined ? null : Number(option));

/** The old token stops working. @throws Conflict when a device has started the session or it has ended. */
export async function renewToken(
  ctx: TransactionContext,
  session: Session,
): Promise<NewSession & { specimen: boolean }> {
  const { id, expires, specimen } = session;
  const { token, secret_hash } = createToken(id);
  if (await updateSecret(ctx.db, id, secret_hash)) {
    if (session.merchant_id !== null)
      await reportEvent(ctx, session.merchant_id, {
        type: 'session.link_renewed',
        data: { id, expires, ...knownOfSession(session) },
      });
    return { id, token, expires, specimen: specimen === 1 };
  }
  const { state } = await reread(ctx, session);
  throw state === 'INITIATED' ? alreadyStarted() : notOpen(state);
}

/** @throws NotFound, also for a session of another account. */
export async function getSession(ctx: OutsideContext & Caller, { id }: { id: number }): Promise<Session> {
  const session = await findSession(ctx.db, { id, merchant_id: ctx.principal.merchant_id });
  if (!session) throw noSession(id);
  return (await expireIfDue(ctx, session)) ? reread(ctx, session) : session;
}

/** Like `getSession`, but reads only the state, because clients poll it every few seconds. */
export async function getSessionState(ctx: OutsideContext & Caller, { id }: { id: number }): Promise<SessionState> {
  const owned = { id, merchant_id: ctx.principal.merchant_id };
  const found = await findSessionProgress.first(ctx.db, owned);
  const session = found && (await expireIfDue(ctx, found)) ? await findSessionProgress.first(ctx.db, owned) : found;
  if (!session) throw noSession(id);
  return session.state;
}

const noSession = (id: number) => new NotFound(`No session found with id: ${id}`);

/** The session of an end user's token, and the secret part of the token, from which keys are derived. */
export async function getSessionByToken(
  ctx: OutsideContext,
  token: string,
): Promise<{ session: Session; secret: SessionToken['secret'] }> {
  const parsed = parseToken(token);
  const session = parsed && (await findSessionOfToken.first(ctx.db, parsed));
  if (!session || !matchesHash(parsed.secret, session.secret_hash)) throw noSessionOfToken();
  if (session.suspended !== null) throw accountSuspended();
  const current = (await expireIfDue(ctx, session)) ? await reread(ctx, session) : session;
  return { session: current, secret: parsed.secret };
}

export const noSessionOfToken = () => new NotFound('No session found for this token');

export async function findSessionLanguage({ db }: Context, token: string): Promise<PersonLocale | undefined> {
  const parsed = parseToken(token);
  const session = parsed && (await findSessionById(db, parsed.id));
  return session && matchesHash(parsed.secret, session.secret_hash) ? (session.locale ?? undefined) : undefined;
}

/** @returns the session unchanged if it was deleted in the meantime. */
export const reread = async ({ db }: Context, session: Session): Promise<Session> =>
  (await findSessionById(db, session.id)) ?? session;

/**
 * Expires an overdue session before the worker does, so that it never appears open.
 * @returns whether it was due. If so, its state has changed.
 */
async function expireIfDue(ctx: OutsideContext, { id, state, expires }: SessionProgress): Promise<boolean> {
  if (!isOpen(state) || expires > timestamp(ctx.deps.clock.now())) return false;
  await expireSession(ctx, id);
  return true;
}

/** @returns whether more may be due. */
export async function expireDueSessions(ctx: OutsideContext): Promise<boolean> {
  const ids = await listExpired(ctx.db, ctx.deps.clock.now(), BATCH);
  for (const id of ids) await expireSession(ctx, id);
  return ids.length === BATCH;
}

export const listOpenNetworks = ({ db }: Context, link_id: number): Promise<(string | null)[]> =>
  findOpenNetworks(db, link_id);

/** @returns false when there is none. */
export async function giveUpIdle(ctx: TransactionContext, idle: Idle): Promise<boolean> {
  const id = await findIdle(ctx.db, idle);
  if (id === undefined) return false;
  await changeState(ctx, { id, to: 'FAILED', from: ['CREATED', 'INITIATED'], failure_code: 'session_expired' });
  return true;
}

/** A separate transaction, so that the session stays expired even if the current request fails. */
async function expireSession(ctx: OutsideContext, id: number): Promise<void> {
  await inTransaction(ctx, (ctx) => changeState(ctx, { id, to: 'FAILED', failure_code: 'session_expired' }));
}

interface StateChange extends Updateable<SessionTable>, ChangeFacts {
  id: number;
  to: SessionState;
  /** The default is all states that allow the change. */
  from?: readonly SessionState[];
  failure_code?: FailureCode;
  /** The time of the change, if that time has already been recorded elsewhere. The default is now. */
  at?: Date | undefined;
}

/**
 * Changes the state, counts the change and writes its callback to the outbox, all in the caller's transaction.
 * @returns undefined when the session is no longer in a state that allows the change.
 */
export async function changeState(
  ctx: TransactionContext,
  { id, to, from = sourcesOf(to), platform, at = ctx.deps.clock.now(), ...changes }: StateChange,
): Promise<Session | undefined> {
  const { db, deps } = ctx;
  invariant(from.length > 0, `some state can change to ${to}`);
  const now = timestamp(at);
  const session = await updateState(db, id, from, to, {
    ...changes,
    ...(to === 'INITIATED' && { initiated: now }),
    ...(isEnd(to) && {
      ended: now,
      verification_due: null,
      link_network: null,
      identity_data_until: keptUntil(at, terms.identity_data_hours),
    }),
  });
  if (!session || session.merchant_id === null) return session;
  if (isEnd(to) && session.retention_hours !== terms.identity_data_hours)
    await updateRetention(db, id, keptUntil(at, session.retention_hours));
  // Locks the link before the counters of the day, in the same order as starting a session from a link, so that the two cannot
  // deadlock.
  if (session.link_id !== null) await countVerdict(db, session.link_id, to);
  await countChange(ctx, session.merchant_id, session, { platform });
  // Specimen sessions are never billed.
  if (to === 'APPROVED' && session.specimen_only === 0)
    await recordApproved(ctx, { merchant_id: session.merchant_id, session_id: id });
  if (session.previous_state) {
    await reportChange(ctx, {
      merchant_id: session.merchant_id,
      session_id: id,
      url: session.callback_url,
      event: {
        id,
        state: to,
        previous_state: session.previous_state,
        ...known({ reference: session.reference }),
        ...failureOfSession(session, deps.config),
        ...(session.specimen === 1 && { specimen: true }),
      },
    });
  }
  return session;
}

/** In the order of the contract. */
const knownOfSession = ({ reference, specimen }: Session) => ({
  ...known({ reference }),
  ...(specimen === 1 && { specimen: true }),
});

/**
 * Destroys the identity data of a session that has ended and is not redacted yet, and the notes, which may repeat it. Any other
 * session is returned unchanged. Unless the retention period is the cause, the session's document is also forgotten, even if the
 * data was destroyed before.
 */
export async function redactSession(
  ctx: TransactionContext,
  session: Session,
  cause: RedactionCause,
): Promise<Session> {
  const { db, deps } = ctx;
  if (cause !== 'RETENTION') await forgetSeen(ctx, session);
  const redacted = await updateRedacted(db, session.id, timestamp(deps.clock.now()));
  if (!redacted) return session;
  await destroyPieces(db, [session.id]);
  await deleteChallenges(db, [session.id]);
  await deleteNotesOf(db, [session.id]);
  const { id, merchant_id, state } = redacted;
  if (merchant_id !== null)
    await reportEvent(ctx, merchant_id, {
      type: 'session.redacted',
      data: { id, state, cause, ...knownOfSession(redacted) },
    });
  // The worker also empties the write-ahead log, which still contains the deleted data.
  ctx.afterCommit(() => deps.wake('purge'));
  return redacted;
}

/** In batches, because an account may have any number of sessions, and PostgreSQL cancels a statement after five seconds. */
const DESTROYED_AT_A_TIME = 2000;

/** Keeps only what the account's bills count. */
export async function destroySessions(ctx: TransactionContext & Acting): Promise<void> {
  const { db, deps, principal } = ctx;
  const { merchant_id } = principal;
  const stripped = { redacted: timestamp(deps.clock.now()), secret_hash: randomBytes(32) };
  const all = await listIdsOf(db, merchant_id);
  for (let at = 0; at < all.length; at += DESTROYED_AT_A_TIME) {
    const sessions = all.slice(at, at + DESTROYED_AT_A_TIME);
    await destroyPieces(db, sessions);
    await deleteChallenges(db, sessions);
    await deleteEvents(db, sessions);
    await deleteNotesOf(db, sessions);
    await stripSessions(db, sessions, stripped);
  }
  await deleteUnended(db, merchant_id);
  await deleteMarksOf(db, merchant_id);
  await deleteViewsOf(db, merchant_id);
  await forgetAllSeen(ctx);
  await deleteUsage(db, merchant_id);
  await deletePolicies(ctx);
}

/** @throws Conflict when the document has been read or the session has ended. */
export async function abortSession(ctx: TransactionContext, session: Session): Promise<SessionState> {
  const aborted = await changeState(ctx, { id: session.id, to: 'ABORTED' });
  if (!aborted) throw notOpen((await reread(ctx, session)).state);
  return aborted.state;
}

export const notOpen = (state: SessionState) =>
  new Conflict(`The session is ${state} and cannot be changed`, 'session_not_open');

export const alreadyStarted = () =>
  new Conflict('The session was already started by another device', 'session_already_started');
