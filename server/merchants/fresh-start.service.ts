/** What happens to an account when its user proves for the first time to own the address (docs/decisions/unverified-addresses.md). */
import type { Transaction } from 'kysely';
import { recordAudit } from '../audit/audit.service.ts';
import { deleteSigningSecret } from '../callbacks/signing-secret.service.ts';
import { timestamp } from '../core/clock.ts';
import type { Deps } from '../core/deps.ts';
import type { Database } from '../database/database.ts';
import type { CallOrigin } from '../http/handlers.ts';
import { revokeInvites } from '../users/invite.service.ts';
import { listUsers, moveUser, removeUser } from '../users/user.service.ts';
import { foundMerchant } from './sign-up.service.ts';

/**
 * Until now somebody else may have used the account of this user, under an address that was not theirs. Their keys, users,
 * invitations and the signing secret are removed. If another user of the account has a verified address, the account is that
 * person's, and this user moves to an empty one.
 * @returns the account the user is in.
 */
export async function startAfresh(
  trx: Transaction<Database>,
  deps: Deps,
  request: CallOrigin,
  { id: user_id, merchant_id }: { id: number; merchant_id: number },
): Promise<number> {
  const now = timestamp(deps.clock.now());
  const entry = { merchant_id, user_id, request_id: request.id, action: 'user.delete' as const };
  // This comes before the users are read. It waits for an invitation that is being accepted, so that its user is found below.
  await revokeInvites(trx, merchant_id, now);
  const users = await listUsers(trx, merchant_id);
  const others = users.filter(({ id }) => id !== user_id);
  if (others.some(({ email_verified }) => email_verified === 1)) {
    const id = await foundMerchant(trx, new Date(now));
    await moveUser(trx, merchant_id, user_id, id);
    await recordAudit(trx, deps, { ...entry, target: user_id });
    return id;
  }
  for (const other of others) {
    await removeUser(trx, deps, other);
    await recordAudit(trx, deps, { ...entry, target: other.id });
  }
  await deleteSigningSecret(trx, merchant_id);
  return merchant_id;
}
