/** The table of handlers, one line per group of operations. The compiler checks that no operation of the contract is missing. */
import { auditOperations } from './audit/audit.operations.ts';
import { bearerOperations } from './auth/bearer.operations.ts';
import { passkeyOperations } from './auth/passkey/passkey.operations.ts';
import { passwordOperations } from './auth/password/password.operations.ts';
import { googleOperations } from './auth/provider/google.operations.ts';
import { microsoftOperations } from './auth/provider/microsoft.operations.ts';
import { recoveryCodeOperations } from './auth/second-factor/recovery-code.operations.ts';
import { totpOperations } from './auth/second-factor/totp.operations.ts';
import { signInOperations } from './auth/sign-in/sign-in.operations.ts';
import { billOperations } from './billing/bill.operations.ts';
import { billingOperations } from './billing/billing.operations.ts';
import { paymentMethodOperations } from './billing/payment-method.operations.ts';
import { stripeOperations } from './billing/stripe.operations.ts';
import { transactionOperations } from './billing/transaction.operations.ts';
import { callbackOperations } from './callbacks/callback.operations.ts';
import { callbackEndpointOperations } from './callbacks/callback-endpoint.operations.ts';
import { dashboardOperations } from './dashboard/dashboard.operations.ts';
import { demoOperations } from './demo/demo.operations.ts';
import type { Handlers } from './http/handlers.ts';
import { linkOperations } from './links/link.operations.ts';
import { merchantOperations } from './merchants/merchant.operations.ts';
import { readerOperations } from './reader/reader.operations.ts';
import { requestOperations } from './requests/request.operations.ts';
import { policyOperations } from './sessions/policy.operations.ts';
import { sessionOperations } from './sessions/session.operations.ts';
import { sessionMarkOperations } from './sessions/session-mark.operations.ts';
import { sessionNoteOperations } from './sessions/session-note.operations.ts';
import { sessionViewOperations } from './sessions/session-view.operations.ts';
import { trustOperations } from './trust/trust.operations.ts';
import { inviteOperations } from './users/invite.operations.ts';
import { userOperations } from './users/user.operations.ts';

export const operations: Handlers = {
  ...sessionOperations,
  ...linkOperations,
  ...policyOperations,
  ...sessionViewOperations,
  ...sessionNoteOperations,
  ...sessionMarkOperations,
  ...callbackOperations,
  ...callbackEndpointOperations,
  ...readerOperations,
  ...demoOperations,
  ...trustOperations,
  ...userOperations,
  ...inviteOperations,
  ...passwordOperations,
  ...bearerOperations,
  ...signInOperations,
  ...totpOperations,
  ...recoveryCodeOperations,
  ...passkeyOperations,
  ...googleOperations,
  ...microsoftOperations,
  ...merchantOperations,
  ...dashboardOperations,
  ...auditOperations,
  ...requestOperations,
  ...billingOperations,
  ...billOperations,
  ...transactionOperations,
  ...paymentMethodOperations,
  ...stripeOperations,
};
