/** A session of the mock: what was asked for, where it stands, how it will end, and its next step. */
import { randomId } from '../../server/database/random-id.ts';
import type { FailureCode, PersonLocale, SessionFailure, SessionState } from '../../server/generated/operations.gen.ts';
import { randomToken } from '../../server/secrets/random-secret.ts';
import { isEnd } from '../../server/sessions/session/session.state.ts';
import { failureOf } from '../../server/sessions/session/session-failure.ts';
import type { Account } from './accounts.ts';
import type { Outcome } from './scenarios.ts';

export interface Session {
  id: number;
  token: string;
  state: SessionState;
  created: string;
  expires: string;
  initiated?: string;
  ended?: string;
  redacted?: string;
  reference?: string;
  callback_url?: string;
  locale?: PersonLocale | undefined;
  face_verification: boolean;
  passport_only: boolean;
  require_clone_protection: boolean;
  refuse_weak: boolean;
  specimen: boolean;
  user_ip?: string;
  user_agent?: string;
  failure?: SessionFailure;
  failure_code?: FailureCode;
  document_country?: string;
  /** As it was named when the session was created; until then as it is named when it is asked for. */
  outcome?: Outcome | undefined;
  /** Of the device that has started it. From then on it moves by what the device sends, and no longer by being asked for. */
  reader_key?: string;
  challenges: string[];
  /** How often Chip Authentication was begun. */
  chip_authentications: number;
  /** Absent for a demo session. */
  account?: Account;
}

type Options = Pick<
  Partial<Session>,
  | 'reference'
  | 'callback_url'
  | 'locale'
  | 'specimen'
  | 'face_verification'
  | 'passport_only'
  | 'require_clone_protection'
  | 'refuse_weak'
  | 'outcome'
  | 'account'
>;

export const newToken = () => `${randomId()}.${randomToken()}`;

export function newSession(
  { face_verification = false, passport_only = false, ...options }: Options,
  { now, expires, token = newToken() }: { now: string; expires: string; token?: string },
): Session {
  return {
    id: randomId(),
    token,
    state: 'CREATED',
    created: now,
    expires,
    face_verification,
    passport_only,
    require_clone_protection: options.account?.merchant.require_clone_protection ?? false,
    refuse_weak: options.account?.merchant.refuse_weak ?? false,
    locale: options.account?.merchant.default_locale,
    // Those of the demo have no account, and take nothing else.
    specimen: options.account === undefined,
    challenges: [],
    chip_authentications: 0,
    ...options,
  };
}

/** Where a session goes from here when nothing stops it: CREATED, INITIATED, COMPLETED, and its end. */
export function nextState({ state }: Session, { state: end }: Outcome): SessionState {
  if (isEnd(state)) return state;
  if (state === 'CREATED') return 'INITIATED';
  return state === 'INITIATED' && (end === 'APPROVED' || end === 'REJECTED') ? 'COMPLETED' : end;
}

interface Move {
  to: SessionState;
  now: string;
  failure?: SessionFailure | undefined;
}

/** @returns the state before */
export function move(session: Session, { to, now, failure }: Move): SessionState {
  const { state } = session;
  session.state = to;
  if (to === 'INITIATED') session.initiated = now;
  if (to === 'COMPLETED') session.document_country = session.specimen ? 'UT' : 'SE';
  if (isEnd(to)) session.ended = now;
  if (failure) Object.assign(session, { failure, failure_code: failure.code });
  return state;
}

export const failureFor = (
  world: { public_url: string },
  { to, locale }: { to: SessionState; locale: Session['locale'] },
  { code }: Outcome,
): SessionFailure | undefined =>
  (to === 'REJECTED' || to === 'FAILED') && code ? failureOf({ code, locale }, world) : undefined;
