/** Exports everything of one kind as a file. It is read in pages while it is sent, so that memory does not grow with its length. */
import type { Caller, OutsideContext, TransactionContext } from '../core/context.ts';
import { createTurns } from '../core/promises.ts';
import { inTransaction } from '../database/transaction.ts';
import { Streamed } from '../http/body/streamed.ts';
import { type FileFormat, partsOf, type Table } from './export-file.ts';

export type { FileFormat };

/** Reading and writing this many rows takes about as long as any other call. */
export const EXPORT_PAGE = 32;

/**
 * Reading SQLite is synchronous, so an export with a fast client would block everything else. Across all exports, one page is
 * read per turn of the event loop.
 */
const turn = createTurns();

interface Export<Row> extends Table<Row> {
  format: FileFormat;
  /** The beginning of the file's name, if it is not `rows`. */
  name?: string;
  record: (ctx: TransactionContext & Caller) => Promise<void>;
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
    parts: partsOf(format, table, inTurns(pages)),
    ended,
  });
}

async function* inTurns<Row>(pages: AsyncIterable<Row[]>): AsyncGenerator<Row[]> {
  for await (const page of pages) {
    yield page;
    await turn();
  }
}
