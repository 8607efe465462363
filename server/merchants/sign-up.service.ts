/** Adds the person who signs up: to an invitation's account, or as the first user of a new one. */
import { openBillingAccount } from '../billing/account/billing.service.ts';
import { timestamp } from '../core/clock.ts';
import type { CallOrigin, TransactionContext } from '../core/context.ts';
import { randomId } from '../database/random-id.ts';
import { acceptInvite } from '../users/invite.service.ts';
import { addPerson, type NewPerson } from '../users/user.service.ts';
import { insertMerchant } from './merchant.repository.ts';

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
  return { id: await addPerson(ctx, { ...person, merchant_id, role }), merchant_id };
}

/** Creates an empty account. @returns its id. */
export async function foundMerchant(ctx: TransactionContext, reference?: string): Promise<number> {
  const { db, deps } = ctx;
  const id = randomId();
  const now = deps.clock.now();
  const created = timestamp(now);
  await insertMerchant(db, { id, name: null, reference: reference ?? null, created, deleted: null });
  await openBillingAccount(ctx, { merchant_id: id, created: now });
  return id;
}
