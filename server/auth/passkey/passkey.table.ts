export interface PasskeyTables {
  passkeys: PasskeyTable;
  passkey_challenges: PasskeyChallengeTable;
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
  /** The user who adds a passkey; at sign-up, the user to be created. */
  user_id: number | null;
  expires: string;
}
