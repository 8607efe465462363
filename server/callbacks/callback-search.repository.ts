/** Searches callbacks, also by host and by the reported state of the session, for which there is no index. */
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Database, Db } from '../database/database.ts';
import { newestFirst, type Page } from '../database/page-cursor.ts';
import type { SessionState } from '../generated/operations.gen.ts';
import type { Callback } from './callback.repository.ts';
import type { DeliveryState } from './callback.table.ts';

export interface CallbackFilter {
  merchant_id: number;
  session_id?: number;
  state?: DeliveryState;
  session_state?: SessionState;
  host?: string;
  created_from?: string;
  created_to?: string;
}

/** Session, delivery state and time have an index. With other filters the search ends after `most` callbacks. */
export function searchCallbacks(
  db: Db,
  { host, session_state, ...wanted }: CallbackFilter,
  page: Page,
  most: number,
): Promise<Callback[]> {
  const lookedAt = lookBack(db, wanted, page).selectAll().limit(most);
  let query = db.selectFrom(lookedAt.as('callbacks')).selectAll();
  if (session_state !== undefined) query = query.where('session_state', '=', session_state);
  if (host !== undefined) query = query.where(isSentTo(host));
  return query.$call(newestFirst(page)).execute();
}

/** The callback at which the search ends, or undefined if it ends with fewer than `most` callbacks. */
export const findLastSearched = (
  db: Db,
  wanted: CallbackFilter,
  page: Page,
  most: number,
): Promise<{ created: string; id: string } | undefined> =>
  lookBack(db, wanted, page)
    .select(['created', 'id'])
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst();

function lookBack(db: Db, { merchant_id, session_id, state, created_from, created_to }: CallbackFilter, page: Page) {
  let query = db.selectFrom('callbacks').where('merchant_id', '=', merchant_id);
  if (session_id !== undefined) query = query.where('session_id', '=', session_id);
  if (state !== undefined) query = query.where('state', '=', state);
  if (created_from !== undefined) query = query.where('created', '>=', created_from);
  if (created_to !== undefined) query = query.where('created', '<', created_to);
  if (page.after) query = query.where(sql<SqlBool>`(created, id) < (${sql.join(page.after)})`);
  return query.orderBy('created', 'desc').orderBy('id', 'desc');
}

/** The contract allows no wildcards in a host, so the pattern needs no escaping. */
function isSentTo(host: string) {
  const beginnings = ['https://', 'http://'].flatMap((scheme) =>
    ['/', '?', '#'].map((end) => sql<SqlBool>`lower(url) || '/' like ${`${scheme}${host.toLowerCase()}${end}%`}`),
  );
  return ({ or }: ExpressionBuilder<Database, 'callbacks'>) => or(beginnings);
}
