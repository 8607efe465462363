export interface LinkTable {
  id: number;
  merchant_id: number;
  /** The end of the link's address. Anyone who knows it can start sessions. */
  code: string;
  name: string;
  title: string | null;
  brand_color: string | null;
  /** How many people can be verified. Null for any number. */
  session_limit: number | null;
  expires: string | null;
  ended: string | null;
  /** SessionOptions of the contract as JSON. */
  options: string;
  started: number;
  approved: number;
  rejected: number;
  created: string;
}

export interface LinkTables {
  links: LinkTable;
}
