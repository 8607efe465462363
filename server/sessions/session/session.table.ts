import type { Generated } from 'kysely';
import type { FailureCode, PersonLocale, ReaderFailCause, SessionState } from '../../generated/operations.gen.ts';

export interface SessionTable {
  id: number;
  /** Absent for demo sessions, which belong to nobody. */
  merchant_id: number | null;
  demo: number;
  /** SHA-256 of the secret part of the token. */
  secret_hash: Buffer;
  state: SessionState;
  /** The state before the last change, which sets it, so that the callback can name it. */
  previous_state: SessionState | null;
  reference: string | null;
  callback_url: string | null;
  /** The language of the page that the end user opens. Without one, their browser decides. */
  locale: PersonLocale | null;
  face_verification: number;
  passport_only: number;
  /** Whether a document is refused whose chip did not prove to be no copy. */
  require_clone_protection: number;
  /** Whether a document is refused that names any weakness. */
  refuse_weak: Generated<number>;
  /** Of the end user's device that started the session; deleted with the identity data. */
  user_ip: string | null;
  user_agent: string | null;
  /** SHA-256 of the key of the device that started the session. Only that device may go on with it. */
  reader_key_hash: Buffer | null;
  /** Challenges handed out so far. */
  challenges: number;
  /** How often Chip Authentication was begun. */
  chip_authentications: number;
  failure_code: FailureCode | null;
  /** What exactly went wrong between reader and chip, where the reader said it. It says nothing of a person. */
  failure_cause: ReaderFailCause | null;
  /** What the reader wrote about its failure. It is shown to the account but not sent in callbacks, and deleted with the identity data. */
  failure_message: string | null;
  /** ChipVerification as JSON: results of checks and certificates, no identity data. */
  chip: string | null;
  /** Where the document that was read is from, as it says; deleted with the identity data. */
  document_country: string | null;
  /** Whether specimen documents are accepted. */
  specimen: number;
  /** Whether no other documents are: the session was made to try something, and is never billed. */
  specimen_only: number;
  created: string;
  expires: string;
  /** When the link was first opened, if that was before a reader started. */
  opened: string | null;
  initiated: string | null;
  ended: string | null;
  /** How long the identity data is kept after the end. With 0 it is destroyed once it was fetched. */
  retention_hours: Generated<number>;
  /** When it is destroyed at the latest. Written with the end. */
  identity_data_until: string | null;
  /** When the identity data was destroyed. */
  redacted: string | null;
  /** Of a COMPLETED session: when another process may take over its verification, and how often that happened. */
  verification_due: string | null;
  verification_tries: number;
}

export type SealedKind = 'identity' | SealedImage | 'signature_image' | 'evidence' | 'proof' | 'chip_authentication';

/** A PNG, and the same as a JPEG. */
type SealedImage = 'portrait' | 'portrait_jpeg' | 'face' | 'face_jpeg';

/** What happened in a session and is not in its row: of each kind the first. */
export interface SessionEventTable {
  session_id: number;
  kind: 'CHIP_AUTHENTICATION' | 'READ';
  at: string;
  /** FileRead[] of the contract as JSON, for READ. */
  files: string | null;
}

export interface SessionTables {
  sessions: SessionTable;
  session_events: SessionEventTable;
  /** The key of a session, wrapped by the server's key. Without it nobody can read the sealed data. */
  session_keys: { session_id: number; wrapped_key: Buffer; erasure_key: string | null };
  /**
   * Data that is sealed under the session's key. `chip_authentication` is kept until the submission and `evidence` from then to the
   * verdict, the rest until it is redacted. `proof` is what `session.proof` says of the document beyond the identity.
   */
  session_sealed: { session_id: number; kind: SealedKind; sealed: Buffer };
  /** Challenges that were handed out and not used yet, as SHA-256. */
  reader_challenges: { session_id: number; challenge_hash: Buffer; expires: string };
}
