/** Reads the sessions of an export, with queries that are compiled once for all pages. */
import { type Compiled, compiled } from '../../database/compiled.ts';
import type { Db } from '../../database/database.ts';
import { BY_CREATION } from '../../database/page-cursor.ts';
import type { Session } from '../session/session.repository.ts';
import { byBeginning, newest, type SessionConditions } from './session-list.repository.ts';

/** The columns that lists show. Other columns can be large. */
const LISTED = [
  'id',
  'state',
  'reference',
  'locale',
  'face_verification',
  'passport_only',
  'require_clone_protection',
  'refuse_weak',
  'failure_code',
  'document_country',
  'specimen',
  'created',
  'expires',
  'initiated',
  'ended',
  'redacted',
  'identity_data_until',
] as const satisfies (keyof Session)[];

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
