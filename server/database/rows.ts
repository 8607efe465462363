import type { DeleteResult, InsertResult, UpdateResult } from 'kysely';

/** Runs a statement whose outcome does not matter. */
export async function run(statement: { execute(): Promise<unknown> }): Promise<void> {
  await statement.execute();
}

/** Runs a statement. @returns whether it wrote or deleted a row. */
export async function changesRows(statement: {
  executeTakeFirst(): Promise<InsertResult | UpdateResult | DeleteResult>;
}): Promise<boolean> {
  const result = await statement.executeTakeFirst();
  if ('numUpdatedRows' in result) return result.numUpdatedRows > 0n;
  if ('numDeletedRows' in result) return result.numDeletedRows > 0n;
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Whether a query finds a row. */
export const findsRow = async (query: {
  limit(count: number): { executeTakeFirst(): Promise<unknown> };
}): Promise<boolean> => (await query.limit(1).executeTakeFirst()) !== undefined;
