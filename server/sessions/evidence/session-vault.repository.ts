import { type Insertable, sql } from 'kysely';
import { compiled } from '../../database/compiled.ts';
import type { Db } from '../../database/database.ts';
import { columnOf, findsRow, run } from '../../database/rows.ts';
import type { SessionIds } from '../session/session.repository.ts';
import type { SealedKind, SessionTables } from '../session/session.table.ts';

type SealedPiece = Insertable<SessionTables['session_sealed']>;
type WrappedKey = Insertable<SessionTables['session_keys']>;
interface Owner {
  id: number;
}

export const insertPieces = (db: Db, pieces: SealedPiece[]) => run(db.insertInto('session_sealed').values(pieces));

export const findPieces = (db: Db, owner: Owner, kinds: readonly SealedKind[]) => piecesOf(kinds).all(db, owner);

/** Compiled queries for the few combinations of kinds that are read together. */
const queries = new Map<string, ReturnType<typeof compilePieces>>();

function piecesOf(kinds: readonly SealedKind[]): ReturnType<typeof compilePieces> {
  const name = kinds.join();
  const query = queries.get(name) ?? compilePieces(kinds);
  queries.set(name, query);
  return query;
}

const compilePieces = (kinds: readonly SealedKind[]) =>
  compiled((db, { id }: Owner) =>
    db.selectFrom('session_sealed').select(['kind', 'sealed']).where('session_id', '=', id).where('kind', 'in', kinds),
  );

export const dropPiece = (db: Db, session_id: number, kind: SealedKind): Promise<void> =>
  run(db.deleteFrom('session_sealed').where('session_id', '=', session_id).where('kind', '=', kind));

export async function destroyPieces(db: Db, sessions: SessionIds): Promise<void> {
  await db.deleteFrom('session_sealed').where('session_id', 'in', sessions).execute();
  await db.deleteFrom('session_keys').where('session_id', 'in', sessions).execute();
}

export const insertWrappedKey = (db: Db, key: WrappedKey) => run(db.insertInto('session_keys').values(key));

export const findWrappedKey = compiled((db, { id }: Owner) =>
  db.selectFrom('session_keys').select(['wrapped_key', 'erasure_key']).where('session_id', '=', id),
);

export const listSealedUnder = (db: Db, names: string[]): Promise<number[]> =>
  sealedUnder(db, names).select('session_id').orderBy('session_id').$call(columnOf('session_id'));

export const isAnySealedUnder = (db: Db, name: string) => sealedUnder(db, [name]).select('session_id').$call(findsRow);

const sealedUnder = (db: Db, names: string[]) => db.selectFrom('session_keys').where('erasure_key', 'in', names);

export async function listErasureKeys(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('session_keys')
    .select('erasure_key')
    .distinct()
    .where('erasure_key', 'is not', null)
    .execute();
  return rows.flatMap(({ erasure_key }) => erasure_key ?? []);
}

/** Sessions that have a key, by id. */
export const listKeyOwners = (db: Db, { after, limit }: { after: number; limit: number }) =>
  db
    .selectFrom('session_keys')
    .innerJoin('sessions', 'sessions.id', 'session_keys.session_id')
    .select(['sessions.id', 'sessions.merchant_id'])
    .where('session_keys.session_id', '>', after)
    .orderBy('session_keys.session_id')
    .limit(limit)
    .execute();

export const listPieces = (db: Db, { id }: Owner) =>
  db.selectFrom('session_sealed').select(['kind', 'sealed']).where('session_id', '=', id).execute();

/** Of the sessions that have a key: the first date for destroying it, and the shortest retention of those without a date yet. */
export async function findFirstDestruction(db: Db) {
  const kept = db.selectFrom('session_keys').innerJoin('sessions', 'sessions.id', 'session_keys.session_id');
  const [dated, undated] = await Promise.all([
    kept.select(({ fn }) => fn.min('identity_data_until').as('until')).executeTakeFirst(),
    kept
      .select(({ fn }) => fn.min('retention_hours').as('hours'))
      .where('identity_data_until', 'is', null)
      .executeTakeFirst(),
  ]);
  return { until: dated?.until ?? undefined, retention_hours: undated?.hours ?? undefined };
}

export const merchantOfKey = sql`(select merchant_id from sessions where sessions.id = session_keys.session_id)`;
