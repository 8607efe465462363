import type { Transaction } from 'kysely';
import { recordAudit } from '../audit/audit.service.ts';
import { endBilling } from '../billing/bill.service.ts';
import { getAccount } from '../billing/billing.service.ts';
import { timestamp } from '../core/clock.ts';
import type { Deps } from '../core/deps.ts';
import type { Database } from '../database/database.ts';
import type { CallOrigin, Principal } from '../http/handlers.ts';
import { deleteUsage } from '../sessions/usage.repository.ts';
import { deleteInvites } from '../users/invite.repository.ts';
import { deleteCallbackData, destroySessionData } from '../users/merchant-data.repository.ts';
import { deleteUserRow, listUsers } from '../users/user.repository.ts';
import { forgetCodes } from '../users/user.service.ts';
import { markMerchantDeleted } from './merchant.repository.ts';

/** Deletes an account: its users and keys die at once and identity data is destroyed. Bills and the audit log are kept. */
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
  for (const user of await listUsers(trx, merchant_id)) {
    await forgetCodes(trx, deps, user);
    await deleteUserRow(trx, merchant_id, user.id);
  }
  await deleteInvites(trx, merchant_id);
  await destroySessionData(trx, merchant_id, now);
  await deleteCallbackData(trx, merchant_id);
  await deleteUsage(trx, merchant_id);
  await endBilling(trx, deps, billing);
}
