/** What happens to an account when its user first proves ownership of the address (docs/decisions/unverified-addresses.md). */
import { audit } from '../audit/audit.service.ts';
import { deleteSigningSecret } from '../callbacks/callback-secret.service.ts';
import { actingAs, type CallOrigin, type TransactionContext } from '../core/context.ts';
import { revokeInvites } from '../users/invite.service.ts';
import { becomeOwner, keepAnOwner } from '../users/owner.service.ts';
import { listAllUsers, moveUser, removeUser } from '../users/user.service.ts';
import { clearBrand } from './merchant.service.ts';
import { foundMerchant } from './sign-up.service.ts';

/**
 * Until now someone else may have used this user's account, under an address that was not theirs. Their keys, users, invitations,
 * signing secret, colour and logo are removed. If another user of the account has a verified address, that person keeps the
 * account, and this user moves to an empty one.
 * @returns the user's account.
 */
export async function startAfresh(
  call: TransactionContext & { request: CallOrigin },
  { id: user_id, merchant_id }: { id: number; merchant_id: number },
): Promise<number> {
  const ctx = actingAs(call, { merchant_id, user_id });
  // Runs before the users are read: it waits for an invitation that is being accepted, so that its user is found below.
  await revokeInvites(ctx);
  const users = await listAllUsers(ctx);
  const others = users.filter(({ id }) => id !== user_id);
  if (others.some(({ email_verified }) => email_verified === 1)) {
    const to = await foundMerchant(ctx);
    await moveUser(ctx, { id: user_id, to });
    await becomeOwner(ctx, { merchant_id: to, id: user_id });
    await keepAnOwner(ctx);
    await audit(ctx, 'user.delete', user_id);
    return to;
  }
  for (const other of others) {
    await removeUser(ctx, other);
    await audit(ctx, 'user.delete', other.id);
  }
  await becomeOwner(ctx, { merchant_id, id: user_id });
  await deleteSigningSecret(ctx);
  await clearBrand(ctx, merchant_id);
  return merchant_id;
}
