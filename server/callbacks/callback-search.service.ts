import { storedTime } from '../core/clock.ts';
import type { Caller, Context } from '../core/context.ts';
import { known } from '../core/known.ts';
import { readPage } from '../database/page-cursor.ts';
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
  ctx: Context & Caller,
  { cursor, limit, created_from, created_to, ...filter }: Operations['callback.search']['body'],
): Promise<{ rows: Callback[]; next_cursor?: string }> {
  const { db, principal } = ctx;
  await assertSession(ctx, filter);
  const wanted = {
    ...filter,
    merchant_id: principal.merchant_id,
    ...(created_from !== undefined && { created_from: storedTime(created_from) }),
    ...(created_to !== undefined && { created_to: storedTime(created_to) }),
  };
  const isSifted = filter.host !== undefined || filter.session_state !== undefined;
  return readPage(
    BY_CREATION,
    known({ cursor, limit }),
    (page) => searchCallbacks(db, wanted, page, MOST_LOOKED_AT),
    async (page) => (isSifted ? findLastSearched(db, wanted, page, MOST_LOOKED_AT) : undefined),
  );
}
