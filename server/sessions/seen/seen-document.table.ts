/** A document that an account verified and wants to recognise. Deleted when the account's days are over, with the session's redaction on request, and with the account. */
export interface SeenDocumentTable {
  session_id: number;
  merchant_id: number;
  /** HMAC-SHA-256 of issuing State, type and number, under a key of the account. */
  document_hash: Buffer;
  /** When the session was approved. */
  verified: string;
}

export interface SeenTables {
  seen_documents: SeenDocumentTable;
}
