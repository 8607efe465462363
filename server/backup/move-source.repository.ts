/** Reads the tables of a SQLite database without knowing their columns in advance. */
import type Sqlite from 'better-sqlite3';
import type { Db } from '../database/database.ts';
import { conditionOf, type MovedRow, type MovedTable, quoted, selectionOf } from './moved-table.ts';

export function listSourceTables(handle: Sqlite.Database): MovedTable[] {
  const names = handle
    .prepare<[], { name: string }>(
      `select name from sqlite_schema
       where type = 'table' and name not like 'sqlite\\_%' escape '\\' and name not like 'kysely\\_%' escape '\\' order by name`,
    )
    .all();
  return names.map(({ name }) => {
    const columns = handle
      .prepare<[string], { name: string; pk: number }>('select name, pk from pragma_table_info(?)')
      .all(name);
    const key = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
    return { name, columns: columns.map((column) => column.name), key: key.map((column) => column.name) };
  });
}

export const countSourceRows = (handle: Sqlite.Database, table: MovedTable): number =>
  handle
    .prepare<[], number>(`select count(*) from ${quoted(table.name)}${conditionOf(table)}`)
    .pluck()
    .get()!;

/** Reads whole numbers as bigint, so that none is rounded. @param inOrder whether the rows are sorted by their key */
export function readSourceRows(
  handle: Sqlite.Database,
  table: MovedTable,
  { inOrder }: { inOrder: boolean },
): IterableIterator<MovedRow> {
  const order = inOrder ? ` order by ${table.key.map(quoted).join(', ')}` : '';
  const text = `select ${selectionOf(table)} from ${quoted(table.name)}${conditionOf(table)}${order}`;
  return handle.prepare<[], MovedRow>(text).raw().safeIntegers().iterate();
}

export async function summarizeIdentityData(db: Db): Promise<{ sessions: number; until: string | null }> {
  const found = await db
    .selectFrom('session_keys')
    .innerJoin('sessions', 'sessions.id', 'session_keys.session_id')
    .select(({ fn }) => [fn.countAll<number>().as('sessions'), fn.min('identity_data_until').as('until')])
    .executeTakeFirstOrThrow();
  return found;
}
