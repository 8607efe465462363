import type { UserRole } from '../generated/operations.gen.ts';

export interface UserTables {
  users: UserTable;
  service_keys: ServiceKeyTable;
  invites: InviteTable;
  email_changes: EmailChangeTable;
}

export interface UserTable {
  id: number;
  merchant_id: number;
  type: 'NATURAL' | 'SERVICE' | 'GOOGLE' | 'MICROSOFT';
  /** Null for API keys. */
  role: UserRole | null;
  /** The address for sign-in and recovery. Null for API keys. */
  email: string | null;
  email_key: string | null;
  email_verified: number;
  /** The address that replaces a verified one once its code has been entered. Until then, it is only displayed. */
  pending_email: string | null;
  alias: string;
  name: string | null;
  locale: 'en' | 'es';
  created: string;
  last_used: string | null;
}

export interface ServiceKeyTable {
  public_key: string;
  user_id: number;
  /** The user's account, which never changes. It is stored here too, so that a call finds key and account in one row. */
  merchant_id: number;
  /** SHA-256. A slow hash would add nothing, because the secret is random. */
  secret_hash: Buffer;
  /** The secret before the rotation, accepted until `previous_expires`. */
  previous_secret_hash: Buffer | null;
  previous_expires: string | null;
}

/** Valid only while its creator is in the account and may invite. */
export interface InviteTable {
  id: number;
  merchant_id: number;
  /** The inviter. Null, like the address, only in old invitations, which have expired. */
  user_id: number | null;
  email: string | null;
  email_key: string | null;
  role: UserRole;
  token_hash: string;
  created: string;
  expires: string;
  used: string | null;
  revoked: string | null;
}

export interface EmailChangeTable {
  code_hash: string;
  user_id: number;
  email: string;
  email_key: string;
  created: string;
  expires: string;
}
