import { type SelectQueryBuilder, sql } from 'kysely';
import type { Database, Db } from '../database/database.ts';
import { newestFirst, type Page } from '../database/page-cursor.ts';
import { findsRow } from '../database/rows.ts';
import type { AuditAction } from '../generated/operations.gen.ts';
import type { AuditEntryTable } from './audit.table.ts';

/** Locks the account's row until the transaction ends, so that no two entries get the same number. */
export const lockHead = (db: Db, merchant_id: number) =>
  db
    .updateTable('merchants')
    .set((eb) => ({ audit_sequence: eb.ref('audit_sequence') }))
    .where('id', '=', merchant_id)
    .returning(['audit_sequence as sequence', 'audit_hash as hash'])
    .executeTakeFirstOrThrow();

export async function insertEntry(db: Db, entry: AuditEntryTable): Promise<void> {
  const { merchant_id, sequence, hash } = entry;
  await db.insertInto('audit_entries').values(entry).execute();
  await db
    .updateTable('merchants')
    .set({ audit_sequence: sequence, audit_hash: hash })
    .where('id', '=', merchant_id)
    .execute();
}

/** The accounts that have a chain, including deleted ones. */
export const listChains = (db: Db) => db.selectFrom('merchants').select('id').execute();

export const findHead = (db: Db, merchant_id: number) =>
  db
    .selectFrom('merchants')
    .select(['audit_sequence as sequence', 'audit_hash as hash'])
    .where('id', '=', merchant_id)
    .executeTakeFirst();

type Query = SelectQueryBuilder<Database, 'audit_entries', AuditEntryTable>;

const entriesOf = (db: Db, merchant_id: number): Query =>
  db.selectFrom('audit_entries').selectAll().where('merchant_id', '=', merchant_id);

/** One target has few entries. The plus keeps SQLite from reading all entries of the account in their order. */
const entriesAbout = (db: Db, merchant_id: number, target_id: number): Query =>
  db
    .selectFrom('audit_entries')
    .selectAll()
    .where(sql`+merchant_id`, '=', merchant_id)
    .where('target_id', '=', target_id);

export const hasEntry = (db: Db, merchant_id: number, sequence: number, id: number): Promise<boolean> =>
  findsRow(entriesOf(db, merchant_id).where('sequence', '=', sequence).where('id', '=', id));

export interface AuditFilter {
  actions?: string[];
  user?: number;
  target?: number;
  created_from?: string;
  created_to?: string;
}

/** Whether an index finds a page of these entries. With other filters, a query may read all of the account. */
export const isIndexed = ({ target, user, created_from, created_to }: AuditFilter): boolean =>
  target !== undefined || [user, created_from, created_to].every((value) => value === undefined);

function matching(db: Db, { merchant_id, user, target, created_from, created_to }: AccountFilter): Query {
  let query = target === undefined ? entriesOf(db, merchant_id) : entriesAbout(db, merchant_id, target);
  if (user !== undefined) query = query.where('user_id', '=', user);
  if (created_from !== undefined) query = query.where('created', '>=', created_from);
  if (created_to !== undefined) query = query.where('created', '<', created_to);
  return query;
}

type AccountFilter = AuditFilter & { merchant_id: number };

/** An expression, so that no database uses the index on actions: the index on the target is better, since one target has few entries. */
const action = sql<AuditAction>`action || ''`;

/** `newest` orders a query, newest first, and limits it. */
function newestOf(db: Db, { actions = [], ...filter }: AccountFilter, newest: (query: Query) => Query): Query {
  const query = matching(db, filter);
  if (actions.length === 0) return newest(query);
  if (filter.target !== undefined) return newest(query.where(action, 'in', actions as AuditAction[]));
  // No index orders the entries of several actions, so the newest of each are read and merged.
  const [first, ...others] = [...new Set(actions as AuditAction[])].map((one) =>
    db.selectFrom(newest(query.where('action', '=', one)).as('of_action')).selectAll(),
  );
  if (others.length === 0) return newest(query.where('action', 'in', actions as AuditAction[]));
  const all = others.reduce((united, one) => united.unionAll(one), first!);
  return newest(db.selectFrom(all.as('of_actions')).selectAll() as unknown as Query);
}

export const findEntries = (db: Db, filter: AccountFilter, page: Page): Promise<AuditEntryTable[]> =>
  newestOf(db, filter, newestFirst(page)).execute();

export function findEntriesBefore(
  db: Db,
  filter: AccountFilter,
  before: number | undefined,
  limit: number,
): Promise<AuditEntryTable[]> {
  return newestOf(db, filter, (query) => {
    const earlier = before === undefined ? query : query.where('sequence', '<', before);
    return earlier.orderBy('sequence', 'desc').limit(limit);
  }).execute();
}

export async function findEntriesAbout(
  db: Db,
  about: { merchant_id: number; target_id: number; actions: AuditAction[]; limit: number },
): Promise<AuditEntryTable[]> {
  const newest = await entriesAbout(db, about.merchant_id, about.target_id)
    .where(action, 'in', about.actions)
    .orderBy('sequence', 'desc')
    .limit(about.limit)
    .execute();
  return newest.toReversed();
}

export const hasEntrySince = (
  db: Db,
  of: { merchant_id: number; user_id: number; action: AuditAction; target_id: number; since: string },
): Promise<boolean> =>
  findsRow(
    entriesAbout(db, of.merchant_id, of.target_id)
      .where('user_id', '=', of.user_id)
      .where(action, '=', of.action)
      .where('created', '>=', of.since),
  );

export const readChain = (db: Db, merchant_id: number, after: number, limit: number) =>
  entriesOf(db, merchant_id).where('sequence', '>', after).orderBy('sequence').limit(limit).execute();
