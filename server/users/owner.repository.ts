import type { Db, Trx } from '../database/database.ts';
import type { UserRole } from '../generated/operations.gen.ts';

/**
 * The owners of an account. Writing them locks them until the transaction ends, so that two owners who remove each other's role
 * at the same time wait for each other.
 */
export async function claimOwners(db: Trx, merchant_id: number): Promise<number[]> {
  const owners = await db
    .updateTable('users')
    .set({ role: 'owner' })
    .where('merchant_id', '=', merchant_id)
    .where('role', '=', 'owner')
    .returning('id')
    .execute();
  return owners.map(({ id }) => id);
}

export async function updateRole(db: Db, merchant_id: number, id: number, role: UserRole): Promise<void> {
  await db.updateTable('users').set({ role }).where('id', '=', id).where('merchant_id', '=', merchant_id).execute();
}
