/** The person who signs up: under the account of an invitation, or as the first user of a new account. */
import type { Transaction } from 'kysely';
import { openBillingAccount } from '../billing/billing.service.ts';
import { timestamp } from '../core/clock.ts';
import type { Deps } from '../core/deps.ts';
import type { Database } from '../database/database.ts';
import { randomId } from '../database/random-id.ts';
import type { CallOrigin } from '../http/handlers.ts';
import { localeOf } from '../mail/locale.ts';
import { emailKey } from '../users/email-address.ts';
import { acceptInvite } from '../users/invite.service.ts';
import { insertUser } from '../users/user.repository.ts';
import type { UserTable } from '../users/user.table.ts';
import { insertMerchant } from './merchant.repository.ts';

export interface NewUser {
  type: Exclude<UserTable['type'], 'SERVICE'>;
  email: string;
  email_verified: boolean;
  /** An invitation, or what is kept as attribution of a new account. */
  reference?: string | undefined;
}

/** @throws a unique violation when the address is registered, and Conflict for an invitation that is used up. */
export async function createUser(
  trx: Transaction<Database>,
  deps: Deps,
  request: CallOrigin,
  { type, email, email_verified, reference }: NewUser,
): Promise<{ id: number; merchant_id: number }> {
  const id = randomId();
  const created = timestamp(deps.clock.now());
  const invited = reference === undefined ? undefined : await acceptInvite(trx, deps, reference, email);
  const merchant_id = invited ?? randomId();
  if (invited === undefined) {
    await insertMerchant(trx, { id: merchant_id, name: null, reference: reference ?? null, created, deleted: null });
    await openBillingAccount(trx, merchant_id, new Date(created));
  }
  await insertUser(trx, {
    id,
    merchant_id,
    type,
    email,
    email_key: emailKey(email),
    email_verified: email_verified ? 1 : 0,
    alias: email,
    name: null,
    locale: localeOf(request) ?? 'en',
    created,
    last_used: null,
  });
  return { id, merchant_id };
}
