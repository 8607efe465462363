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
  /** How the browser described itself. */
  user_agent: string | null;
  /** When its tokens were renewed last. */
  last_used: string;
  /** When its user last proved to be there: at the sign-in, or since. 1970 if never. */
  proven: string;
  /** Whether its user showed more than a password. */
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
