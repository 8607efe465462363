/** The queries for lists of sessions. Selective filters have an index that stores their sessions in list order. */
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { session_columns } from '../../../openapi/facts/session-columns.ts';
import { type Compiled, compiled } from '../../database/compiled.ts';
import type { Database, Db } from '../../database/database.ts';
import { BY_CREATION, newestFirst, type Page } from '../../database/page-cursor.ts';
import { countRows, firstOf } from '../../database/rows.ts';
import type { FailureCode, SessionListItem, SessionState } from '../../generated/operations.gen.ts';
import type { Session } from '../session/session.repository.ts';

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
  /** Only sessions that need a look, by anyone or by one user. */
  marked?: { assignee_id?: number | undefined } | undefined;
}

type Query = SelectQueryBuilder<Database, 'sessions', Session>;

const narrowing = ({ reference, failure_code, document_country, link_id }: SessionConditions) =>
  [reference, failure_code, document_country, link_id].filter((value) => value !== undefined);

/** Whether one index finds a page of these sessions. With other conditions, a query may read all of the account. */
export const isIndexed = (conditions: SessionConditions): boolean => {
  const { states = [], specimen, marked } = conditions;
  const used = narrowing(conditions).length + Number(states.length > 0) + Number(specimen === true);
  return used < 2 && specimen !== false && !marked;
};

export const findSessions = (db: Db, conditions: SessionConditions, page: Page): Promise<Session[]> =>
  newest(db, conditions, page).execute();

