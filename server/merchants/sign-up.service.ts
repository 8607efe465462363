import { audit } from '../audit/audit.service.ts';
import { forgetBillingEmails, openBillingAccount } from '../billing/account/billing.service.ts';
import { claimCredit } from '../billing/account/free-credit.service.ts';
import { deleteEndpoints } from '../callbacks/callback-endpoint.service.ts';
import { deleteSigningSecret } from '../callbacks/callback-secret.service.ts';
import { timestamp } from '../core/clock.ts';
import { actingAs, type CallOrigin, type TransactionContext } from '../core/context.ts';
import { randomId } from '../database/random-id.ts';
import { replaceDeliveryKey } from '../delivery/delivery-key.service.ts';
import { deleteLinks } from '../sessions/links/link.service.ts';
import { acceptInvite, revokeInvites } from '../users/invite.service.ts';
import { addPerson, listAllUsers, moveUser, type NewPerson, removeUser } from '../users/user.service.ts';
import { becomeOwner, keepAnOwner } from '../users/user-role.service.ts';
import { insertMerchant } from './merchant.repository.ts';
import { clearBrand } from './merchant.service.ts';

export interface NewUser extends Omit<NewPerson, 'merchant_id' | 'role'> {
  /** An invitation, or a text that says where the new account came from. */
  reference?: string | undefined;
}

/** @throws a unique violation when the address is registered, and Conflict when the invitation has already been used. */
export async function createUser(
  ctx: TransactionContext & { request: CallOrigin },
  { reference, ...person }: NewUser,
): Promise<{ id: number; merchant_id: number }> {
  const { email } = person;
  const invited = reference === undefined ? undefined : await acceptInvite(ctx, { reference, email });
  const { merchant_id, role } = invited ?? { merchant_id: await foundMerchant(ctx, reference), role: 'owner' };
  // Only a reader of the invitation's email knows its link, so the link proves the address, like a code.
  const email_verified = person.email_verified || invited !== undefined;
  const id = await addPerson(ctx, { ...person, email_verified, merchant_id, role });
  if (email_verified) await claimCredit(ctx, { merchant_id, user_id: id, email });
  return { id, merchant_id };
}

export async function foundMerchant(ctx: TransactionContext, reference?: string): Promise<number> {
  const { db, deps } = ctx;
  const id = randomId();
  const now = deps.clock.now();
  const created = timestamp(now);
  await insertMerchant(db, { id, reference: reference ?? null, created });
  await openBillingAccount(ctx, { merchant_id: id, created: now });
  return id;
}

/**
 * What happens to an account when its user first proves ownership of the address (docs/decisions/unverified-addresses.md). Someone
 * else may have used the account until now, under an address that was not theirs. So its keys, other users, invitations, links,
 * signing secret, callback endpoints, delivery key, billing emails, return addresses and brand are removed. If another user of the
 * account has a verified address, however, that person keeps the account, and this user moves to an empty one.
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
  for (const id of await deleteEndpoints(ctx)) await audit(ctx, 'callback_endpoint.delete', id);
  if (await replaceDeliveryKey(ctx, null)) await audit(ctx, 'merchant.change_delivery_key');
  await forgetBillingEmails(ctx);
  await clearBrand(ctx, merchant_id);
  await deleteLinks(ctx);
  return merchant_id;
}
