import { type SqlBool, sql } from 'kysely';
import { compiled } from '../../database/compiled.ts';
import type { Db, Trx } from '../../database/database.ts';
import { columnOf, run } from '../../database/rows.ts';
import type { SeenDocumentTable } from './seen-document.table.ts';

export const insertSeen = (db: Trx, row: SeenDocumentTable): Promise<void> =>
  run(db.insertInto('seen_documents').values(row));

export const findSeen = (db: Db, session_id: number): Promise<SeenDocumentTable | undefined> =>
  db.selectFrom('seen_documents').selectAll().where('session_id', '=', session_id).executeTakeFirst();

const earlier = (db: Db, { session_id, merchant_id, document_hash, verified }: SeenDocumentTable, since: string) =>
  db
    .selectFrom('seen_documents')
    .where('seen_documents.merchant_id', '=', merchant_id)
    .where('document_hash', '=', document_hash)
    .where('verified', '>=', since)
    .where(sql<SqlBool>`(verified, session_id) < (${verified}, ${session_id})`);

/** Newest first. */
export const findEarlier = (db: Db, seen: SeenDocumentTable, { since, limit }: { since: string; limit: number }) =>
  earlier(db, seen, since)
    .innerJoin('sessions', 'sessions.id', 'seen_documents.session_id')
    .select(['seen_documents.session_id', 'verified', 'reference'])
    .orderBy('verified', 'desc')
    .orderBy('session_id', 'desc')
    .limit(limit)
    .execute();

/** Which of the given sessions are for a document that the account had verified before. Verifications from before `since` do not count. */
export const findSeenAgain = (db: Db, merchant_id: number, sessions: number[], since: string): Promise<number[]> =>
  db
    .selectFrom('seen_documents as seen')
    .select('seen.session_id')
    .where('seen.merchant_id', '=', merchant_id)
    .where('seen.session_id', 'in', sessions)
    .where('seen.verified', '>=', since)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('seen_documents as earlier')
          .select('earlier.session_id')
          .whereRef('earlier.merchant_id', '=', 'seen.merchant_id')
          .whereRef('earlier.document_hash', '=', 'seen.document_hash')
          .where('earlier.verified', '>=', since)
          .where(sql<SqlBool>`(earlier.verified, earlier.session_id) < (seen.verified, seen.session_id)`),
      ),
    )
    .$call(columnOf('session_id'));

export const findFirst = (db: Db, seen: SeenDocumentTable, since: string): Promise<{ verified: string } | undefined> =>
  earlier(db, seen, since).select('verified').orderBy('verified').limit(1).executeTakeFirst();

export const findMemoryDays = async (db: Db, merchant_id: number): Promise<number> =>
  (await findDays.first(db, { merchant_id }))!.document_memory_days;

const findDays = compiled((db, { merchant_id }: { merchant_id: number }) =>
  db.selectFrom('merchants').select('document_memory_days').where('id', '=', merchant_id),
);

/**
 * The accounts that have hashes, and for how many days each keeps them: 0 if the account keeps none or was deleted. The recursion
 * skips through the index, from one account to the next.
 */
export async function listRemembering(db: Db): Promise<{ merchant_id: number; days: number }[]> {
  const { rows } = await sql<{ merchant_id: number; days: number }>`
    with recursive accounts (merchant_id) as (
      select min(merchant_id) from seen_documents
      union all
      select (select min(merchant_id) from seen_documents where merchant_id > accounts.merchant_id)
      from accounts where merchant_id is not null
    )
    select merchants.id as merchant_id, case when deleted is null then document_memory_days else 0 end as days
    from accounts join merchants on merchants.id = accounts.merchant_id`.execute(db);
  return rows.map(({ merchant_id, days }) => ({ merchant_id: Number(merchant_id), days }));
}

/** Deletes the account's hashes older than `before`, or all if it is absent. */
export const deleteSeenOf = (db: Db, merchant_id: number, before?: string): Promise<void> =>
  db
    .deleteFrom('seen_documents')
    .where('merchant_id', '=', merchant_id)
    .$if(before !== undefined, (query) => query.where('verified', '<', before!))
    .$call(run);

export const deleteSeen = (db: Trx, session_id: number): Promise<void> =>
  run(db.deleteFrom('seen_documents').where('session_id', '=', session_id));
