export interface UserTables {
  users: UserTable;
  service_keys: ServiceKeyTable;
  invites: InviteTable;
}

export interface UserTable {
  id: number;
  merchant_id: number;
  type: 'NATURAL' | 'SERVICE' | 'GOOGLE' | 'MICROSOFT';
  email: string | null;
  /** The address in the form under which it is unique. */
  email_key: string | null;
  email_verified: number;
  alias: string;
  name: string | null;
  locale: 'en' | 'es';
  created: string;
  last_used: string | null;
}

export interface ServiceKeyTable {
  user_id: number;
  public_key: string;
  /** SHA-256: the secret is random, so that a slow hash would add nothing. */
  secret_hash: Buffer;
  /** The secret before the rotation, honoured until `previous_expires`. */
  previous_secret_hash: Buffer | null;
  previous_expires: string | null;
}

/** Good as long as the user who made it is in the account. */
export interface InviteTable {
  id: number;
  merchant_id: number;
  /** Who invited. Null as the address is in invitations of old, which are over. */
  user_id: number | null;
  /** For whom it is. */
  email: string | null;
  email_key: string | null;
  token_hash: string;
  created: string;
  expires: string;
  used: string | null;
  revoked: string | null;
}
