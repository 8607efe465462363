/** An account always has an owner, and what only owners may do is done by a current one. */
import type { Acting, Caller, TransactionContext } from '../core/context.ts';
import { roleNotAllowed } from '../core/roles.ts';
import { claimOwners, findAllUsers, updateRole } from './user.repository.ts';

/** Ensures that the caller is an owner until the transaction ends. @returns all owners. */
export async function assertOwner({ db, principal }: TransactionContext & Caller): Promise<number[]> {
  const owners = await claimOwners(db, principal.merchant_id);
  if (!owners.includes(principal.user_id)) throw roleNotAllowed(['owner']);
  return owners;
}

/** Makes the only remaining user the owner. */
export const becomeOwner = (
  { db }: TransactionContext,
  { merchant_id, id }: { merchant_id: number; id: number },
): Promise<void> => updateRole(db, merchant_id, id, 'owner');

/** When the last owner has left, the longest-standing user with a verified address becomes owner. */
export async function keepAnOwner({ db, principal: { merchant_id } }: TransactionContext & Acting): Promise<void> {
  if ((await claimOwners(db, merchant_id)).length > 0) return;
  const heir = (await findAllUsers(db, merchant_id)).find(({ email_verified }) => email_verified === 1);
  if (heir) await updateRole(db, merchant_id, heir.id, 'owner');
}