/** `page.after` may hold placeholders, because `pageAfter` compiles this query. */
export function newest(db: Db, conditions: SessionConditions, page: Page): Query {
  const { states = [] } = conditions;
  const query = fitting(db, conditions);
  if (states.length < 2 || narrowing(conditions).length > 0)
    return query.$call(inStates(states)).$call(newestFirst(page));
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

interface TextSearch extends SessionConditions {
  text: string;
  after: Last | undefined;
}

type Last = Pick<Session, 'created' | 'id'> & { reference: string };

/**
 * Sessions whose reference begins with the text come before those that contain it further inside. Both groups are ordered by
 * reference, and newest first within one reference. One session more than the limit shows that another page may follow.
 */
export const findByText = (db: Db, search: TextSearch, page: Pick<Page, 'limit'>): Promise<Session[]> =>
  readByText(db, search, page, (query) => query.execute());

async function readByText<Row>(
  db: Db,
  { after, ...search }: TextSearch,
  { limit }: Pick<Page, 'limit'>,
  read: (query: Query) => Promise<Row[]>,
): Promise<Row[]> {
  const isInside = after !== undefined && !after.reference.startsWith(search.text);
  const found = isInside ? [] : await read(byBeginning(db, { ...search, after }, limit + 1));
  let from = isInside ? after : undefined;
  for (let isLast = false; !isLast && found.length <= limit; ) {
    const to = await endOfStretch(db, search, from?.reference);
    found.push(...(await read(inside(db, { ...search, after: from }, to, limit + 1 - found.length))));
    isLast = to === undefined;
    if (to !== undefined) from = { reference: to, created: '', id: 0 };
  }
  return found;
}

const byBeginning = (db: Db, search: TextSearch, most: number): Query =>
  inReferenceOrder(fitting(db, search), search)
    .where('reference', '>=', search.after?.reference ?? search.text)
    .where('reference', '<', search.text + LAST_CHARACTER)
    .limit(most);

/**
 * The matches in one stretch, which ends at the reference `to`. Their ids are found first, in an index that has all that this needs.
 * `replace` compares letters exactly, on both databases.
 */
const inside = (db: Db, search: TextSearch, to: string | undefined, most: number): Query => {
  const matches = inReferenceOrder(fitting(db, search), search)
    .clearSelect()
    .select('id')
    .where('reference', '>=', search.after?.reference ?? '')
    .$if(to !== undefined, (query) => query.where('reference', '<=', to!))
    .where(sql<SqlBool>`replace(reference, ${search.text}, '') <> reference`)
    .where(({ eb, or }) => or([eb('reference', '<', search.text), eb('reference', '>=', search.text + LAST_CHARACTER)]))
    .limit(most);
  return inReferenceOrder(db.selectFrom('sessions').selectAll().where('id', 'in', matches));
};

/**
 * An index cannot find a text inside references, so the search reads all of an account's references in order. Each query reads this
 * many, so that none takes longer than a query may, and other accounts get their turns.
 */
const STRETCH = 40_000;

const endOfStretch = (
  db: Db,
  { merchant_id }: Pick<TextSearch, 'merchant_id'>,
  from = '',
): Promise<string | undefined> =>
  db
    .selectFrom('sessions')
    .select('reference')
    .where('merchant_id', '=', merchant_id)
    .where('reference', '>', from)
    .orderBy('reference')
    .offset(STRETCH)
    .$call(firstOf('reference'));

function inReferenceOrder(query: Query, { after, states = [] }: Partial<TextSearch> = {}): Query {
  let rest = query.$call(inStates(states));
  if (after)
    rest = rest.where(({ eb, or }) =>
      or([eb('reference', '>', after.reference), sql<SqlBool>`(created, id) < (${after.created}, ${after.id})`]),
    );
  return rest.orderBy('reference').orderBy('created', 'desc').orderBy('id', 'desc');
}

const LAST_CHARACTER = '\u{10ffff}';

export const findFitting = (db: Db, { id, ...conditions }: SessionConditions & { id: number }): Promise<Session[]> =>
  fitting(db, conditions)
    .$call(inStates(conditions.states ?? []))
    .where('id', '=', id)
    .execute();

/** The sessions of an account that need a look. An account has few of them. */
const marked = (db: Db, merchant_id: number, { assignee_id }: NonNullable<SessionConditions['marked']>) =>
  db
    .selectFrom('session_marks')
    .select('session_id')
    .where('session_marks.merchant_id', '=', merchant_id)
    .$if(assignee_id !== undefined, (query) => query.where('assignee_id', '=', assignee_id!));

export const countMarked = (db: Db, conditions: SessionConditions, most: number): Promise<number> =>
  fitting(db, { ...conditions, marked: {} })
    .clearSelect()
    .select('id')
    .$call(countRows(db, most));

type StateCount = { state: SessionState; count: number };

/** Counts the sessions in each state. May stop at `most`. */
export const countStates = (
  db: Db,
  conditions: SessionConditions,
  states: readonly SessionState[],
  most: number,
): Promise<StateCount[]> =>
  narrowing(conditions).length > 0 || conditions.specimen
    ? countTogether(db, conditions)
    : countEach(db, conditions, states, most);

/** An index has the sessions of each state, so that counting can stop early. */
function countEach(db: Db, conditions: SessionConditions, states: readonly SessionState[], most: number) {
  const [first, ...others] = states.map((state) =>
    db
      .selectFrom(
        fitting(db, conditions)
          .$call(inStates([state]))
          .clearSelect()
          .select('id')
          .limit(most)
          .as('of_state'),
      )
      .select(({ fn }) => [sql<SessionState>`${sql.lit(state)}`.as('state'), fn.countAll<number>().as('count')]),
  );
  return others.reduce((united, one) => united.unionAll(one), first!).execute();
}

/** The conditions have an index of their own. An expression, so that no database uses the index on states instead. */
const countTogether = (db: Db, conditions: SessionConditions): Promise<StateCount[]> =>
  fitting(db, conditions)
    .clearSelect()
    .select(({ fn }) => [sql<SessionState>`state || ''`.as('state'), fn.countAll<number>().as('count')])
    .groupBy(sql`state || ''`)
    .execute();

function fitting(db: Db, { merchant_id, specimen, created_from, created_to, ...exact }: SessionConditions): Query {
  const all = db.selectFrom('sessions').selectAll();
  let query = exact.marked
    ? // Few are marked, so they are found by their ids. The plus keeps SQLite from reading the whole account in an index.
      all.where('id', 'in', marked(db, merchant_id, exact.marked)).where(sql`+merchant_id`, '=', merchant_id)
    : all.where('merchant_id', '=', merchant_id);
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

/** Lists leave out the columns that can be large. */
export const LISTED = session_columns satisfies readonly (keyof Session & keyof SessionListItem)[];

export type ListedSession = Pick<Session, (typeof LISTED)[number]>;

const NEWEST = { created: '9999-12-31T23:59:59.999Z', id: Number.MAX_SAFE_INTEGER };

/**
 * Newest first, or in the order of a search if only references with a given text are wanted. Each page is read after the previous one
 * was consumed.
 */
export async function* pagesOf(
  db: Db,
  { text, ...conditions }: SessionConditions & { text: string | undefined },
  limit: number,
): AsyncGenerator<ListedSession[]> {
  const page = text === undefined ? pageAfter(conditions, limit) : undefined;
  for (let last: Last | undefined; ; ) {
    const rows = page
      ? await page.all(db, last ?? NEWEST)
      : await readByText(db, { ...conditions, text: text!, after: last }, { limit }, (query) =>
          query.clearSelect().select(LISTED).execute(),
        );
    const end = rows.at(-1);
    if (end) yield rows;
    if (!end || rows.length <= limit) return;
    last = { reference: end.reference ?? '', created: end.created, id: end.id };
  }
}

/** One session more than the limit shows that another page may follow. */
const pageAfter = (
  conditions: SessionConditions,
  limit: number,
): Compiled<Pick<Last, 'created' | 'id'>, ListedSession> =>
  compiled((db, after: Pick<Last, 'created' | 'id'>) =>
    newest(db, conditions, { order: BY_CREATION, after: [after.created, after.id], limit })
      .clearSelect()
      .select(LISTED),
  );
