/**
 * A document that an account verified and wants to recognise. Deleted after the account's number of days, when redaction of the
 * session is requested, and with the account.
 */
export interface SeenDocumentTable {
  session_id: number;
  merchant_id: number;
  /** HMAC-SHA-256 of issuing State, type and number, and of whether it is a specimen, under a key derived for the account. */
  document_hash: Buffer;
  verified: string;
}

export interface SeenTables {
  seen_documents: SeenDocumentTable;
}
