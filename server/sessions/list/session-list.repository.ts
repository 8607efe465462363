/** The queries for lists of sessions. Each filter has an index that stores its sessions in list order. */
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { type Compiled, compiled } from '../../database/compiled.ts';
import type { Database, Db } from '../../database/database.ts';
import { BY_CREATION, newestFirst, type Page } from '../../database/page-cursor.ts';
import type { FailureCode, SessionListItem, SessionState } from '../../generated/operations.gen.ts';
import type { Session } from '../session/session.repository.ts';

/** The conditions that sessions must meet. Times have the stored format. */
export interface SessionConditions {
  merchant_id: number;
  states?: readonly SessionState[] | undefined;
  reference?: string | undefined;
  failure_code?: FailureCode | undefined;
  created_from?: string | undefined;
  created_to?: string | undefined;
  document_country?: string | undefined;
  specimen?: boolean | undefined;
  link_id?: number | undefined;
}

type Query = SelectQueryBuilder<Database, 'sessions', Session>;

/** One page, newest first. */
export const findSessions = (db: Db, conditions: SessionConditions, page: Page): Promise<Session[]> =>
  newest(db, conditions, page).execute();

/** The query for a page. The last session of the previous page may be a placeholder. */
export function newest(db: Db, conditions: SessionConditions, page: Page): Query {
  const { states = [], reference, failure_code, document_country, link_id } = conditions;
  const query = fitting(db, conditions);
  const isNarrow = [reference, failure_code, document_country, link_id].some((value) => value !== undefined);
  if (states.length < 2 || isNarrow) return query.$call(inStates(states)).$call(newestFirst(page));
  // No index orders several states by time, so the newest of each state are read and merged.
  const [first, ...others] = states.map((state) =>
    db
      .selectFrom(
        query
          .$call(inStates([state]))
          .$call(newestFirst(page))
          .as('of_state'),
      )
      .selectAll(),
  );
  const all = others.reduce((united, one) => united.unionAll(one), first!);
  return db
    .selectFrom(all.as('of_states'))
    .selectAll()
    .$call(newestFirst({ ...page, after: undefined })) as unknown as Query;
}

/** A search by the beginning of the reference. */
interface Beginning extends SessionConditions {
  begins: string;
  /** The last session of the previous page. */
  after: Pick<Session, 'reference' | 'created' | 'id'> | undefined;
}

/** The sessions whose reference has this prefix, ordered by reference, and newest first within one reference. */
export const findByBeginning = (db: Db, beginning: Beginning, page: Page): Promise<Session[]> =>
  byBeginning(db, beginning, page).execute();

function byBeginning(db: Db, { begins, after, ...conditions }: Beginning, { limit }: Pick<Page, 'limit'>): Query {
  let query = fitting(db, conditions)
    .$call(inStates(conditions.states ?? []))
    .where('reference', '>=', after?.reference ?? begins)
    .where('reference', '<', begins + LAST_CHARACTER);
  if (after)
    query = query.where(({ eb, or }) =>
      or([eb('reference', '>', after.reference), sql<SqlBool>`(created, id) < (${after.created}, ${after.id})`]),
    );
  return query
    .orderBy('reference')
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1);
}

/** The last character in sort order. */
const LAST_CHARACTER = '\u{10ffff}';

export const findFitting = (db: Db, { id, ...conditions }: SessionConditions & { id: number }): Promise<Session[]> =>
  fitting(db, conditions)
    .$call(inStates(conditions.states ?? []))
    .where('id', '=', id)
    .execute();

/** Applies all conditions except the state. */
function fitting(db: Db, { merchant_id, specimen, created_from, created_to, ...exact }: SessionConditions): Query {
  let query = db.selectFrom('sessions').selectAll().where('merchant_id', '=', merchant_id);
  for (const column of ['reference', 'failure_code', 'document_country', 'link_id'] as const)
    if (exact[column] !== undefined) query = query.where(column, '=', exact[column]);
  if (created_from !== undefined) query = query.where('created', '>=', created_from);
  if (created_to !== undefined) query = query.where('created', '<', created_to);
  // A literal, because SQLite uses a partial index only when it sees the values of its condition.
  if (specimen !== undefined) query = query.where(specimen ? sql<SqlBool>`specimen = 1` : sql<SqlBool>`specimen = 0`);
  return query;
}

const inStates = (states: readonly SessionState[]) => (query: Query) =>
  states.length === 0 ? query : query.where('state', 'in', states);

/** The columns that lists show, in the order of an exported file. Other columns can be large. */
export const LISTED = [
  'id',
  'reference',
  'state',
  'failure_code',
  'document_country',
  'created',
  'initiated',
  'ended',
  'redacted',
  'expires',
  'specimen',
  'face_verification',
  'passport_only',
  'require_clone_protection',
  'locale',
  'refuse_weak',
  'link_id',
] as const satisfies (keyof Session & keyof SessionListItem)[];

export type ListedSession = Pick<Session, (typeof LISTED)[number]>;

type Last = { reference: string; created: string; id: number };

/** Sorts before the newest session. */
const NEWEST = { created: '9999-12-31T23:59:59.999Z', id: Number.MAX_SAFE_INTEGER };

/**
 * Newest first, or ordered by reference if only references with a given prefix are wanted. Each page is read after the previous
 * one was consumed. Reading a page on SQLite blocks everything else, so pages are small.
 */
export async function* pagesOf(
  db: Db,
  { begins, ...conditions }: SessionConditions & { begins: string | undefined },
  limit: number,
): AsyncGenerator<ListedSession[]> {
  const page = pageAfter(conditions, begins, limit);
  for (let last: Last = { reference: begins ?? '', ...NEWEST }; ; ) {
    const rows = await page.all(db, last);
    const end = rows.at(-1);
    if (end) yield rows;
    if (!end || rows.length <= limit) return;
    last = { reference: end.reference ?? '', created: end.created, id: end.id };
  }
}

/** One session more than the limit shows that another page may follow. */
const pageAfter = (
  conditions: SessionConditions,
  begins: string | undefined,
  limit: number,
): Compiled<Last, ListedSession> =>
  compiled((db, after: Last) => {
    const query =
      begins === undefined
        ? newest(db, conditions, { order: BY_CREATION, after: [after.created, after.id], limit })
        : byBeginning(db, { ...conditions, begins, after }, { limit });
    return query.clearSelect().select(LISTED);
  });
