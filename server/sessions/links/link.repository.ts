import { type Selectable, type SqlBool, sql, type Updateable } from 'kysely';
import { compiled } from '../../database/compiled.ts';
import type { Db } from '../../database/database.ts';
import { newestFirst, type Page } from '../../database/page-cursor.ts';
import { changesRows, run } from '../../database/rows.ts';
import type { LinkTable } from './link.table.ts';

export type LinkRow = Selectable<LinkTable>;
/** With the number of its sessions that have not ended. */
export type Link = LinkRow & { open: number };

/** A literal, because SQLite uses a partial index only when it sees the values of its condition. */
const isOpen = sql<SqlBool>`state in ('CREATED', 'INITIATED', 'COMPLETED')`;

const counted = (db: Db) =>
  db
    .selectFrom('links')
    .selectAll('links')
    .select((eb) =>
      eb
        .selectFrom('sessions')
        .select(({ fn }) => fn.countAll<number>().as('open'))
        .whereRef('sessions.link_id', '=', 'links.id')
        .where(isOpen)
        .as('open'),
    )
    .$castTo<Link>();

export const findLink = (db: Db, merchant_id: number, id: number): Promise<Link | undefined> =>
  counted(db).where('links.merchant_id', '=', merchant_id).where('links.id', '=', id).executeTakeFirst();

export const findLinks = (db: Db, merchant_id: number, page: Page): Promise<Link[]> =>
  counted(db).where('links.merchant_id', '=', merchant_id).$call(newestFirst(page)).execute();

/** For anyone who knows the code. */
export const findLinkByCode = compiled((db, { code }: { code: string }) =>
  db
    .selectFrom('links')
    .innerJoin('merchants', 'merchants.id', 'links.merchant_id')
    .selectAll('links')
    .select('merchants.suspended')
    .where('links.code', '=', code),
);

export const insertLink = (db: Db, row: LinkRow): Promise<void> => run(db.insertInto('links').values(row));

export const updateLink = (
  db: Db,
  { merchant_id, id }: Pick<LinkRow, 'merchant_id' | 'id'>,
  changes: Updateable<LinkTable>,
): Promise<void> =>
  db.updateTable('links').set(changes).where('merchant_id', '=', merchant_id).where('id', '=', id).$call(run);

/** Counts a start, which locks the row: starts from one link wait for each other, and cannot exceed its limit together. */
export const countStart = (db: Db, id: number): Promise<LinkRow | undefined> =>
  db
    .updateTable('links')
    .set(({ eb }) => ({ started: eb('started', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

export const deleteLinkRow = (db: Db, merchant_id: number, id: number): Promise<boolean> =>
  db.deleteFrom('links').where('merchant_id', '=', merchant_id).where('id', '=', id).$call(changesRows);

export const deleteLinksOf = (db: Db, merchant_id: number): Promise<void> =>
  run(db.deleteFrom('links').where('merchant_id', '=', merchant_id));
