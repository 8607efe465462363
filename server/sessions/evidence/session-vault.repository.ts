import { sql } from 'kysely';
import { compiled, compiledFor, namesOf } from '../../database/compiled.ts';
import type { Db } from '../../database/database.ts';
import { columnOf, findsRow } from '../../database/rows.ts';
import type { SessionIds } from '../session/session.repository.ts';
import type { SealedKind } from '../session/session.table.ts';

interface Owner {
  id: number;
}

type Pieces = Partial<Record<SealedKind, Buffer>>;

export async function insertPieces(db: Db, { id }: Owner, pieces: Pieces): Promise<void> {
  await insertKinds(namesOf(pieces)).all(db, { ...pieces, id });
}

const insertKinds = compiledFor((kinds: readonly SealedKind[]) =>
  compiled((db, row: Owner & Pieces) =>
    db.insertInto('session_sealed').values(kinds.map((kind) => ({ session_id: row.id, kind, sealed: row[kind]! }))),
  ),
);

export const findPieces = (db: Db, owner: Owner, kinds: readonly SealedKind[]) => piecesOf(kinds).all(db, owner);

const piecesOf = compiledFor((kinds: readonly SealedKind[]) =>
  compiled((db, { id }: Owner) =>
    db.selectFrom('session_sealed').select(['kind', 'sealed']).where('session_id', '=', id).where('kind', 'in', kinds),
  ),
);

export async function dropPiece(db: Db, session_id: number, kind: SealedKind): Promise<void> {
  await deletePiece.all(db, { session_id, kind });
}

const deletePiece = compiled((db, { session_id, kind }: { session_id: number; kind: SealedKind }) =>
  db.deleteFrom('session_sealed').where('session_id', '=', session_id).where('kind', '=', kind),
);

export async function destroyPieces(db: Db, sessions: SessionIds): Promise<void> {
  await db.deleteFrom('session_sealed').where('session_id', 'in', sessions).execute();
  await db.deleteFrom('session_keys').where('session_id', 'in', sessions).execute();
}

export const insertWrappedKey = compiled(
  (db, { id, wrapped_key, erasure_key }: Owner & { wrapped_key: Buffer; erasure_key: string | null }) =>
    db.insertInto('session_keys').values({ session_id: id, wrapped_key, erasure_key }),
);

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

/**
 * For the sessions that have a key: the earliest date by which a key must be destroyed, and the shortest retention period of those
 * that have no such date yet.
 */
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
