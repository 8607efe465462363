/**
 * The secret that signs an account's callbacks. It is created when first needed, stored encrypted, and stays valid for a while
 * after a rotation.
 */
import { addDays, timestamp } from '../core/clock.ts';
import type { Acting, Context, TransactionContext } from '../core/context.ts';
import type { Deps } from '../core/deps.ts';
import { invariant } from '../core/errors.ts';
import type { SigningSecret } from '../generated/operations.gen.ts';
import type { SealedColumn } from '../secrets/reseal.service.ts';
import { deleteSecret, findSecret, insertFirstSecret, rotateSecret } from './callback.repository.ts';
import { createSecret } from './webhook-signature.ts';

const OVERLAP_DAYS = 1;

type SecretRow = NonNullable<Awaited<ReturnType<typeof findSecret>>>;

export async function getSigningSecret(ctx: Context & Acting): Promise<SigningSecret> {
  const { deps } = ctx;
  const { merchant_id } = ctx.principal;
  const row = await ensureSecret(ctx, merchant_id);
  const overlapping = isOverlapping(row, deps.clock.now());
  return {
    secret: open(deps, row.secret, merchant_id),
    created: row.created,
    ...(overlapping && row.previous_expires && { previous_expires: row.previous_expires }),
  };
}

export async function listSigningSecrets(ctx: Context & Acting): Promise<string[]> {
  const { deps } = ctx;
  const { merchant_id } = ctx.principal;
  const row = await ensureSecret(ctx, merchant_id);
  const current = open(deps, row.secret, merchant_id);
  return row.previous_secret && isOverlapping(row, deps.clock.now())
    ? [current, open(deps, row.previous_secret, merchant_id)]
    : [current];
}

export async function rotateSigningSecret(ctx: TransactionContext & Acting): Promise<SigningSecret> {
  const { db, deps } = ctx;
  const { merchant_id } = ctx.principal;
  await ensureSecret(ctx, merchant_id);
  const now = deps.clock.now();
  const secret = createSecret();
  const created = timestamp(now);
  const previous_expires = timestamp(addDays(now, OVERLAP_DAYS));
  await rotateSecret(db, merchant_id, { secret: seal(deps, secret, merchant_id), created, previous_expires });
  return { secret, created, previous_expires };
}

async function ensureSecret({ db, deps }: Context, merchant_id: number): Promise<SecretRow> {
  const found = await findSecret(db, merchant_id);
  if (found) return found;
  await insertFirstSecret(db, merchant_id, seal(deps, createSecret(), merchant_id), timestamp(deps.clock.now()));
  const made = await findSecret(db, merchant_id);
  invariant(made, 'a secret was just created');
  return made;
}

/** The next callback is signed with a new secret. */
export const deleteSigningSecret = ({ db, principal }: TransactionContext & Acting): Promise<void> =>
  deleteSecret(db, principal.merchant_id);

const isOverlapping = ({ previous_expires }: SecretRow, now: Date) =>
  previous_expires !== null && previous_expires > timestamp(now);
const context = (merchant_id: number) => `callback secret of merchant ${merchant_id}`;
const seal = ({ sealer }: Deps, secret: string, merchant_id: number) =>
  sealer.seal(Buffer.from(secret), context(merchant_id));
const open = ({ sealer }: Deps, sealed: Buffer, merchant_id: number) =>
  sealer.open(sealed, context(merchant_id)).toString('utf8');

export const sealedSecrets: SealedColumn[] = ['secret', 'previous_secret'].map((column) => ({
  what: column === 'secret' ? 'callback signing secrets' : 'previous callback signing secrets',
  table: 'callback_secrets',
  id: 'merchant_id',
  column,
  context: (id) => context(Number(id)),
}));
