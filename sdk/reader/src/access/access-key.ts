/** The key that opens the chip. It is printed on the document, so that only its holder can read the chip (Doc 9303-11, 4). */
export type AccessKey =
  /** The machine readable zone, its lines with or without line breaks. */
  | { mrz: string }
  /** The fields of the MRZ that the key is derived from. Dates as YYMMDD. */
  | { document_number: string; date_of_birth: string; date_of_expiry: string }
  /** The card access number, six digits on the front of an identity card. Opens PACE only. */
  | { can: string };
