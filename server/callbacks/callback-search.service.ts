import { storedTime } from '../core/clock.ts';
import type { Caller, OutsideContext } from '../core/context.ts';
import { known } from '../core/known.ts';
import { readPage } from '../database/page-cursor.ts';
import { reading } from '../database/reader.ts';
import type { Operations } from '../generated/operations.gen.ts';
import type { Callback } from './callback.repository.ts';
import { assertSession, BY_CREATION } from './callback.service.ts';
import { findLastSearched, searchCallbacks } from './callback-search.repository.ts';

/** How many callbacks one page looks at, as defined in the contract. */
export const MOST_LOOKED_AT = 20_000;

/**
 * A page may be incomplete although another follows, because the search ends after a limit.
 * @throws NotFound for another account's session.
 */
export async function findMatchingCallbacks(
  ctx: OutsideContext & Caller,
  { cursor, limit, created_from, created_to, ...filter }: Operations['callback.search']['body'],
): Promise<{ rows: Callback[]; next_cursor?: string }> {
  await assertSession(ctx, filter);
  const wanted = {
    ...filter,
    merchant_id: ctx.principal.merchant_id,
    ...(created_from !== undefined && { created_from: storedTime(created_from) }),
    ...(created_to !== undefined && { created_to: storedTime(created_to) }),
  };
  const isSifted = filter.host !== undefined || filter.session_state !== undefined;
  const db = isSifted ? reading(ctx) : ctx.db;
  return readPage(
    BY_CREATION,
    known({ cursor, limit }),
    (page) => searchCallbacks(db, wanted, page, MOST_LOOKED_AT),
    async (page) => (isSifted ? findLastSearched(db, wanted, page, MOST_LOOKED_AT) : undefined),
  );
}
