/** Adds the person who signs up: to the account of an invitation, or as the first user of a new account. */
import type { Transaction } from 'kysely';
import { openBillingAccount } from '../billing/billing.service.ts';
import { timestamp } from '../core/clock.ts';
import type { Deps } from '../core/deps.ts';
import type { Database } from '../database/database.ts';
import { randomId } from '../database/random-id.ts';
import type { CallOrigin } from '../http/handlers.ts';
import { acceptInvite } from '../users/invite.service.ts';
import { addPerson, type NewPerson } from '../users/user.service.ts';
import { insertMerchant } from './merchant.repository.ts';

export interface NewUser extends Omit<NewPerson, 'merchant_id'> {
  /** An invitation, or a text that says where the new account came from. */
  reference?: string | undefined;
}

/** @throws a unique violation when the address is registered, Conflict when the invitation was used before. */
export async function createUser(
  trx: Transaction<Database>,
  deps: Deps,
  request: CallOrigin,
  { reference, ...person }: NewUser,
): Promise<{ id: number; merchant_id: number }> {
  const created = deps.clock.now();
  const invited = reference === undefined ? undefined : await acceptInvite(trx, deps, reference, person.email);
  const merchant_id = invited ?? (await foundMerchant(trx, created, reference));
  return { id: await addPerson(trx, deps, request, { ...person, merchant_id }), merchant_id };
}

/** Makes an empty account. @returns its id. */
export async function foundMerchant(trx: Transaction<Database>, created: Date, reference?: string): Promise<number> {
  const id = randomId();
  const row = { id, name: null, reference: reference ?? null, created: timestamp(created), deleted: null };
  await insertMerchant(trx, row);
  await openBillingAccount(trx, id, created);
  return id;
}
