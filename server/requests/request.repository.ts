import { type Insertable, type Selectable, sql } from 'kysely';
import { compiled } from '../database/compiled.ts';
import type { Db, Trx } from '../database/database.ts';
import { newestFirst, type Page } from '../database/page-cursor.ts';
import { columnOf, findsRow, run } from '../database/rows.ts';
import type { Operations } from '../generated/operations.gen.ts';
import type { ApiRequestTable } from './request.table.ts';

export type ApiRequest = Selectable<ApiRequestTable>;
type Row = Insertable<ApiRequestTable>;

/** Rows per statement: a statement for each row would be slow. */
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

/** Built once for each number of rows, with a placeholder for each value. */
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

export type RequestFilter = Omit<Operations['request.list']['body'], 'cursor' | 'limit'>;

interface Wanted extends RequestFilter {
  merchant_id: number;
  since: string;
}

/**
 * A session's calls and refused calls have an index. With other filters the search ends after `most` calls, so that rare matches
 * are not searched for among millions.
 */
export function findRequests(
  db: Db,
  { user_id, operation, status, ...wanted }: Wanted,
  page: Page,
  most: number,
): Promise<ApiRequest[]> {
  const ofAccount = lookBack(db, wanted, page).selectAll().orderBy('request_id', 'desc').limit(most);
  let query = db.selectFrom(ofAccount.as('api_requests')).selectAll();
  if (user_id !== undefined) query = query.where('user_id', '=', user_id);
  if (operation !== undefined) query = query.where('operation', '=', operation as ApiRequest['operation']);
  if (status !== undefined) query = query.where('status', '=', status);
  return query.$call(newestFirst(page)).execute();
}

/** Undefined if the search reaches the oldest call. */
export const findLastSeen = (
  db: Db,
  wanted: Wanted,
  page: Page,
  most: number,
): Promise<{ request_id: string } | undefined> =>
  lookBack(db, wanted, page)
    .select('request_id')
    .orderBy('request_id', 'desc')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst();

function lookBack(db: Db, { merchant_id, since, session_id, refused }: Wanted, { after }: Page) {
  // The plus sign keeps SQLite from reading all of the account's calls when the index on sessions is available.
  const account = session_id === undefined ? sql<number>`merchant_id` : sql<number>`+merchant_id`;
  let query = db.selectFrom('api_requests').where(account, '=', merchant_id).where('request_id', '>=', since);
  if (session_id !== undefined) query = query.where('session_id', '=', session_id);
  // The number is a literal, as in the index, so that PostgreSQL sees that the index applies.
  if (refused) query = query.where(sql<boolean>`status >= 400`);
  if (after) query = query.where('request_id', '<', String(after[0]));
  return query;
}

export const findRequest = (db: Db, merchant_id: number, request_id: string): Promise<ApiRequest | undefined> =>
  db
    .selectFrom('api_requests')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('request_id', '=', request_id)
    .executeTakeFirst();

/** Whether the account has this session. Calls may name a session that the account never had. */
export const hasSession = (db: Db, merchant_id: number, session_id: number): Promise<boolean> =>
  db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', session_id)
    .where('merchant_id', '=', merchant_id)
    .$call(findsRow);

export const hasUser = (db: Db, merchant_id: number, user_id: number): Promise<boolean> =>
  db.selectFrom('users').select('id').where('id', '=', user_id).where('merchant_id', '=', merchant_id).$call(findsRow);

export const findDeletedAccounts = (db: Db, merchant_ids: number[]): Promise<number[]> =>
  db
    .selectFrom('merchants')
    .select('id')
    .where('id', 'in', merchant_ids)
    .where('deleted', 'is not', null)
    .$call(columnOf('id'));

/** The accounts with calls older than this id. The query steps through the key from account to account. */
export async function listAccountsBefore(db: Db, table: string, first_id: string): Promise<number[]> {
  const requests = sql.table(table);
  const { rows } = await sql<{ merchant_id: number }>`
    with recursive accounts (merchant_id) as (
      select min(merchant_id) from ${requests}
      union all
      select (select min(merchant_id) from ${requests} where merchant_id > accounts.merchant_id)
      from accounts where merchant_id is not null
    )
    select merchant_id from accounts where merchant_id is not null and (
      select min(request_id) from ${requests} as own where own.merchant_id = accounts.merchant_id
    ) < ${first_id}`.execute(db);
  return rows.map(({ merchant_id }) => merchant_id);
}

interface Before {
  table: string;
  merchant_id: number;
  first_id: string;
  most: number;
}

/** Deletes the oldest first. @returns how many were deleted. */
export async function deleteRequestsBefore(db: Db, { table, merchant_id, first_id, most }: Before): Promise<number> {
  const requests = sql.table(table);
  const { numAffectedRows } = await sql`delete from ${requests} where merchant_id = ${merchant_id} and request_id in (
    select request_id from ${requests} where merchant_id = ${merchant_id} and request_id < ${first_id}
    order by request_id limit ${most})`.execute(db);
  return Number(numAffectedRows);
}

export const deleteRequestsOf = (db: Db, merchant_id: number): Promise<void> =>
  run(db.deleteFrom('api_requests').where('merchant_id', '=', merchant_id));
