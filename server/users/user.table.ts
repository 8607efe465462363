import type { UserRole } from '../generated/operations.gen.ts';

export interface UserTables {
  users: UserTable;
  service_keys: ServiceKeyTable;
  invites: InviteTable;
}

export interface UserTable {
  id: number;
  merchant_id: number;
  type: 'NATURAL' | 'SERVICE' | 'GOOGLE' | 'MICROSOFT';
  /** Null for API keys. */
  role: UserRole | null;
  email: string | null;
  /** The address in the form in which addresses are compared. */
  email_key: string | null;
  email_verified: number;
  alias: string;
  name: string | null;
  locale: 'en' | 'es';
  created: string;
  last_used: string | null;
}

export interface ServiceKeyTable {
  public_key: string;
  user_id: number;
  /** The account of the user, who stays in it: here too, so that a call finds its key and account in one row. */
  merchant_id: number;
  /** SHA-256. A slow hash would add nothing, because the secret is random. */
  secret_hash: Buffer;
  /** The secret before the rotation, accepted until `previous_expires`. */
  previous_secret_hash: Buffer | null;
  previous_expires: string | null;
}

/** An invitation. It is valid only while its maker is in the account. */
export interface InviteTable {
  id: number;
  merchant_id: number;
  /** Who invited. Null, like the address, only in old invitations, which have expired. */
  user_id: number | null;
  /** The address that may accept it. */
  email: string | null;
  email_key: string | null;
  /** Of whoever accepts it. */
  role: UserRole;
  token_hash: string;
  created: string;
  expires: string;
  used: string | null;
  revoked: string | null;
}
