import { type Insertable, type Selectable, sql } from 'kysely';
import { compiled } from '../database/compiled.ts';
import type { Db, Trx } from '../database/database.ts';
import { newestFirst, type Page } from '../database/page-cursor.ts';
import type { ApiRequestTable } from './request.table.ts';

export type ApiRequest = Selectable<ApiRequestTable>;
type Row = Insertable<ApiRequestTable>;

/** Rows of one statement: one for each row would take as long as many calls do. */
const AT_A_TIME = 50;
const COLUMNS = [
  'merchant_id',
  'request_id',
  'user_id',
  'operation',
  'status',
  'code',
  'duration_ms',
  'session_id',
] as const satisfies (keyof ApiRequestTable)[];

/** The statement is built once for that many rows, with a place for each of their values, which stand one row after the other. */
const insertRows = (count: number) =>
  compiled((db, values: unknown[]) =>
    db
      .insertInto('api_requests')
      .values(
        Array.from(
          { length: count },
          (_, row) =>
            Object.fromEntries(
              COLUMNS.map((column, at) => [column, values[row * COLUMNS.length + at]]),
            ) as unknown as Row,
        ),
      )
      .onConflict((conflict) => conflict.columns(['merchant_id', 'request_id']).doNothing()),
  );
const insertMany = insertRows(AT_A_TIME);
const insertOne = insertRows(1);

export async function insertRequests(db: Trx, rows: readonly Row[]): Promise<void> {
  const whole = rows.length - (rows.length % AT_A_TIME);
  for (let at = 0; at < whole; at += AT_A_TIME) await insertMany.all(db, valuesOf(rows.slice(at, at + AT_A_TIME)));
  for (const row of rows.slice(whole)) await insertOne.all(db, valuesOf([row]));
}

function valuesOf(rows: readonly Row[]): unknown[] {
  const values: unknown[] = [];
  for (const row of rows) for (const column of COLUMNS) values.push(row[column]);
  return values;
}

export interface RequestFilter {
  session_id?: number;
  user_id?: number;
  operation?: string;
  status?: number;
  refused?: boolean;
}

/**
 * A session's calls and those that were refused have an index. For the other filters a look back ends after `most` calls, so that
 * what matches rarely is not looked for in millions.
 */
export function findRequests(
  db: Db,
  { merchant_id, session_id, user_id, operation, status, refused }: RequestFilter & { merchant_id: number },
  page: Page,
  most: number,
): Promise<ApiRequest[]> {
  const ofAccount = lookBack(db, { merchant_id, session_id, refused }, page)
    .selectAll()
    .orderBy('request_id', 'desc')
    .limit(most);
  let query = db.selectFrom(ofAccount.as('api_requests')).selectAll();
  if (user_id !== undefined) query = query.where('user_id', '=', user_id);
  if (operation !== undefined) query = query.where('operation', '=', operation as ApiRequest['operation']);
  if (status !== undefined) query = query.where('status', '=', status);
  return query.$call(newestFirst(page)).execute();
}

/** The call at which a look back ends; undefined if it reaches the first call. */
export async function findLastSeen(
  db: Db,
  filter: RequestFilter & { merchant_id: number },
  page: Page,
  most: number,
): Promise<string | undefined> {
  const row = await lookBack(db, filter, page)
    .select('request_id')
    .orderBy('request_id', 'desc')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.request_id;
}

function lookBack(
  db: Db,
  { merchant_id, session_id, refused }: { merchant_id: number; session_id?: number; refused?: boolean },
  { after }: Page,
) {
  // The sign keeps SQLite from reading all calls of the account where those of a session have an index.
  const account = session_id === undefined ? sql<number>`merchant_id` : sql<number>`+merchant_id`;
  let query = db.selectFrom('api_requests').where(account, '=', merchant_id);
  if (session_id !== undefined) query = query.where('session_id', '=', session_id);
  // The number stands in the text of the query, as in that of the index, so that PostgreSQL sees that the index fits.
  if (refused) query = query.where(sql<boolean>`status >= 400`);
  if (after) query = query.where('request_id', '<', String(after[0]));
  return query;
}

export function findRequest(db: Db, merchant_id: number, request_id: string): Promise<ApiRequest | undefined> {
  return db
    .selectFrom('api_requests')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('request_id', '=', request_id)
    .executeTakeFirst();
}

/** Whether the account has this session, or had calls about it: what is asked for may be the log of one that it never had. */
export async function hasSession(db: Db, merchant_id: number, session_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', session_id)
    .where('merchant_id', '=', merchant_id)
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasUser(db: Db, merchant_id: number, user_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', user_id)
    .where('merchant_id', '=', merchant_id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Those of these accounts that were deleted. */
export async function findDeletedAccounts(db: Db, merchant_ids: number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('merchants')
    .select('id')
    .where('id', 'in', merchant_ids)
    .where('deleted', 'is not', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The accounts that have calls from before. The query steps through the key from account to account. */
export async function listAccountsBefore(db: Db, first_id: string): Promise<number[]> {
  const { rows } = await sql<{ merchant_id: number }>`
    with recursive accounts (merchant_id) as (
      select min(merchant_id) from api_requests
      union all
      select (select min(merchant_id) from api_requests where merchant_id > accounts.merchant_id)
      from accounts where merchant_id is not null
    )
    select merchant_id from accounts where merchant_id is not null and (
      select min(request_id) from api_requests where api_requests.merchant_id = accounts.merchant_id
    ) < ${first_id}`.execute(db);
  return rows.map(({ merchant_id }) => merchant_id);
}

/** Deletes up to `most` calls of an account from before, the oldest first. @returns how many there were. */
export async function deleteRequestsBefore(
  db: Db,
  { merchant_id, first_id, most }: { merchant_id: number; first_id: string; most: number },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('api_requests')
    .where('merchant_id', '=', merchant_id)
    .where('request_id', 'in', (eb) =>
      eb
        .selectFrom('api_requests')
        .select('request_id')
        .where('merchant_id', '=', merchant_id)
        .where('request_id', '<', first_id)
        .orderBy('request_id')
        .limit(most),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function deleteRequestsOf(db: Db, merchant_id: number): Promise<void> {
  await db.deleteFrom('api_requests').where('merchant_id', '=', merchant_id).execute();
}
