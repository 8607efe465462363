export interface AuthTables {
  passwords: PasswordTable;
  credentials: CredentialTable;
  tokens: TokenTable;
  codes: CodeTable;
  throttles: ThrottleTable;
}

interface PasswordTable {
  user_id: number;
  /** PHC string, argon2id. */
  hash: string;
}

/** One sign-in: the family of tokens that were renewed from one another. */
interface CredentialTable {
  id: number;
  user_id: number;
  created: string;
  /** When its newest refresh token ends. */
  expires: string;
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

export interface CodeTable {
  purpose: 'verify_email' | 'recover';
  /** Whose code it is: a user id, or the keyed hash of an address nobody may have. */
  subject: string;
  hash: string;
  expires: string;
}

/** A leaking bucket of attempts. */
interface ThrottleTable {
  id: string;
  /** When all of it has leaked away, in milliseconds since 1970: each attempt puts it off. */
  empty_at: number;
}
