import type { Updateable } from 'kysely';
import { compiled } from '../database/compiled.ts';
import type { Db, Trx } from '../database/database.ts';
import { newestFirst, type Page } from '../database/page-cursor.ts';
import { countRows, run } from '../database/rows.ts';
import type { AccountEndpointTable } from './callback.table.ts';

export type AccountEndpointRow = AccountEndpointTable;

export const findReceivers = compiled((db, { merchant_id }: { merchant_id: number }) =>
  db
    .selectFrom('account_endpoints')
    .select(['id', 'event_types'])
    .where('merchant_id', '=', merchant_id)
    .where('enabled', '=', 1),
);

export const findEndpoint = (db: Db, merchant_id: number, id: number): Promise<AccountEndpointRow | undefined> =>
  ofAccount(db, merchant_id).where('id', '=', id).executeTakeFirst();

export const findEndpoints = (db: Db, merchant_id: number, page: Page): Promise<AccountEndpointRow[]> =>
  ofAccount(db, merchant_id).$call(newestFirst(page)).execute();

const ofAccount = (db: Db, merchant_id: number) =>
  db.selectFrom('account_endpoints').selectAll().where('merchant_id', '=', merchant_id);

export const countEndpoints = (db: Db, merchant_id: number): Promise<number> =>
  ofAccount(db, merchant_id).$call(countRows(db));

export const insertEndpoint = (db: Trx, row: AccountEndpointRow): Promise<void> =>
  run(db.insertInto('account_endpoints').values(row));

export const updateEndpoint = (
  db: Trx,
  { merchant_id, id }: Pick<AccountEndpointRow, 'merchant_id' | 'id'>,
  changes: Updateable<AccountEndpointTable>,
): Promise<void> =>
  run(db.updateTable('account_endpoints').set(changes).where('merchant_id', '=', merchant_id).where('id', '=', id));

export const deleteEndpointRow = (db: Trx, merchant_id: number, id: number): Promise<void> =>
  run(db.deleteFrom('account_endpoints').where('merchant_id', '=', merchant_id).where('id', '=', id));
