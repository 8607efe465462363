export interface LinkTable {
  id: number;
  merchant_id: number;
  /** The end of the link's address. Anyone who knows it can start sessions. */
  code: string;
  /** The account's own name for it. */
  name: string;
  title: string | null;
  brand_color: string | null;
  /** How many people can be verified. Null for any number. */
  session_limit: number | null;
  expires: string | null;
  /** When the account ended it. */
  ended: string | null;
  /** SessionOptions of the contract as JSON. */
  options: string;
  /** How many sessions were started from it, and how many of them were approved and rejected. */
  started: number;
  approved: number;
  rejected: number;
  created: string;
}

export interface LinkTables {
  links: LinkTable;
}
