import type { Generated } from 'kysely';

export interface MerchantTables {
  merchants: MerchantTable;
}

/** The account. Its row stays when it is deleted, because its bills are kept. */
export interface MerchantTable {
  id: number;
  name: string | null;
  billing_state: Generated<'TRIAL' | 'ACTIVE' | 'INACTIVE'>;
  /** Whether its sessions require a proof of the chip unless they say otherwise. */
  require_clone_protection: Generated<number>;
  /** The saved reference that led to the sign-up. */
  reference: string | null;
  created: string;
  deleted: string | null;
  /** The number and the hash of the last entry in the chain of the audit log. */
  audit_sequence: Generated<number>;
  audit_hash: Generated<string>;
}
