import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { AuditAction } from '@sigill/sdk/portal';

export const auditActions: Record<AuditAction, MessageDescriptor> = {
  'password.create': msg`Signed up`,
  'password.authenticate': msg`Signed in`,
  'google.authenticate': msg`Signed in with Google`,
  'microsoft.authenticate': msg`Signed in with Microsoft`,
  'password.verify_email': msg`Verified the email address`,
  'password.change_email': msg`Changed the email address`,
  'password.undo_change_email': msg`Undid an email change`,
  'password.change_password': msg`Changed the password`,
  'password.recover': msg`Reset the password with a code`,
  'passkey.sign_up': msg`Signed up with a passkey`,
  'passkey.authenticate': msg`Signed in with a passkey`,
  'passkey.register': msg`Added a passkey`,
  'passkey.delete': msg`Removed a passkey`,
  'sign_in.revoke': msg`Ended a sign-in`,
  'sign_in.revoke_others': msg`Ended all other sign-ins`,
  'totp.confirm': msg`Added an authenticator app`,
  'totp.delete': msg`Removed the authenticator app`,
  'recovery_code.create': msg`Generated new recovery codes`,
  'invite.create': msg`Invited a user`,
  'invite.revoke': msg`Revoked an invitation`,
  'user.create_service_user': msg`Generated API keys`,
  'user.rotate_service_user': msg`Rotated an API key’s secret`,
  'user.rename_service_user': msg`Renamed an API key`,
  'user.change_role': msg`Changed a user’s role`,
  'user.delete': msg`Deleted a user or API key`,
  'user.end_sign_ins': msg`Ended a user’s sign-ins`,
  'user.reset_factors': msg`Removed a user’s second factors`,
  'user.withdraw_key': msg`Revoked an API key`,
  'callback.rotate_secret': msg`Rotated the signing secret`,
  'callback.test': msg`Sent a test callback`,
  'callback.resend': msg`Resent a callback`,
  'callback_endpoint.create': msg`Added a callback endpoint`,
  'callback_endpoint.update': msg`Changed a callback endpoint`,
  'callback_endpoint.delete': msg`Deleted a callback endpoint`,
  'callback_endpoint.replay': msg`Replayed events to an endpoint`,
  'session.get': msg`Viewed a session’s identity data`,
  'session.proof': msg`Issued a proof for a session`,
  'session.renew_link': msg`Created a new link for a session`,
  'session.abort': msg`Cancelled a session`,
  'session.redact': msg`Deleted a session’s identity data`,
  'session.export': msg`Exported sessions`,
  'merchant.update': msg`Changed the account settings`,
  'merchant.delete': msg`Deleted the account`,
  'merchant.suspend': msg`Suspended the account`,
  'merchant.resume': msg`Resumed the account`,
  'billing.update': msg`Changed the billing details`,
  'billing.change_vat_number': msg`Changed the VAT number`,
  'billing.change_spending_cap': msg`Changed the spending cap`,
  'billing.enable': msg`Enabled billing`,
  'billing.activate': msg`Activated the account`,
  'billing.deactivate': msg`Deactivated the account`,
  'billing.end_trial': msg`Ended the trial`,
  'billing.change_plan': msg`Changed the plan`,
  'billing.schedule_cancel': msg`Scheduled billing to end`,
  'billing.change_usage_limit': msg`Changed the usage limit`,
  'billing.keep': msg`Kept billing enabled`,
  'billing.cancel': msg`Cancelled billing`,
  'bill.create': msg`Issued a bill`,
  'bill.export': msg`Downloaded all bills`,
  'bill.usage': msg`Downloaded the sessions of a bill`,
  'bill.pay': msg`Marked a bill as paid`,
  'bill.decline': msg`Could not charge a bill`,
  'payment_method.create': msg`Added a payment method`,
  'payment_method.change_primary': msg`Changed the primary payment method`,
  'payment_method.delete': msg`Deleted a payment method`,
};

const pages: Partial<Record<string, string>> = {
  user: '/user/',
  session: '/session/',
  // A callback is resent for its session.
  callback: '/session/',
  bill: '/bill/',
  payment_method: '/payment-method/',
};

/** The path of the page that shows an action's target. Deleted targets have none. */
export function pageOfTarget(action: AuditAction, id: number): string | undefined {
  const [subject = '', verb] = action.split('.');
  const page = pages[subject];
  return page && verb !== 'delete' ? `${page}${id}` : undefined;
}
