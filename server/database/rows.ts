import type { DeleteResult, InsertResult, SelectQueryBuilder, UpdateResult } from 'kysely';
import type { Database, Db } from './database.ts';

export async function run(statement: { execute(): Promise<unknown> }): Promise<void> {
  await statement.execute();
}

export async function changesRows(statement: {
  executeTakeFirst(): Promise<InsertResult | UpdateResult | DeleteResult>;
}): Promise<boolean> {
  const result = await statement.executeTakeFirst();
  if ('numUpdatedRows' in result) return result.numUpdatedRows > 0n;
  if ('numDeletedRows' in result) return result.numDeletedRows > 0n;
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export const findsRow = async (query: {
  limit(count: number): { executeTakeFirst(): Promise<unknown> };
}): Promise<boolean> => (await query.limit(1).executeTakeFirst()) !== undefined;

export const columnOf =
  <Name extends string>(name: Name) =>
  async <Value>(query: { execute(): Promise<Record<Name, Value>[]> }): Promise<Value[]> =>
    (await query.execute()).map((row) => row[name]);

export const firstOf =
  <Name extends string>(name: Name) =>
  async <Value>(query: {
    limit(count: number): { executeTakeFirst(): Promise<Record<Name, Value> | undefined> };
  }): Promise<NonNullable<Value> | undefined> =>
    (await query.limit(1).executeTakeFirst())?.[name] ?? undefined;

/** Counting all of a long queue would delay the work on it. */
const MOST_COUNTED = 100_000;

export const countRows =
  (db: Db, most = MOST_COUNTED) =>
  async <TB extends keyof Database, O>(query: SelectQueryBuilder<Database, TB, O>): Promise<number> => {
    const found = db.selectFrom(query.limit(most).as('found')).select(({ fn }) => fn.countAll<number>().as('rows'));
    return (await found.executeTakeFirstOrThrow()).rows;
  };
