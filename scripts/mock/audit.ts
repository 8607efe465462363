/** The log of an account: calls that the contract names as actions, as the service writes them down. */
import { randomId } from '../../server/database/random-id.ts';
import type { AuditAction, OperationId } from '../../server/generated/operations.gen.ts';
import { treeOf } from '../contract/tree.ts';
import { contract } from './contract.ts';
import type { AccountCall } from './rules.ts';

const ACTIONS = contract.components.schemas['AuditAction']!['enum'] as AuditAction[];

export function noteAction({ account, user, request, world }: AccountCall, id: OperationId, target: unknown): void {
  // A card is stored under another name than the call that does it.
  const name = id === 'stripe.complete' ? 'payment_method.create' : id;
  const action = ACTIONS.find((known) => known === name);
  if (!action) return;
  const { id: target_id } = treeOf(target);
  account.lists.entries.unshift({
    id: randomId(),
    created: world.now().toISOString(),
    action,
    actor: 'USER',
    user_id: user.id,
    ...(typeof target_id === 'number' && { target_id }),
    request_id: request.id,
  });
}
