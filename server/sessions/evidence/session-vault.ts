/**
 * Stores identity data, sealed under a key of its session, which is wrapped by the server's key. Each piece can only be opened
 * with its account and session, so that none can be moved to another row.
 */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../../core/context.ts';
import { freeMemory } from '../../core/free-memory.ts';
import { compiled } from '../../database/compiled.ts';
import type { Db } from '../../database/database.ts';
import type { SealedColumn } from '../../secrets/reseal.service.ts';
import { createSealer } from '../../secrets/sealing.ts';
import type { SessionIds } from '../session/session.repository.ts';
import type { SealedKind } from '../session/session.table.ts';

const KEY_BYTES = 32;

export interface SealedOwner {
  id: number;
  merchant_id: number | null;
}

export type SealedPieces = Partial<Record<SealedKind, Uint8Array>>;

/** Seals pieces of data for a session. Its key is made with the first. */
export async function sealPieces(ctx: Context, owner: SealedOwner, pieces: SealedPieces): Promise<void> {
  const session = createSealer((await findKey(ctx, owner)) ?? (await insertKey(ctx, owner)));
  const rows = (Object.entries(pieces) as [SealedKind, Uint8Array][]).map(([kind, bytes]) => ({
    session_id: owner.id,
    kind,
    sealed: session.seal(bytes, context(owner, kind)),
  }));
  await ctx.db.insertInto('session_sealed').values(rows).execute();
}

/** Opens what is sealed for a session, of these kinds. There is nothing once it was destroyed. */
export async function openPieces<Kind extends SealedKind>(
  ctx: Context,
  owner: SealedOwner,
  kinds: readonly Kind[],
): Promise<Partial<Record<Kind, Buffer>>> {
  const key = await findKey(ctx, owner);
  if (!key) return {};
  const session = createSealer(key);
  const rows = await sealedOf(kinds).all(ctx.db, owner);
  const opened = rows.map(({ kind, sealed }) => {
    const piece = session.open(sealed, context(owner, kind));
    freeMemory(sealed);
    return [kind, piece];
  });
  return Object.fromEntries(opened) as Partial<Record<Kind, Buffer>>;
}

export async function dropPiece(db: Db, session_id: number, kind: SealedKind): Promise<void> {
  await db.deleteFrom('session_sealed').where('session_id', '=', session_id).where('kind', '=', kind).execute();
}

/** Destroys the data and the keys. */
export async function destroyPieces(db: Db, sessions: SessionIds): Promise<void> {
  await db.deleteFrom('session_sealed').where('session_id', 'in', sessions).execute();
  await db.deleteFrom('session_keys').where('session_id', 'in', sessions).execute();
}

const findSealed = (kinds: readonly SealedKind[]) =>
  compiled((db, { id }: SealedOwner) =>
    db.selectFrom('session_sealed').select(['kind', 'sealed']).where('session_id', '=', id).where('kind', 'in', kinds),
  );

/** The handful of queries for kinds that are opened together. */
const queries = new Map<string, ReturnType<typeof findSealed>>();

function sealedOf(kinds: readonly SealedKind[]): ReturnType<typeof findSealed> {
  const name = kinds.join();
  const query = queries.get(name) ?? findSealed(kinds);
  queries.set(name, query);
  return query;
}

const findWrappedKey = compiled((db, { id }: SealedOwner) =>
  db.selectFrom('session_keys').select(['wrapped_key', 'erasure_key']).where('session_id', '=', id),
);

/** There is none once it was destroyed, or the erasure key that has sealed it. */
async function findKey({ db, deps }: Context, owner: SealedOwner): Promise<Buffer | undefined> {
  const row = await findWrappedKey.first(db, owner);
  if (!row) return undefined;
  const opened = deps.sealer.open(row.wrapped_key, context(owner, 'key'));
  if (row.erasure_key === null) return opened;
  const erasure = deps.erasure_keys?.find(row.erasure_key);
  return erasure && createSealer(erasure).open(opened, context(owner, 'key'));
}

/** An erasure key seals it first, where there are such keys, and the server's key in any case. */
async function insertKey({ db, deps }: Context, owner: SealedOwner): Promise<Buffer> {
  const key = randomBytes(KEY_BYTES);
  const erasure = await deps.erasure_keys?.current(db, deps.clock.now());
  const inner = erasure ? createSealer(erasure.key).seal(key, context(owner, 'key')) : key;
  const wrapped_key = deps.sealer.seal(inner, context(owner, 'key'));
  await db
    .insertInto('session_keys')
    .values({ session_id: owner.id, wrapped_key, ...(erasure && { erasure_key: erasure.name }) })
    .execute();
  return key;
}

/** Destroys the erasure keys whose hour is over, and under which nothing is sealed any longer. */
export async function destroyErasureKeys({ db, deps }: Context): Promise<void> {
  const { erasure_keys: keys, clock } = deps;
  for (const name of keys?.past(clock.now()) ?? []) {
    const sealed = await sealedUnder(db, [name]).select('session_id').limit(1).executeTakeFirst();
    if (!sealed) keys?.destroy(name);
  }
}

/** The sessions whose keys these erasure keys have sealed. */
export async function listSealedUnder(db: Db, names: string[]): Promise<number[]> {
  const rows = await sealedUnder(db, names).select('session_id').orderBy('session_id').execute();
  return rows.map(({ session_id }) => session_id);
}

const sealedUnder = (db: Db, names: string[]) => db.selectFrom('session_keys').where('erasure_key', 'in', names);

/** The names of the erasure keys that are needed. */
export async function listErasureKeys(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('session_keys')
    .select('erasure_key')
    .distinct()
    .where('erasure_key', 'is not', null)
    .execute();
  return rows.flatMap(({ erasure_key }) => erasure_key ?? []);
}

const context = ({ id, merchant_id }: SealedOwner, kind: SealedKind | 'key') =>
  `merchant ${merchant_id ?? 'demo'} session ${id} ${kind}`;

/** What of it the server's key has sealed. */
export const wrappedKeys: SealedColumn = {
  what: 'keys of sessions',
  table: 'session_keys',
  id: 'session_id',
  column: 'wrapped_key',
  beside: sql`(select merchant_id from sessions where sessions.id = session_keys.session_id)`,
  context: (id, merchant_id) =>
    context({ id: Number(id), merchant_id: merchant_id === null ? null : Number(merchant_id) }, 'key'),
};
