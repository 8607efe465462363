/** What the end user's device may do with a session: it reads and sends, the server decides. */
import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import type { Transaction } from 'kysely';
import type { Deps } from '../core/deps.ts';
import type { Database } from '../database/database.ts';
import type { Operations, ReaderFailCode, SessionState } from '../generated/operations.gen.ts';
import type { CallOrigin, Repeated } from '../http/handlers.ts';
import { drawChallenge } from '../sessions/challenge.service.ts';
import { changeState, getSessionByToken, notOpen, reread, type Session } from '../sessions/session.service.ts';
import { hashSecret, matchesHash } from '../sessions/session-token.ts';
import { alreadyStarted, challengeLimit, wrongReaderKey } from './reader-errors.ts';
import { LIMITS } from './submitted-files.ts';

type Trx = Transaction<Database>;
type SubmissionHeaders = Operations['reader.submit']['headers'];

export interface Device {
  platform: string;
  app_version: string;
  origin: CallOrigin;
}

/** @returns the key of the device; the same one when the same device starts again. */
export async function startReading(
  trx: Trx,
  deps: Deps,
  { session, secret }: { session: Session; secret: string },
  device: Device,
): Promise<string> {
  const { ip, user_agent } = device.origin;
  const key = readerKey(deps, session.id, secret, device);
  const started = await changeState(trx, deps, {
    id: session.id,
    to: 'INITIATED',
    reader_key_hash: hashSecret(key),
    user_ip: isIP(ip) && !ip.includes('%') ? ip : null,
    user_agent: user_agent ?? null,
  });
  if (started) return key;
  const current = await reread(trx, session);
  if (current.state !== 'INITIATED') throw notOpen(current.state);
  if (!hasReaderKey(current, key)) throw alreadyStarted();
  return key;
}

/** Derived and not drawn: a device whose answer was lost gets its key again, and only its hash is stored. */
function readerKey(deps: Deps, id: number, secret: string, { platform, app_version, origin }: Device): string {
  const device = JSON.stringify([id, secret, platform, app_version, origin.user_agent ?? '']);
  return createHmac('sha256', deps.deriveKey('reader-key')).update(device).digest('base64url');
}

export async function issueChallenge(
  trx: Trx,
  deps: Deps,
  session: Session,
): Promise<{ challenge: string; expires: string }> {
  const drawn = await drawChallenge(trx, deps, session.id, LIMITS.challenges);
  if (!drawn) {
    const { state } = await reread(trx, session);
    throw state === 'INITIATED' ? challengeLimit(LIMITS.challenges) : notOpen(state);
  }
  return { challenge: drawn.challenge.toString('base64'), expires: drawn.expires };
}

/** Before a device has started, anyone with the token may report; afterwards only that device. */
export async function failReading(
  trx: Trx,
  deps: Deps,
  session: Session,
  report: { code: ReaderFailCode; message?: string | undefined; by_device: boolean },
): Promise<SessionState> {
  const failed = await changeState(trx, deps, {
    id: session.id,
    to: 'FAILED',
    from: report.by_device ? ['CREATED', 'INITIATED'] : ['CREATED'],
    failure_code: report.code,
    failure_message: report.message ?? null,
  });
  if (failed) return failed.state;
  const { state } = await reread(trx, session);
  throw state === 'INITIATED' ? wrongReaderKey() : notOpen(state);
}

/** The session of a submission, by what its headers say. */
export async function submittingSession(deps: Deps, headers: SubmissionHeaders): Promise<Session> {
  const { session } = await getSessionByToken(deps, headers['Session-Token']);
  assertReaderKey(session, headers['Reader-Key']);
  return session;
}

/**
 * Decides by the headers whether the body of a submission is read at all. A repeated call is let in after the end of its
 * session too: its answer is kept.
 */
export async function admitSubmission(deps: Deps, headers: SubmissionHeaders, isRepeated: Repeated): Promise<void> {
  const { state } = await submittingSession(deps, headers);
  if (state !== 'INITIATED' && !(await isRepeated())) throw notOpen(state);
}

/** @throws Forbidden unless the key is that of the device which started the session. */
export function assertReaderKey(session: Session, key: string): void {
  if (!hasReaderKey(session, key)) throw wrongReaderKey();
}

const hasReaderKey = ({ reader_key_hash }: Session, key: string) =>
  reader_key_hash !== null && matchesHash(key, reader_key_hash);
