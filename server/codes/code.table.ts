export interface CodeTables {
  codes: CodeTable;
}

export interface CodeTable {
  purpose: 'verify_email' | 'recover';
  /** The owner of the code: a user id, or the keyed hash of an address, which may have no account. */
  subject: string;
  hash: string;
  expires: string;
}
