/**
 * The keys that sign proofs: Ed25519 (RFC 8032), identified by their thumbprints (RFC 7638). The first one is created when
 * needed. A rotation creates a new key and destroys the previous private key; the public key is kept, so that proofs outlive it.
 * A key that may have been stolen is withdrawn: it is no longer published, and its proofs no longer verify.
 */
import { createPrivateKey, generateKeyPairSync, hash, type KeyObject } from 'node:crypto';
import { timestamp } from '../core/clock.ts';
import type { Context, TransactionContext } from '../core/context.ts';
import { invariant } from '../core/errors.ts';
import { known } from '../core/known.ts';
import type { SealedColumn } from '../secrets/reseal.service.ts';
import {
  findCurrentKey,
  insertCurrentKey,
  listKeys,
  type ProofKeyRow,
  retireCurrentKey,
  withdrawKey,
} from './proof-key.repository.ts';

export async function currentProofKey(ctx: Context): Promise<{ id: string; private_key: KeyObject }> {
  const { id, private_key } = await ensureCurrentKey(ctx);
  invariant(private_key, 'the current key has its private half');
  const pkcs8 = ctx.deps.sealer.open(private_key, context(id));
  return { id, private_key: createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }) };
}

/** The current key comes first. */
export async function publicProofKeys(ctx: Context) {
  await ensureCurrentKey(ctx);
  const keys = await listKeys(ctx.db);
  return { keys: keys.filter(({ withdrawn }) => withdrawn === null).map(publicKey) };
}

export interface ProofKeyStatus {
  id: string;
  created: string;
  retired?: string;
  withdrawn?: string;
}

export const listProofKeys = async ({ db }: Context): Promise<ProofKeyStatus[]> =>
  (await listKeys(db)).map(({ id, created, retired, withdrawn }) => ({
    id,
    created,
    ...known({ retired, withdrawn }),
  }));

/** @returns the id of the new current key. */
export async function rotateProofKeys(ctx: TransactionContext): Promise<string> {
  await retireCurrentKey(ctx.db, timestamp(ctx.deps.clock.now()));
  return (await ensureCurrentKey(ctx)).id;
}

/** Permanent. If it was the current key, a new key is created. @returns false when there is no such key, or it was already withdrawn. */
export async function withdrawProofKey(ctx: TransactionContext, id: string): Promise<boolean> {
  if (!(await withdrawKey(ctx.db, id, timestamp(ctx.deps.clock.now())))) return false;
  await ensureCurrentKey(ctx);
  return true;
}

async function ensureCurrentKey({ db, deps }: Context): Promise<ProofKeyRow> {
  const found = await findCurrentKey(db);
  if (found) return found;
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x } = publicKey.export({ format: 'jwk' }) as { x: string };
  const id = thumbprint(x);
  const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' });
  await insertCurrentKey(db, {
    id,
    public_key: x,
    private_key: deps.sealer.seal(pkcs8, context(id)),
    created: timestamp(deps.clock.now()),
  });
  const made = await findCurrentKey(db);
  invariant(made, 'a key was just created');
  return made;
}

/** Covers the required members in alphabetical order (RFC 7638, 3; RFC 8037, 2). */
const thumbprint = (x: string) => hash('sha256', JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }), 'base64url');

/** In key set format (RFC 7517, RFC 8037). */
const publicKey = ({ id, public_key }: ProofKeyRow) => ({
  ...({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' } as const),
  kid: id,
  x: public_key,
});

const context = (id: string) => `proof key ${id}`;

export const sealedProofKeys: SealedColumn = {
  what: 'proof signing keys',
  table: 'proof_keys',
  id: 'id',
  column: 'private_key',
  context: (id) => context(String(id)),
};
