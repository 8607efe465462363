export interface AuthTables {
  passwords: PasswordTable;
  credentials: CredentialTable;
  tokens: TokenTable;
  passkeys: PasskeyTable;
  passkey_challenges: PasskeyChallengeTable;
  totps: TotpTable;
  recovery_codes: RecoveryCodeTable;
  sign_in_subjects: SignInSubjectTable;
  sign_in_attempts: SignInAttemptTable;
}

export interface PasswordTable {
  user_id: number;
  /** PHC string, argon2id. */
  hash: string;
}

/** One sign-in: the tokens it issued and all tokens renewed from them. */
export interface CredentialTable {
  id: number;
  user_id: number;
  created: string;
  /** When its newest refresh token expires. */
  expires: string;
  user_agent: string | null;
  last_used: string;
  /** When the user last proved their presence, at sign-in or later. 1970 if never. */
  proven: string;
  /** Whether the user showed more than a password. */
  second_factor: number;
}

export interface TokenTable {
  /** SHA-256 of the token, base64url. */
  hash: string;
  credential_id: number;
  kind: 'ACCESS' | 'REFRESH';
  expires: string;
  /** When a refresh token was exchanged for its successor. */
  replaced: string | null;
}

export interface PasskeyTable {
  id: number;
  user_id: number;
  /** The credential ID from the authenticator, in base64url. */
  credential_id: string;
  /** COSE. */
  public_key: Buffer;
  /** The signature counter that the authenticator reports. Most do not count and report 0. */
  counter: number;
  name: string;
  created: string;
  last_used: string | null;
}

/** A challenge is single-use, and valid only in the browser that requested it. */
export interface PasskeyChallengeTable {
  hash: string;
  browser_hash: string;
  purpose: 'sign_up' | 'registration' | 'authentication';
  /** The user who adds a passkey; at sign-up, the user to be created. Null for `authentication`. */
  user_id: number | null;
  expires: string;
}

/** A user has at most one authenticator app. */
export interface TotpTable {
  user_id: number;
  /** Encrypted. Null until the first secret is confirmed. */
  secret: Buffer | null;
  /** Encrypted. A new secret that was shown but is not confirmed yet. */
  pending_secret: Buffer | null;
  /** When the secret was confirmed. Before the first confirmation, when the first pending secret was created. */
  created: string;
  /** The time step of the newest code that was used. Codes up to this step no longer work. */
  last_step: number;
}

interface RecoveryCodeTable {
  /** A keyed hash, since a plain one could be broken by trying all codes. */
  hash: string;
  user_id: number;
}

/** A user of single sign-on is identified by the issuer's subject, never by the email address. */
export interface SignInSubjectTable {
  issuer: string;
  subject: string;
  user_id: number;
}

/** A browser that was redirected to a provider and has not returned. */
export interface SignInAttemptTable {
  state_hash: string;
  provider: 'google' | 'microsoft';
  browser_hash: string;
  expires: string;
}
