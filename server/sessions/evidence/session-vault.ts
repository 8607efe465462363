/**
 * Stores identity data, encrypted with a key of its session, which in turn is encrypted with the server's key. Decryption requires
 * the account and session, so that no piece can be moved to another row.
 */
import { randomBytes } from 'node:crypto';
import type { Context, TransactionContext } from '../../core/context.ts';
import type { Deps } from '../../core/deps.ts';
import { freeMemory } from '../../core/free-memory.ts';
import type { NamedKey } from '../../secrets/erasure-keys.ts';
import type { SealedColumn } from '../../secrets/reseal.service.ts';
import type { SealedCheck } from '../../secrets/sealed-check.service.ts';
import { createSealer, type Sealer } from '../../secrets/sealing.ts';
import type { SealedKind } from '../session/session.table.ts';
import {
  destroyPieces,
  findPieces,
  findWrappedKey,
  insertPieces,
  insertWrappedKey,
  isAnySealedUnder,
  listKeyOwners,
  listPieces,
  merchantOfKey,
} from './session-vault.repository.ts';

export { dropPiece } from './session-vault.repository.ts';

const KEY_BYTES = 32;

interface SealedOwner {
  id: number;
  merchant_id: number | null;
}

export type SealedPieces = Partial<Record<SealedKind, Uint8Array>>;

/** The session's key is created with the first piece. */
export async function sealPieces(ctx: Context, owner: SealedOwner, pieces: SealedPieces): Promise<void> {
  const session = createSealer((await findKey(ctx, owner)) ?? (await insertKey(ctx, owner)));
  const sealed = (Object.entries(pieces) as [SealedKind, Uint8Array][]).map(([kind, bytes]) => [
    kind,
    session.seal(bytes, context(owner, kind)),
  ]);
  await insertPieces(ctx.db, owner, Object.fromEntries(sealed));
}

/** Destroys all stored data of a session together with its key, and stores only these pieces, under a new key. */
export async function replacePieces(
  ctx: TransactionContext,
  owner: SealedOwner,
  pieces: SealedPieces = {},
): Promise<void> {
  await destroyPieces(ctx.db, [owner.id]);
  if (Object.keys(pieces).length > 0) await sealPieces(ctx, owner, pieces);
  // The worker also empties the write-ahead log, which still contains the deleted data.
  ctx.afterCommit(() => ctx.deps.wake('purge'));
}

/** Empty once the data has been destroyed. */
export async function openPieces<Kind extends SealedKind>(
  ctx: Context,
  owner: SealedOwner,
  kinds: readonly Kind[],
): Promise<Partial<Record<Kind, Buffer>>> {
  const key = await findKey(ctx, owner);
  if (!key) return {};
  const session = createSealer(key);
  const rows = await findPieces(ctx.db, owner, kinds);
  const opened = rows.map(({ kind, sealed }) => {
    const piece = session.open(sealed, context(owner, kind));
    freeMemory(sealed);
    return [kind, piece];
  });
  return Object.fromEntries(opened) as Partial<Record<Kind, Buffer>>;
}

/**
 * The tables that hold identity data, its keys, and notes, into which people may type it. A copy of the database without their
 * rows has no identity data.
 */
export const IDENTITY_TABLES = ['session_sealed', 'session_keys', 'session_notes'] as const;

const CHECKED_TOGETHER = 100;

export async function checkVault(ctx: Context): Promise<SealedCheck> {
  const check: SealedCheck = { opened: new Map(), faults: [] };
  for (let after = -1; ; ) {
    const owners = await listKeyOwners(ctx.db, { after, limit: CHECKED_TOGETHER });
    for (const owner of owners) await checkPieces(ctx, owner, check);
    if (owners.length < CHECKED_TOGETHER) return check;
    after = owners.at(-1)!.id;
  }
}

async function checkPieces(ctx: Context, owner: SealedOwner, { opened, faults }: SealedCheck): Promise<void> {
  const key = await findKey(ctx, owner).catch(() => undefined);
  const pieces = await listPieces(ctx.db, owner);
  const broken = pieces.filter(({ kind, sealed }) => !key || !opens(key, sealed, context(owner, kind)));
  // The key may have been destroyed in the meantime.
  const isKept = broken.length > 0 && (await findWrappedKey.first(ctx.db, owner)) !== undefined;
  if (isKept && !key)
    faults.push(`Session ${owner.id}: its identity data cannot be decrypted, because its key cannot.`);
  else if (isKept) faults.push(...broken.map(({ kind }) => `Session ${owner.id}: its ${kind} cannot be decrypted.`));
  for (const { kind } of pieces) if (key) opened.set(kind, (opened.get(kind) ?? 0) + 1);
  for (const { kind } of broken) if (key) opened.set(kind, opened.get(kind)! - 1);
}

function opens(key: Buffer, sealed: Buffer, context: string): boolean {
  try {
    createSealer(key).open(sealed, context);
    return true;
  } catch {
    return false;
  }
}

/** Undefined once the key or the erasure key that encrypts it has been destroyed. */
async function findKey({ db, deps }: Context, owner: SealedOwner): Promise<Buffer | undefined> {
  const row = await findWrappedKey.first(db, owner);
  return row && unwrapKey(deps, owner, row);
}

/** Undefined once the erasure key that encrypts it has been destroyed. */
export function unwrapKey(
  { sealer, erasure_keys }: Pick<Deps, 'sealer' | 'erasure_keys'>,
  owner: SealedOwner,
  { wrapped_key, erasure_key }: { wrapped_key: Buffer; erasure_key: string | null },
): Buffer | undefined {
  const opened = sealer.open(wrapped_key, context(owner, 'key'));
  if (erasure_key === null) return opened;
  const erasure = erasure_keys?.find(erasure_key);
  return erasure && createSealer(erasure).open(opened, context(owner, 'key'));
}

/** Encrypts a session's key with an erasure key, if erasure keys are in use, and then with the server's key. */
export function wrapKey(sealer: Sealer, owner: SealedOwner, key: Buffer, erasure: NamedKey | undefined): Buffer {
  const inner = erasure ? createSealer(erasure.key).seal(key, context(owner, 'key')) : key;
  return sealer.seal(inner, context(owner, 'key'));
}

async function insertKey({ db, deps }: Context, owner: SealedOwner): Promise<Buffer> {
  const key = randomBytes(KEY_BYTES);
  const erasure = await deps.erasure_keys?.current(db, deps.clock.now());
  const wrapped_key = wrapKey(deps.sealer, owner, key, erasure);
  await insertWrappedKey.all(db, { id: owner.id, wrapped_key, erasure_key: erasure?.name ?? null });
  return key;
}

/** Destroys the erasure keys whose hour ended at least an hour ago and that no longer encrypt anything. */
export async function destroyErasureKeys({ db, deps }: Context): Promise<void> {
  const { erasure_keys: keys, clock } = deps;
  for (const name of keys?.past(clock.now()) ?? []) {
    if (!(await isAnySealedUnder(db, name))) keys?.destroy(name);
  }
}

const context = ({ id, merchant_id }: SealedOwner, kind: SealedKind | 'key') =>
  `merchant ${merchant_id ?? 'demo'} session ${id} ${kind}`;

export const wrappedKeys: SealedColumn = {
  what: 'session keys',
  table: 'session_keys',
  id: 'session_id',
  column: 'wrapped_key',
  beside: merchantOfKey,
  context: (id, merchant_id) =>
    context({ id: Number(id), merchant_id: merchant_id === null ? null : Number(merchant_id) }, 'key'),
};
