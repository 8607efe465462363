import { sql } from 'kysely';
import type { Db } from '../database/database.ts';

export const isEmpty = async (db: Db): Promise<boolean> =>
  (await db.introspection.getTables({ withInternalKyselyTables: true })).length === 0;

export async function createDatabase(db: Db, name: string): Promise<void> {
  await sql`create database ${sql.id(name)}`.execute(db);
}

export async function dropDatabase(db: Db, name: string): Promise<void> {
  await sql`drop database if exists ${sql.id(name)} with (force)`.execute(db);
}

/** SQLite only: the faults that it finds in its own file. */
export async function findSqliteFaults(db: Db): Promise<string[]> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
  return rows.map((row) => row.integrity_check).filter((text) => text !== 'ok');
}

export async function countTables(db: Db): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db);
    counts.set(name, rows[0]?.count ?? 0);
  }
  return counts;
}
