/** What the end user's device may do with a session. The device reads the chip and sends what it read; the server decides. */
import { createHmac, randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { CallOrigin, Context, OutsideContext, TransactionContext } from '../core/context.ts';
import type { Deps } from '../core/deps.ts';
import type { Operations, ReaderFailCode, SessionState } from '../generated/operations.gen.ts';
import type { Repeated } from '../http/handlers.ts';
import { hashSecret, matchesHash } from '../secrets/random-secret.ts';
import { drawChallenge, isChallengeOpen } from '../sessions/evidence/reader-challenge.service.ts';
import {
  alreadyStarted,
  changeState,
  getSessionByToken,
  noSessionOfToken,
  notOpen,
  reread,
  type Session,
} from '../sessions/session/session.service.ts';
import { knownCause } from '../sessions/session/session-failure.ts';
import { challengeInvalid, noChallenge, wrongReaderKey } from './reader-errors.ts';
import { LIMITS } from './submitted-files.ts';

type SubmissionHeaders = Operations['reader.submit']['headers'];

interface Start {
  session: Session;
  secret: string;
  platform: Operations['reader.start']['body']['platform'];
  idempotency_key: string | undefined;
}

/** @returns the device's key, the same one when the device repeats its start with the same idempotency key. */
export async function startReading(ctx: TransactionContext & { request: CallOrigin }, start: Start): Promise<string> {
  const { session, platform } = start;
  const { ip, user_agent } = ctx.request;
  const key = readerKey(ctx.deps, start);
  const started = await changeState(ctx, {
    id: session.id,
    to: 'INITIATED',
    platform,
    reader_key_hash: hashSecret(key),
    // A session with claims stores only what the claims ask for.
    ...(session.claims === null && {
      user_ip: isIP(ip) && !ip.includes('%') ? ip : null,
      user_agent: user_agent ?? null,
    }),
  });
  // The link was replaced after the session was looked up.
  if (started && !started.secret_hash.equals(session.secret_hash)) throw noSessionOfToken();
  if (started) return key;
  const current = await reread(ctx, session);
  if (current.state !== 'INITIATED') throw notOpen(current.state);
  if (!hasReaderKey(current, key)) throw alreadyStarted();
  return key;
}

/**
 * The key is derived, so that a device whose response was lost gets the same key again, although only its hash is stored. It is
 * derived from the idempotency key, which only this device knows, because others may have the link.
 */
function readerKey(deps: Deps, { session, secret, idempotency_key = randomUUID() }: Start): string {
  const device = JSON.stringify([session.id, secret, idempotency_key]);
  return createHmac('sha256', deps.deriveKey('reader-key')).update(device).digest('base64url');
}

export async function issueChallenge(
  ctx: TransactionContext,
  session: Session,
): Promise<{ challenge: string; expires: string }> {
  const drawn = await drawChallenge(ctx, { session_id: session.id, limit: LIMITS.challenges });
  if (!drawn) throw noChallenge(await reread(ctx, session));
  return { challenge: drawn.challenge.toString('base64'), expires: drawn.expires };
}

/** Until a device has started the session, anyone with the token may report a failure. After that, only that device may. */
export async function failReading(
  ctx: TransactionContext,
  session: Session,
  report: { code: ReaderFailCode; cause?: string | undefined; message?: string | undefined; by_device: boolean },
): Promise<SessionState> {
  const failed = await changeState(ctx, {
    id: session.id,
    to: 'FAILED',
    from: report.by_device ? ['CREATED', 'INITIATED'] : ['CREATED'],
    failure_code: report.code,
    failure_cause: knownCause(report.cause),
    failure_message: session.claims === null ? (report.message ?? null) : null,
  });
  if (failed) return failed.state;
  const { state } = await reread(ctx, session);
  throw state === 'INITIATED' ? wrongReaderKey() : notOpen(state);
}

/** @throws Forbidden when a key was sent that does not belong to the device that started the session. */
export async function readerSession(ctx: OutsideContext, token: string, reader_key?: string): Promise<Session> {
  const { session } = await getSessionByToken(ctx, token);
  if (reader_key !== undefined && !hasReaderKey(session, reader_key)) throw wrongReaderKey();
  return session;
}

export const submittingSession = (ctx: OutsideContext, headers: SubmissionHeaders): Promise<Session> =>
  readerSession(ctx, headers['Session-Token'], headers['Reader-Key']);

/**
 * Decides from the headers whether the body of a submission is read at all. A repeated call is also admitted after its session
 * has ended, because it gets its stored response.
 */
export async function admitSubmission(
  ctx: OutsideContext,
  headers: SubmissionHeaders,
  isRepeated: Repeated,
): Promise<void> {
  const { state } = await submittingSession(ctx, headers);
  if (state !== 'INITIATED' && !(await isRepeated())) throw notOpen(state);
}

/** Checks the challenge before any computation for the submission. It is deleted later, with the change of state. */
export async function assertSubmittable(ctx: Context, session: Session, challenge: Uint8Array): Promise<void> {
  if (session.state !== 'INITIATED') throw notOpen(session.state);
  if (!(await isChallengeOpen(ctx, { session_id: session.id, challenge }))) throw challengeInvalid();
}

const hasReaderKey = ({ reader_key_hash }: Session, key: string) =>
  reader_key_hash !== null && matchesHash(key, reader_key_hash);
