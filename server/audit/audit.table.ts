import type { AuditAction } from '../generated/operations.gen.ts';

export interface AuditTables {
  audit_entries: AuditEntryTable;
}

/** One entry of an account's chain: `hash` covers the row and the previous hash. */
export interface AuditEntryTable {
  id: number;
  merchant_id: number;
  sequence: number;
  created: string;
  action: AuditAction;
  actor: 'USER' | 'OPERATOR' | 'SYSTEM';
  user_id: number | null;
  target_id: number | null;
  request_id: string | null;
  reason: string | null;
  /** Where the call came from. Null if there was no call (workers and operator commands), and in entries of earlier versions. */
  network: string | null;
  browser: string | null;
  system: string | null;
  hash: string;
}
