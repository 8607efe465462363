import type { Transaction } from 'kysely';
import { recordAudit } from '../audit/audit.service.ts';
import { endBilling } from '../billing/bill.service.ts';
import { getAccount } from '../billing/billing.service.ts';
import { deleteCallbacks } from '../callbacks/callback.service.ts';
import { timestamp } from '../core/clock.ts';
import type { Deps } from '../core/deps.ts';
import type { Database } from '../database/database.ts';
import type { CallOrigin, Principal } from '../http/handlers.ts';
import { destroySessions } from '../sessions/session.service.ts';
import { deleteInvites } from '../users/invite.service.ts';
import { listUsers, removeUser } from '../users/user.service.ts';
import { markMerchantDeleted } from './merchant.repository.ts';

export { findMerchant, merchantDisplayName } from './merchant.repository.ts';

/** Deletes an account with its users and keys, and destroys its identity data. Bills and the audit log are kept. */
export async function deleteMerchant(
  trx: Transaction<Database>,
  deps: Deps,
  { merchant_id, user_id }: Principal,
  request: CallOrigin,
): Promise<void> {
  const now = timestamp(deps.clock.now());
  const billing = await getAccount(trx, merchant_id);
  if (!(await markMerchantDeleted(trx, merchant_id, now))) return;
  await recordAudit(trx, deps, { merchant_id, user_id, request_id: request.id, action: 'merchant.delete' });
  for (const user of await listUsers(trx, merchant_id)) await removeUser(trx, deps, user);
  await deleteInvites(trx, merchant_id);
  await destroySessions(trx, merchant_id, now);
  await deleteCallbacks(trx, merchant_id);
  await endBilling(trx, deps, billing);
}
