/** Decrypts every value that is encrypted with the server's key. */
import type { Context } from '../core/context.ts';
import { findSealedValues } from './reseal.repository.ts';
import type { SealedColumn } from './reseal.service.ts';

const BATCH = 200;

export interface SealedCheck {
  opened: Map<string, number>;
  /** A sentence for each value that could not be decrypted. */
  faults: string[];
}

export async function checkSealed({ db, deps }: Context, columns: SealedColumn[]): Promise<SealedCheck> {
  const opened = new Map<string, number>();
  const faults: string[] = [];
  for (const column of columns) {
    let count = 0;
    for (let after: string | number | undefined; ; ) {
      const rows = await findSealedValues(db, column, { after, limit: BATCH });
      for (const { id, sealed, beside } of rows) {
        try {
          deps.sealer.open(sealed, column.context(id, beside));
          count++;
        } catch {
          faults.push(`${column.table}.${column.column}: the value of ${column.id} ${id} cannot be decrypted.`);
        }
      }
      if (rows.length < BATCH) break;
      after = rows.at(-1)!.id;
    }
    opened.set(column.what, count);
  }
  return { opened, faults };
}
