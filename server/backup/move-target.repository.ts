/** Writes and reads every table of a PostgreSQL database, whatever its columns. */
import { sql } from 'kysely';
import type { Db, Trx } from '../database/database.ts';
import { conditionOf, type MovedRow, type MovedTable, quoted, selectionOf } from './moved-table.ts';

export const listTargetTables = async (db: Db): Promise<string[]> =>
  (await db.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name);

/** The foreign keys, as pairs of tables: a parent must be filled before its child. */
export async function listReferences(db: Db): Promise<{ child: string; parent: string }[]> {
  const { rows } = await sql<{ child: string; parent: string }>`
    select child.relname as child, parent.relname as parent from pg_constraint
    inner join pg_class as child on child.oid = conrelid inner join pg_class as parent on parent.oid = confrelid
    where contype = 'f'`.execute(db);
  return rows;
}

export async function findColumnTypes(db: Db, { name }: MovedTable): Promise<Map<string, string>> {
  const { rows } = await sql<{ column: string; type: string }>`
    select attname as column, format_type(atttypid, null) as type from pg_attribute
    where attrelid = to_regclass(quote_ident(${name})) and attnum > 0 and not attisdropped`.execute(db);
  return new Map(rows.map(({ column, type }) => [column, type]));
}

/** Locks the table in which a starting server stores its keys, so that no server starts on a database that is being filled. */
export async function keepServersOut(db: Trx): Promise<void> {
  await sql`lock table server_state in share row exclusive mode`.execute(db);
}

export async function hasRows(db: Db, table: MovedTable): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table.name)}${sql.raw(conditionOf(table))} limit 1`.execute(db);
  return rows.length > 0;
}

/** Removes the rows that the migrations have inserted, except those that describe this database. */
export async function removeRows(db: Trx, table: MovedTable): Promise<void> {
  await sql`delete from ${sql.table(table.name)}${sql.raw(conditionOf(table))}`.execute(db);
}

/** Sends one array for each column, which costs PostgreSQL much less than one parameter for each value. */
export async function insertRows(
  db: Trx,
  { name, columns }: MovedTable,
  types: Map<string, string>,
  rows: MovedRow[],
): Promise<void> {
  const arrays = columns.map((column, at) => sql`${rows.map((row) => row[at])}::${sql.raw(`${types.get(column)!}[]`)}`);
  const names = columns.map((column) => sql.ref(column));
  await sql`insert into ${sql.table(name)} (${sql.join(names)}) select * from unnest(${sql.join(arrays)})`.execute(db);
}

const CURSOR_ROWS = 1000;
/** The number of rows read at a time from tables with binary columns, whose rows can be large. */
const CURSOR_LARGE_ROWS = 200;

/** All rows in the order in which SQLite sorts the key, read in parts. */
export async function* readTargetRows(
  db: Trx,
  table: MovedTable,
  types: Map<string, string>,
): AsyncGenerator<MovedRow> {
  const order = table.key.map((column) => `${quoted(column)}${types.get(column) === 'text' ? ' collate "C"' : ''}`);
  const cursor = sql.id(`moved_${table.name}`);
  await sql`declare ${cursor} no scroll cursor for select ${sql.raw(selectionOf(table))}
    from ${sql.table(table.name)}${sql.raw(conditionOf(table))} order by ${sql.raw(order.join(', '))}`.execute(db);
  const count = [...types.values()].includes('bytea') ? CURSOR_LARGE_ROWS : CURSOR_ROWS;
  for (let last = count; last === count; ) {
    const { rows } = await sql<Record<string, unknown>>`fetch forward ${sql.lit(count)} from ${cursor}`.execute(db);
    for (const row of rows) yield Object.values(row);
    last = rows.length;
  }
  await sql`close ${cursor}`.execute(db);
}

export async function analyze(db: Db): Promise<void> {
  await sql`analyze`.execute(db);
}
