interface SessionViewTable {
  id: number;
  merchant_id: number;
  /** Who created it. */
  user_id: number;
  name: string;
  /** The query string of the session list's URL in the portal. */
  query: string;
  /** The names of the columns, separated by commas. */
  columns: string;
  created: string;
}

interface SessionNoteTable {
  id: number;
  merchant_id: number;
  session_id: number;
  user_id: number;
  /** Encrypted with the server's key, because people may type what they read in a document. */
  sealed: Buffer;
  created: string;
  edited: string | null;
}

interface SessionMarkTable {
  session_id: number;
  merchant_id: number;
  /** The user who set the mark last. */
  user_id: number;
  assignee_id: number | null;
  created: string;
}

export interface TeamTables {
  session_views: SessionViewTable;
  session_notes: SessionNoteTable;
  session_marks: SessionMarkTable;
}
