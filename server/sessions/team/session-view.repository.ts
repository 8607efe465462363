import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../database/database.ts';
import { newestFirst, type Page } from '../../database/page-cursor.ts';
import { changesRows, countRows, run } from '../../database/rows.ts';
import type { TeamTables } from './team.table.ts';

export type SharedView = Selectable<TeamTables['session_views']>;
type Owned = Pick<SharedView, 'merchant_id' | 'id'>;

const viewsOf = (db: Db, merchant_id: number) =>
  db.selectFrom('session_views').selectAll().where('merchant_id', '=', merchant_id);

export const findViews = (db: Db, merchant_id: number, page: Page): Promise<SharedView[]> =>
  viewsOf(db, merchant_id).$call(newestFirst(page)).execute();

export const countViews = (db: Db, merchant_id: number): Promise<number> =>
  viewsOf(db, merchant_id).$call(countRows(db));

export const insertView = (db: Trx, view: SharedView): Promise<void> =>
  run(db.insertInto('session_views').values(view));

export const updateView = (
  db: Trx,
  { merchant_id, id }: Owned,
  changes: Partial<Pick<SharedView, 'name' | 'query' | 'columns'>>,
): Promise<SharedView | undefined> =>
  db
    .updateTable('session_views')
    .set({ id, ...changes })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

export const deleteViewRow = (db: Trx, { merchant_id, id }: Owned): Promise<boolean> =>
  db.deleteFrom('session_views').where('merchant_id', '=', merchant_id).where('id', '=', id).$call(changesRows);

export const deleteViewsOf = (db: Trx, merchant_id: number): Promise<void> =>
  run(db.deleteFrom('session_views').where('merchant_id', '=', merchant_id));
