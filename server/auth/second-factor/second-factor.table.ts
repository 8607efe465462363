export interface SecondFactorTables {
  totps: TotpTable;
  recovery_codes: RecoveryCodeTable;
}

/** The authenticator app of a user, who has one at most. */
export interface TotpTable {
  user_id: number;
  /** Sealed. Null until the first one is confirmed. */
  secret: Buffer | null;
  /** Sealed. A new one that was shown and not confirmed yet. */
  pending_secret: Buffer | null;
  /** When the secret was confirmed, or the pending one made. */
  created: string;
  /** The time step of the newest code that was used, none of which works again. */
  last_step: number;
}

export interface RecoveryCodeTable {
  /** A keyed hash, since all codes could be tried against a plain one. */
  hash: string;
  user_id: number;
}
