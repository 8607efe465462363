export interface PolicyTable {
  id: number;
  merchant_id: number;
  /** Unique in the account, also among deleted policies, so that a name and a version always mean the same rules. */
  name: string;
  /** The current version. */
  version: number;
  created: string;
  deleted: string | null;
}

export interface PolicyVersionTable {
  policy_id: number;
  version: number;
  /** PolicyRules of the contract as JSON. Never changed. */
  rules: string;
  created: string;
}

export interface PolicyTables {
  policies: PolicyTable;
  policy_versions: PolicyVersionTable;
}
