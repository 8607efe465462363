import type { Generated } from 'kysely';
import type { FailureCode, PersonLocale, ReaderFailCause, SessionState } from '../../generated/operations.gen.ts';

export interface SessionTable {
  id: number;
  /** Null for demo sessions, which belong to no account. */
  merchant_id: number | null;
  demo: number;
  /** SHA-256 of the secret part of the token. */
  secret_hash: Buffer;
  state: SessionState;
  /** The state before the last change, which the callback names. */
  previous_state: SessionState | null;
  reference: string | null;
  callback_url: string | null;
  /** The language of the end user's page. If null, the browser decides. */
  locale: PersonLocale | null;
  face_verification: number;
  passport_only: number;
  require_clone_protection: number;
  refuse_weak: Generated<number>;
  /** SessionClaim[] of the contract as JSON: the session keeps only the answers to these claims. Null if it keeps all identity data. */
  claims: Generated<string | null>;
  policy_id: Generated<number | null>;
  policy_version: Generated<number | null>;
  /** The account's key to which identity data is sealed at the verdict. Null if the account had none. */
  delivery_kid: string | null;
  /** The IP address of the device that started the session; deleted with the identity data. */
  user_ip: string | null;
  user_agent: string | null;
  /** SHA-256 of the key of the device that started the session. Only that device may continue it. */
  reader_key_hash: Buffer | null;
  challenges: number;
  chip_authentications: number;
  failure_code: FailureCode | null;
  /** What exactly went wrong between reader and chip, if the reader reported it. Contains no personal data. */
  failure_cause: ReaderFailCause | null;
  /** The reader's message about its failure. It is shown to the account but not sent in callbacks, and deleted with the identity data. */
  failure_message: string | null;
  /** ChipVerification as JSON: certificates and the results of checks, but no identity data. */
  chip: string | null;
  /** The country stated in the document; deleted with the identity data. */
  document_country: string | null;
  specimen: number;
  /** Whether only specimen documents are accepted: a test session, which is never billed. */
  specimen_only: number;
  link_id: number | null;
  /** Names the network that started the session from a link, for as long as the session takes a place of the link. */
  link_network: string | null;
  /** When the link to the session was last emailed. The email address is not kept. */
  link_sent: string | null;
  created: string;
  expires: string;
  /** When the link was first opened, if that was before a reader started. */
  opened: string | null;
  initiated: string | null;
  ended: string | null;
  /** How long the identity data is kept after the end. With 0 it is destroyed once it has been fetched. */
  retention_hours: Generated<number>;
  /** When the identity data is destroyed at the latest. Set when the session ends. */
  identity_data_until: string | null;
  redacted: string | null;
  /** For a COMPLETED session: when another process may take over its verification, and how often that has happened. */
  verification_due: string | null;
  verification_tries: number;
}

export type SealedKind =
  | 'identity'
  | SealedImage
  | 'signature_image'
  | 'evidence'
  | 'proof'
  | 'claimed'
  | 'sealed_data'
  | 'chip_authentication';

type SealedImage = 'portrait' | 'portrait_jpeg' | 'face' | 'face_jpeg';

/** Events of a session that are not in its row: the first of each kind. */
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
  /** A session's key, wrapped by the server's key. Without it the encrypted data cannot be read. */
  session_keys: { session_id: number; wrapped_key: Buffer; erasure_key: string | null };
  /**
   * Data encrypted with the session's key. `chip_authentication` is kept until the submission and `evidence` from then to the
   * verdict, the rest until the session is redacted. `proof` is what `session.proof` states about the document beyond the
   * identity. `claimed` is all that a session with claims keeps. `sealed_data` replaces them all in a session with a
   * delivery key: a JWE that only the account can decrypt.
   */
  session_sealed: { session_id: number; kind: SealedKind; sealed: Buffer };
  reader_challenges: { session_id: number; challenge_hash: Buffer; expires: string };
}
