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

interface Batch {
  after: string | number | undefined;
  limit: number;
  key_id?: Buffer;
}

export async function findSealedValues(db: Db, column: Column, { after, limit, key_id }: Batch): Promise<SealedRow[]> {
  const [id, sealed] = [sql.ref(column.id), sql.ref(column.column)];
  const { rows } = await sql<SealedRow>`
    select ${id} as id, ${sealed} as sealed, ${column.beside ?? sql`null`} as beside
    from ${sql.table(column.table)}
    where ${key_id ? isOutdated(column, key_id) : sql`${sealed} is not null`}
      ${after === undefined ? sql`` : sql`and ${id} > ${after}`}
    order by ${id} limit ${limit}`.execute(db);
  return rows;
}

/** Replaces a value, unless it has changed since it was read. */
export async function replaceSealed(
  db: Trx,
  { table, id: idColumn, column }: Column,
  { id, from, to }: { id: string | number; from: Buffer; to: Buffer },
): Promise<void> {
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${to}
    where ${sql.ref(idColumn)} = ${id} and ${sql.ref(column)} = ${from}`.execute(db);
}
