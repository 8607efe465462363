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

/** One sign-in: the tokens it issued and all tokens renewed from them. */
export interface CredentialTable {
  id: number;
  user_id: number;
  created: string;
  /** When its newest refresh token ends. */
  expires: string;
  /** The browser's user agent string. */
  user_agent: string | null;
  /** When its tokens were last renewed. */
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
