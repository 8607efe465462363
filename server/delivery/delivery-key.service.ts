/** The accounts' public keys to which identity data is sealed at the verdict. The service never has their private keys. */
import { timestamp } from '../core/clock.ts';
import type { Acting, Context, TransactionContext } from '../core/context.ts';
import { invariant } from '../core/errors.ts';
import type { DeliveryKey } from '../generated/operations.gen.ts';
import { deleteKeys, findCurrentKey, findKey, insertCurrentKey, retireCurrentKey } from './delivery-key.repository.ts';
import { type PublicKey, sealTo } from './public-jwk.ts';

export { type PublicKey, readPublicJwk } from './public-jwk.ts';

export const currentDeliveryKey = ({ db, principal }: Context & Acting): Promise<DeliveryKey | undefined> =>
  findCurrentKey(db, principal.merchant_id);

/** @returns false when this is already the account's key. */
export async function replaceDeliveryKey(ctx: TransactionContext & Acting, key: PublicKey | null): Promise<boolean> {
  const { db, deps } = ctx;
  const { merchant_id } = ctx.principal;
  const current = await findCurrentKey(db, merchant_id);
  if (current?.kid === key?.kid) return false;
  await retireCurrentKey(db, merchant_id);
  if (key) {
    const { kid, alg, jwk } = key;
    const created = timestamp(deps.clock.now());
    await insertCurrentKey(db, { merchant_id, kid, alg, jwk: JSON.stringify(jwk), created });
  }
  return true;
}

export const deleteDeliveryKeys = ({ db, principal }: TransactionContext & Acting): Promise<void> =>
  deleteKeys(db, principal.merchant_id);

/** Seals JSON to a key that the account has or had. */
export async function sealForDelivery(
  { db }: Context,
  owner: { merchant_id: number; kid: string },
  content: object,
): Promise<string> {
  const key = await findKey(db, owner);
  invariant(key, 'delivery keys are kept while their account has sessions');
  return sealTo({ ...key, jwk: JSON.parse(key.jwk) }, Buffer.from(JSON.stringify(content)));
}
