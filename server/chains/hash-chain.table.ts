export interface HashChainTables {
  hash_chain_heads: HashChainHeadTable;
}

/** The heads of the installation's chains. The head of an account's audit log is in the account's row. */
export interface HashChainHeadTable {
  chain: 'trust' | 'incidents';
  sequence: number;
  hash: string;
  /** How many entries existed when the head was introduced. */
  found: number;
}
