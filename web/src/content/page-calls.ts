import type { LimitedOperation } from '../api/role';

/** The call that a page depends on, by the first segment of its path. Pages open to every role are not listed. */
const pageCalls: Record<string, LimitedOperation> = {
  sessions: 'session.list',
  session: 'session.get',
  callbacks: 'callback.list',
  callback: 'callback.get',
  'api-keys': 'user.list',
  'add-keys': 'user.create_service_user',
  requests: 'request.list',
  request: 'request.get',
  users: 'user.list',
  user: 'user.get',
  'add-user': 'invite.create',
  'audit-log': 'audit.list',
  billing: 'billing.self',
  bill: 'bill.get',
  'enable-billing': 'billing.enable',
  'edit-billing': 'billing.update',
  'change-vat-number': 'billing.change_vat_number',
  'change-spending-cap': 'billing.change_spending_cap',
  'payment-method': 'payment_method.get',
  'add-payment-method': 'stripe.start',
  'account-deletion': 'merchant.delete',
};

/** The call that a page needs. The path has no locale. */
export const callOf = (path: string): LimitedOperation | undefined => pageCalls[path.split('/')[1] ?? ''];
