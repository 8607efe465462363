import type { Db } from '../../database/database.ts';

/**
 * The next number in a series of documents, such as `INV-2026-000001`. The row of the series stays locked until the transaction
 * ends, so that a rollback leaves no gap (Directive 2006/112/EC, article 226 (2)).
 */
export async function nextNumber(db: Db, { series, year }: { series: string; year: number }): Promise<string> {
  const { last } = await db
    .insertInto('document_numbers')
    .values({ series, year, last: 1 })
    .onConflict((conflict) =>
      conflict.columns(['series', 'year']).doUpdateSet((eb) => ({ last: eb('document_numbers.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return `${series}-${year}-${String(last).padStart(6, '0')}`;
}
