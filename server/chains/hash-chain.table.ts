export interface HashChainTables {
  hash_chain_heads: HashChainHeadTable;
}

/** The heads of the chains that belong to the installation. An account has the head of its audit log in its own row. */
export interface HashChainHeadTable {
  chain: 'trust' | 'incidents';
  /** The number of the newest entry, and its hash. */
  sequence: number;
  hash: string;
  /** How many entries were there when the head was introduced. */
  found: number;
}
