export interface AuthTables {
  passwords: PasswordTable;
  credentials: CredentialTable;
  tokens: TokenTable;
}

export interface PasswordTable {
  user_id: number;
  /** PHC string, argon2id. */
  hash: string;
}

/** One sign-in. All tokens that were renewed from one another belong to it. */
export interface CredentialTable {
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
