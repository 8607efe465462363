export interface PasskeyTables {
  passkeys: PasskeyTable;
  passkey_challenges: PasskeyChallengeTable;
}

export interface PasskeyTable {
  id: number;
  user_id: number;
  /** What the authenticator calls it, in base64url. */
  credential_id: string;
  /** COSE. */
  public_key: Buffer;
  /** How often it signed, as it says; 0 for most, which do not count. */
  counter: number;
  name: string;
  created: string;
  last_used: string | null;
}

/** A challenge is answered once, in the browser that asked for it. */
export interface PasskeyChallengeTable {
  hash: string;
  browser_hash: string;
  purpose: 'sign_up' | 'registration' | 'authentication';
  /** Who adds a passkey; at a sign-up, who they will be. */
  user_id: number | null;
  expires: string;
}
