import { audit } from '../audit/audit.service.ts';
import type { Acting, Caller, TransactionContext } from '../core/context.ts';
import { Conflict, Forbidden } from '../core/errors.ts';
import type { UserRole } from '../generated/operations.gen.ts';
import { mayInvite, revokeInvitesOf } from './invite.service.ts';
import { claimOwners, findAllUsers, updateUser } from './user.repository.ts';
import { assertOwner, getUser, type UserWithKey } from './user.service.ts';

/** Also revokes the user's invitations if the new role may not invite. @throws Conflict when there is no other owner. */
export async function changeRole(
  ctx: TransactionContext & Caller,
  { id, role }: { id: number; role: UserRole },
): Promise<UserWithKey> {
  const { merchant_id } = ctx.principal;
  const user = await getUser(ctx, { id });
  if (user.type === 'SERVICE') throw new Forbidden('API keys have no role', 'wrong_user_type');
  const owners = await assertOwner(ctx);
  if (role !== 'owner' && owners.every((owner) => owner === id))
    throw new Conflict('The account needs an owner. Make someone else an owner first', 'last_owner');
  if (user.role === role) return user;
  await updateUser(ctx.db, merchant_id, id, { role });
  await audit(ctx, 'user.change_role', id);
  if (!mayInvite(role)) await revokeInvitesOf(ctx, { user_id: id });
  return { ...user, role };
}

export const becomeOwner = (
  { db }: TransactionContext,
  { merchant_id, id }: { merchant_id: number; id: number },
): Promise<void> => updateUser(db, merchant_id, id, { role: 'owner' });

/** When the last owner has left, the longest-standing user with a verified address becomes owner. */
export async function keepAnOwner({ db, principal: { merchant_id } }: TransactionContext & Acting): Promise<void> {
  if ((await claimOwners(db, merchant_id)).length > 0) return;
  const heir = (await findAllUsers(db, merchant_id)).find(({ email_verified }) => email_verified === 1);
  if (heir) await updateUser(db, merchant_id, heir.id, { role: 'owner' });
}
