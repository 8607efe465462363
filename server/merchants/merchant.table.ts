import type { Generated } from 'kysely';
import type { PersonLocale } from '../generated/operations.gen.ts';

export interface MerchantTables {
  /**
   * Columns that other rooms write (scripts/checks/table-walls.ts):
   * @writer audit audit_sequence audit_hash
   * @writer billing name billing_state
   */
  merchants: MerchantTable;
  /** At most one for each account: a PNG, and its SHA-256 in hexadecimal. */
  merchant_logos: { merchant_id: number; sha256: string; png: Buffer };
}

/** The account. Its row is kept after deletion, because its bills are. */
export interface MerchantTable {
  id: number;
  name: string | null;
  billing_state: Generated<'TRIAL' | 'ACTIVE' | 'INACTIVE'>;
  /** Whether its sessions by default require proof that the chip is the original. */
  require_clone_protection: Generated<number>;
  /** Whether its sessions by default reject documents with weak algorithms. */
  refuse_weak: Generated<number>;
  require_second_factor: Generated<number>;
  /** The default language of its sessions. If null, the end user's browser decides. */
  default_locale: PersonLocale | null;
  retention_hours: Generated<number>;
  document_memory_days: Generated<number>;
  /** The hosts and app schemes that end users may be redirected to, as JSON. Null allows all. */
  return_addresses: string | null;
  /** As `#rrggbb`. */
  brand_color: string | null;
  /** Where the sign-up came from, according to its link. */
  reference: string | null;
  created: string;
  deleted: string | null;
  suspended: string | null;
  /** The number and the hash of the last entry in the chain of the audit log. */
  audit_sequence: Generated<number>;
  audit_hash: Generated<string>;
}
