/**
 * Rotates the server's key while the service runs: values encrypted with an earlier key are encrypted again with the current one,
 * in small transactions. It can be interrupted anywhere, since the service knows both keys and decrypts each value with the right
 * one, and continues when it runs again.
 */
import type { RawBuilder } from 'kysely';
import type { OutsideContext } from '../core/context.ts';
import { inTransaction } from '../database/transaction.ts';
import { countOutdated, findSealedValues, replaceSealed } from './reseal.repository.ts';
import { resealProof, resealRoot } from './server-key.ts';

export interface SealedColumn {
  what: string;
  table: string;
  id: string;
  column: string;
  /** Another column whose value is part of the context. */
  beside?: RawBuilder<unknown>;
  context(id: string | number, beside: unknown): string;
}

export interface Resealed {
  resealed: number;
  /** Values encrypted in the meantime by a process that still uses the earlier key. */
  left: number;
  /** The number of values that none of the keys can decrypt, by column. */
  unreadable: Map<string, number>;
}

const BATCH = 100;
/** A process with the earlier key can add values faster than they are converted, so the number of passes is limited. */
const MOST_PASSES = 3;

/** `progress` is called after each batch with how many of a column's values are done, and how many there were. */
export async function reseal(
  ctx: OutsideContext,
  columns: SealedColumn[],
  progress: (what: string, done: number, of: number) => void,
): Promise<Resealed> {
  const unreadable = new Map<string, number>();
  let resealed = 0;
  let left = 0;
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    unreadable.clear();
    for (const column of columns) {
      const all = await countOutdated(ctx.db, column, ctx.deps.sealer.key_id);
      const { done, failed } = await resealColumn(ctx, column, (count) => progress(column.what, count, all));
      resealed += done;
      if (failed > 0) unreadable.set(column.what, failed);
    }
    left = await countLeft(ctx, columns, unreadable);
    if (left === 0) break;
  }
  // The proof comes last: until then the service refuses to start with only the current key.
  if (left === 0)
    resealed += await inTransaction(ctx, async (ctx) => (await resealRoot(ctx)) + (await resealProof(ctx)));
  return { resealed, left, unreadable };
}

async function resealColumn(
  ctx: OutsideContext,
  column: SealedColumn,
  progress: (done: number) => void,
): Promise<{ done: number; failed: number }> {
  let [done, failed] = [0, 0];
  for (let after: string | number | undefined; ; ) {
    const batch = await inTransaction(ctx, async ({ db, deps: { sealer } }) => {
      const rows = await findSealedValues(db, column, { key_id: sealer.key_id, after, limit: BATCH });
      for (const { id, sealed, beside } of rows) {
        if (!sealer.isOurs(sealed)) {
          failed++;
          continue;
        }
        const context = column.context(id, beside);
        await replaceSealed(db, column, { id, from: sealed, to: sealer.seal(sealer.open(sealed, context), context) });
        done++;
      }
      return rows;
    });
    if (batch.length === 0) return { done, failed };
    progress(done);
    after = batch.at(-1)!.id;
  }
}

async function countLeft(
  { db, deps }: OutsideContext,
  columns: SealedColumn[],
  unreadable: Map<string, number>,
): Promise<number> {
  let left = 0;
  for (const column of columns)
    left += (await countOutdated(db, column, deps.sealer.key_id)) - (unreadable.get(column.what) ?? 0);
  return Math.max(0, left);
}
