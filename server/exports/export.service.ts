/** Exports everything of one kind as a file. It is read in pages while it is sent, so that memory does not grow with its length. */
import type { Caller, OutsideContext, TransactionContext } from '../core/context.ts';
import { inTransaction } from '../database/transaction.ts';
import { Streamed } from '../http/body/streamed.ts';
import { type FileFormat, partsOf, type Table } from './export-file.ts';

export type { FileFormat };

/** Writing this many rows takes about as long as any other call. */
export const EXPORT_PAGE = 64;

interface Export<Row> extends Table<Row> {
  format: FileFormat;
  /** The beginning of the file's name, if it is not `rows`. */
  name?: string;
  record: (ctx: TransactionContext & Caller) => Promise<void>;
  /** Read with `reading`, so that an export with a fast client does not hold up everything else. */
  pages: AsyncIterable<Row[]>;
}

/** @throws TooManyRequests or ServiceUnavailable while too many exports are running. */
export async function exportFile<Row extends object>(
  ctx: OutsideContext & Caller,
  { format, record, pages, name, ...table }: Export<Row>,
): Promise<Streamed> {
  const place = ctx.deps.exports.enter(ctx.principal.merchant_id);
  const ended = () => place[Symbol.dispose]();
  try {
    await inTransaction(ctx, record);
  } catch (error) {
    ended();
    throw error;
  }
  const day = ctx.deps.clock.now().toISOString().slice(0, 10);
  return new Streamed({
    content_type: format === 'csv' ? 'text/csv' : 'application/json',
    file_name: `${name ?? table.rows}-${day}.${format}`,
    parts: partsOf(format, table, pages),
    ended,
  });
}
