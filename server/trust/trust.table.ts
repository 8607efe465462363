export interface TrustTables {
  trust_sources: TrustSourceTable;
  trust_objects: TrustObjectTable;
  trust_log: TrustLogTable;
}

/** A file, or a list in a file, that an operator has imported. */
export interface TrustSourceTable {
  id: number;
  /** PUBLISHED is what proves itself by its signature: revocation lists, deviation lists, document signers and link certificates. */
  kind: 'MASTER_LIST' | 'CERTIFICATES' | 'PUBLISHED';
  name: string;
  /** Of the file, or of the list in it, in hexadecimal. */
  sha256: string;
  /** Of the publisher of a master list. */
  country: string | null;
  /** The day on which a master list was signed. */
  dated: string | null;
  signer: string | null;
  /** The certificate of the root that vouches for the signer of a master list. */
  root: Buffer | null;
  imported: string;
  imported_by: string;
}

export interface TrustObjectTable {
  source_id: number;
  position: number;
  kind: 'CSCA' | 'SIGNER' | 'CRL' | 'DEVIATION_LIST';
  /** The name of its entry in the PKD, by which later files replace or delete it. */
  dn: string | null;
  /** Of a document signer, to find it. */
  serial_number: string | null;
  key_id: string | null;
  content: Buffer;
}

/** One link of the chain: `hash` covers the row and the hash before it. */
export interface TrustLogTable {
  sequence: number;
  created: string;
  /** The last two are about keys that sign proofs: what others may trust. */
  action: 'import' | 'remove' | 'reload' | 'rotate_proof_key' | 'withdraw_proof_key';
  actor: string;
  kind: TrustSourceTable['kind'] | null;
  name: string | null;
  sha256: string | null;
  /** JSON: numbers, reasons, fingerprints and names of files. */
  details: string;
  hash: string;
}
