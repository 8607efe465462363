export interface MovedTable {
  name: string;
  columns: string[];
  key: string[];
}

/** The values of a row in the order of the table's columns. For `session_keys`, those of BESIDE_SESSION_KEYS follow. */
export type MovedRow = unknown[];

/** Columns of the session: decrypting its key needs the account, and encrypting it again needs the hour of its end. */
export const BESIDE_SESSION_KEYS = ['merchant_id', 'ended'].map(
  (column) => `(select ${column} from sessions where sessions.id = session_keys.session_id) as ${column}`,
);

/**
 * Rows of `server_state` that describe a database, and not the installation: its schema, its folder of erasure keys, its last
 * backup, and the row written to check that the database is writable.
 */
export const OWN_STATE = ['oldest_schema', 'erasure_folder', 'erasure_from', 'last_backup', 'readiness'];

export const conditionOf = ({ name }: MovedTable): string =>
  name === 'server_state' ? ` where name not in (${OWN_STATE.map((own) => `'${own}'`).join(', ')})` : '';

export const selectionOf = ({ name, columns }: MovedTable): string =>
  [...columns.map(quoted), ...(name === 'session_keys' ? BESIDE_SESSION_KEYS : [])].join(', ');

export const quoted = (name: string): string => `"${name}"`;
