import type { Generated } from 'kysely';

export interface MerchantTables {
  merchants: MerchantTable;
}

/** The account. Its row outlives its deletion, because bills do. */
export interface MerchantTable {
  id: number;
  name: string | null;
  billing_state: Generated<'TRIAL' | 'ACTIVE' | 'INACTIVE'>;
  /** The saved reference that led to the sign-up. */
  reference: string | null;
  created: string;
  deleted: string | null;
  /** Head of the audit chain: the number and the hash of its last entry. */
  audit_sequence: Generated<number>;
  audit_hash: Generated<string>;
}
