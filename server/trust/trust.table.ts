export interface TrustTables {
  trust_sources: TrustSourceTable;
  trust_objects: TrustObjectTable;
  trust_log: TrustLogTable;
}

export interface TrustSourceTable {
  id: number;
  /** PUBLISHED: revocation lists, deviation lists, document signers and link certificates, each verified by its own signature. */
  kind: 'MASTER_LIST' | 'CERTIFICATES' | 'PUBLISHED';
  name: string;
  /** Of the file, or of the list within it, in hexadecimal. */
  sha256: string;
  /** The publisher of a master list. */
  country: string | null;
  /** The day on which a master list was signed. */
  dated: string | null;
  signer: string | null;
  /** The root certificate that vouches for the signer of a master list. */
  root: Buffer | null;
  imported: string;
  imported_by: string;
}

export interface TrustObjectTable {
  source_id: number;
  position: number;
  kind: 'CSCA' | 'SIGNER' | 'CRL' | 'DEVIATION_LIST';
  /**
   * The name of the object's PKD entry. Later files use this name to delete the object, or to replace it unless it is a revocation
   * list or deviation list.
   */
  dn: string | null;
  /** Used to look up document signers. */
  serial_number: string | null;
  key_id: string | null;
  content: Buffer;
}

/** `hash` covers the row and the previous hash. */
export interface TrustLogTable {
  sequence: number;
  created: string;
  /** The last two actions concern the keys that sign proofs. They are logged here because third parties trust these keys. */
  action: 'import' | 'remove' | 'reload' | 'rotate_proof_key' | 'withdraw_proof_key';
  actor: string;
  kind: TrustSourceTable['kind'] | null;
  name: string | null;
  sha256: string | null;
  details: string;
  hash: string;
}
