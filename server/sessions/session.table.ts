import type { FailureCode, SessionState } from '../generated/operations.gen.ts';

export interface SessionTable {
  id: number;
  /** Absent for demo sessions, which belong to nobody. */
  merchant_id: number | null;
  demo: number;
  /** SHA-256 of the secret part of the token. */
  secret_hash: Buffer;
  state: SessionState;
  /** The state before the last change; set by that change itself, so that the callback names the one that was left. */
  previous_state: SessionState | null;
  reference: string | null;
  callback_url: string | null;
  face_verification: number;
  passport_only: number;
  /** Of the end user's device that started the session; deleted with the identity data. */
  user_ip: string | null;
  user_agent: string | null;
  /** SHA-256 of the key of the one installation that may act on a started session. */
  reader_key_hash: Buffer | null;
  /** Challenges handed out so far. */
  challenges: number;
  failure_code: FailureCode | null;
  /** What the reader said about its failure. Free text from a phone: shown to the account, never in a callback, deleted with the identity data. */
  failure_message: string | null;
  /** ChipVerification as JSON: results of checks and certificates, no identity data. */
  chip: string | null;
  /** Whether specimen documents are accepted. */
  specimen: number;
  created: string;
  expires: string;
  initiated: string | null;
  ended: string | null;
  /** When the identity data was destroyed. */
  redacted: string | null;
  /** While COMPLETED: when another process may take over a verification that has not ended, and how often that happened. */
  verification_due: string | null;
  verification_tries: number;
}

export type SealedKind = 'identity' | 'portrait' | 'face' | 'evidence';

export interface SessionTables {
  sessions: SessionTable;
  /** The key of one session, wrapped by the server's key. Without it the sealed data is noise. */
  session_keys: { session_id: number; wrapped_key: Buffer };
  /** What is sealed under the session's key. `evidence` lives from COMPLETED to the verdict, the rest until it is redacted. */
  session_sealed: { session_id: number; kind: SealedKind; sealed: Buffer };
  /** Challenges that were handed out and not used yet, as SHA-256. */
  reader_challenges: { session_id: number; challenge_hash: Buffer; expires: string };
}
