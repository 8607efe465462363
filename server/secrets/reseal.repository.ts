/** Reads and replaces encrypted values of any table, with the same SQL on both databases. */
import { sql } from 'kysely';
import type { Db, Trx } from '../database/database.ts';
import type { SealedColumn } from './reseal.service.ts';

type Column = Pick<SealedColumn, 'table' | 'id' | 'column' | 'beside'>;

interface SealedRow {
  id: string | number;
  sealed: Buffer;
  beside: unknown;
}

/** An encrypted value begins with the id of its key. */
const isOutdated = ({ column }: Column, key_id: Buffer) =>
  sql<boolean>`${sql.ref(column)} is not null and substr(${sql.ref(column)}, 1, ${sql.lit(key_id.length)}) <> ${key_id}`;

export async function countOutdated(db: Db, column: Column, key_id: Buffer): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(column.table)} where ${isOutdated(column, key_id)}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function findOutdated(
  db: Trx,
  column: Column,
  { key_id, after, limit }: { key_id: Buffer; after: string | number | undefined; limit: number },
): Promise<SealedRow[]> {
  const id = sql.ref(column.id);
  const { rows } = await sql<SealedRow>`
    select ${id} as id, ${sql.ref(column.column)} as sealed, ${column.beside ?? sql`null`} as beside
    from ${sql.table(column.table)}
    where ${isOutdated(column, key_id)} ${after === undefined ? sql`` : sql`and ${id} > ${after}`}
    order by ${id} limit ${limit}`.execute(db);
  return rows;
}

/** Values of the column, whichever key encrypted them. */
export async function findSealedValues(
  db: Db,
  column: Column,
  { after, limit }: { after: string | number | undefined; limit: number },
): Promise<SealedRow[]> {
  const id = sql.ref(column.id);
  const { rows } = await sql<SealedRow>`
    select ${id} as id, ${sql.ref(column.column)} as sealed, ${column.beside ?? sql`null`} as beside
    from ${sql.table(column.table)}
    where ${sql.ref(column.column)} is not null ${after === undefined ? sql`` : sql`and ${id} > ${after}`}
    order by ${id} limit ${limit}`.execute(db);
  return rows;
}

/** Leaves a value alone that has changed since it was read. */
export async function replaceSealed(
  db: Trx,
  { table, id: idColumn, column }: Column,
  { id, from, to }: { id: string | number; from: Buffer; to: Buffer },
): Promise<void> {
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${to}
    where ${sql.ref(idColumn)} = ${id} and ${sql.ref(column)} = ${from}`.execute(db);
}
