/** The differences between the two databases, so that each migration is written only once. */
import { type Kysely, PostgresAdapter, sql } from 'kysely';

export const isPostgres = <T>(db: Kysely<T>): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

export type ColumnTypes = ReturnType<typeof columnTypes>;

export function columnTypes(db: Kysely<never>) {
  const postgres = isPostgres(db);
  return {
    /** Ids, counts, booleans as 0/1 and money in millionths of a dollar. */
    integer: postgres ? sql`bigint` : sql`integer`,
    /** Text, timestamps (ISO 8601, UTC, milliseconds) and JSON. */
    text: sql`text`,
    bytes: postgres ? sql`bytea` : sql`blob`,
    /** Text that is sorted by its bytes, as SQLite always does. */
    bytewise: postgres ? sql`text collate "C"` : sql`text`,
    /** Appended to `create table`, so that SQLite stores the rows in the order of the primary key. */
    withoutRowid: postgres ? sql`` : sql` without rowid`,
  };
}
