export interface SecondFactorTables {
  totps: TotpTable;
  recovery_codes: RecoveryCodeTable;
}

/** A user's authenticator app. A user has at most one. */
export interface TotpTable {
  user_id: number;
  /** Encrypted. Null until the first secret is confirmed. */
  secret: Buffer | null;
  /** Encrypted. A new secret that was shown but is not confirmed yet. */
  pending_secret: Buffer | null;
  /** When the secret was confirmed or the pending one created. */
  created: string;
  /** The time step of the newest code that was used. Codes up to this step no longer work. */
  last_step: number;
}

export interface RecoveryCodeTable {
  /** A keyed hash, since a plain one could be broken by trying all codes. */
  hash: string;
  user_id: number;
}
