// Generated from openapi/v1.yaml by `npm run generate`. Do not edit.
import type * as types from './types/types.gen.ts';

export type * from './types/types.gen.ts';

/** What each operation takes and answers; `public` ones need no credentials. */
export interface Operations {
  'session.create': { body: NonNullable<types.SessionCreateData['body']>; response: types.SessionCreateResponse; public: false };
  'session.get': { body: NonNullable<types.SessionGetData['body']>; response: types.SessionGetResponse; public: false };
  'session.list': { body: NonNullable<types.SessionListData['body']>; response: types.SessionListResponse; public: false };
  'session.state': { body: NonNullable<types.SessionStateData['body']>; response: types.SessionStateResponse; public: false };
  'session.abort': { body: NonNullable<types.SessionAbortData['body']>; response: types.SessionAbortResponse; public: false };
  'session.redact': { body: NonNullable<types.SessionRedactData['body']>; response: types.SessionRedactResponse; public: false };
  'callback.list': { body: NonNullable<types.CallbackListData['body']>; response: types.CallbackListResponse; public: false };
  'callback.get': { body: NonNullable<types.CallbackGetData['body']>; response: types.CallbackGetResponse; public: false };
  'callback.resend': { body: NonNullable<types.CallbackResendData['body']>; response: types.CallbackResendResponse; public: false };
  'callback.secret': { body: NonNullable<types.CallbackSecretData['body']>; response: types.CallbackSecretResponse; public: false };
  'callback.rotate_secret': { body: NonNullable<types.CallbackRotateSecretData['body']>; response: types.CallbackRotateSecretResponse; public: false };
  'reader.open': { body: NonNullable<types.ReaderOpenData['body']>; response: types.ReaderOpenResponse; public: true };
  'reader.start': { body: NonNullable<types.ReaderStartData['body']>; response: types.ReaderStartResponse; public: true };
  'reader.challenge': { body: NonNullable<types.ReaderChallengeData['body']>; response: types.ReaderChallengeResponse; public: true };
  'reader.submit': { body: NonNullable<types.ReaderSubmitData['body']>; response: types.ReaderSubmitResponse; public: true };
  'reader.fail': { body: NonNullable<types.ReaderFailData['body']>; response: types.ReaderFailResponse; public: true };
  'reader.abort': { body: NonNullable<types.ReaderAbortData['body']>; response: types.ReaderAbortResponse; public: true };
  'reader.state': { body: NonNullable<types.ReaderStateData['body']>; response: types.ReaderStateResponse; public: true };
  'demo.create': { body: NonNullable<types.DemoCreateData['body']>; response: types.DemoCreateResponse; public: true };
  'demo.get': { body: NonNullable<types.DemoGetData['body']>; response: types.DemoGetResponse; public: true };
  'demo.state': { body: NonNullable<types.DemoStateData['body']>; response: types.DemoStateResponse; public: true };
  'user.self': { body: NonNullable<types.UserSelfData['body']>; response: types.UserSelfResponse; public: false };
  'user.create_service_user': { body: NonNullable<types.UserCreateServiceUserData['body']>; response: types.UserCreateServiceUserResponse; public: false };
  'user.get': { body: NonNullable<types.UserGetData['body']>; response: types.UserGetResponse; public: false };
  'user.list': { body: NonNullable<types.UserListData['body']>; response: types.UserListResponse; public: false };
  'user.rotate_service_user': { body: NonNullable<types.UserRotateServiceUserData['body']>; response: types.UserRotateServiceUserResponse; public: false };
  'user.delete': { body: NonNullable<types.UserDeleteData['body']>; response: types.UserDeleteResponse; public: false };
  'invite.create': { body: NonNullable<types.InviteCreateData['body']>; response: types.InviteCreateResponse; public: false };
  'password.create': { body: NonNullable<types.PasswordCreateData['body']>; response: types.PasswordCreateResponse; public: true };
  'password.authenticate': { body: NonNullable<types.PasswordAuthenticateData['body']>; response: types.PasswordAuthenticateResponse; public: true };
  'password.recover_send_code': { body: NonNullable<types.PasswordRecoverSendCodeData['body']>; response: types.PasswordRecoverSendCodeResponse; public: true };
  'password.recover': { body: NonNullable<types.PasswordRecoverData['body']>; response: types.PasswordRecoverResponse; public: true };
  'password.verify_email_send_code': { body: NonNullable<types.PasswordVerifyEmailSendCodeData['body']>; response: types.PasswordVerifyEmailSendCodeResponse; public: false };
  'password.verify_email': { body: NonNullable<types.PasswordVerifyEmailData['body']>; response: types.PasswordVerifyEmailResponse; public: false };
  'password.change_email': { body: NonNullable<types.PasswordChangeEmailData['body']>; response: types.PasswordChangeEmailResponse; public: false };
  'password.change_password': { body: NonNullable<types.PasswordChangePasswordData['body']>; response: types.PasswordChangePasswordResponse; public: false };
  'bearer.renew': { body: NonNullable<types.BearerRenewData['body']>; response: types.BearerRenewResponse; public: true };
  'bearer.revoke': { body: NonNullable<types.BearerRevokeData['body']>; response: types.BearerRevokeResponse; public: true };
  'google.uri': { body: NonNullable<types.GoogleUriData['body']>; response: types.GoogleUriResponse; public: true };
  'google.authenticate': { body: NonNullable<types.GoogleAuthenticateData['body']>; response: types.GoogleAuthenticateResponse; public: true };
  'microsoft.uri': { body: NonNullable<types.MicrosoftUriData['body']>; response: types.MicrosoftUriResponse; public: true };
  'microsoft.authenticate': { body: NonNullable<types.MicrosoftAuthenticateData['body']>; response: types.MicrosoftAuthenticateResponse; public: true };
  'merchant.self': { body: NonNullable<types.MerchantSelfData['body']>; response: types.MerchantSelfResponse; public: false };
  'merchant.delete': { body: NonNullable<types.MerchantDeleteData['body']>; response: types.MerchantDeleteResponse; public: false };
  'dashboard.get_started': { body: NonNullable<types.DashboardGetStartedData['body']>; response: types.DashboardGetStartedResponse; public: false };
  'dashboard.usage': { body: NonNullable<types.DashboardUsageData['body']>; response: types.DashboardUsageResponse; public: false };
  'audit.list': { body: NonNullable<types.AuditListData['body']>; response: types.AuditListResponse; public: false };
  'billing.self': { body: NonNullable<types.BillingSelfData['body']>; response: types.BillingSelfResponse; public: false };
  'billing.update': { body: NonNullable<types.BillingUpdateData['body']>; response: types.BillingUpdateResponse; public: false };
  'billing.change_vat_number': { body: NonNullable<types.BillingChangeVatNumberData['body']>; response: types.BillingChangeVatNumberResponse; public: false };
  'billing.enable': { body: NonNullable<types.BillingEnableData['body']>; response: types.BillingEnableResponse; public: false };
  'bill.get': { body: NonNullable<types.BillGetData['body']>; response: types.BillGetResponse; public: false };
  'bill.list': { body: NonNullable<types.BillListData['body']>; response: types.BillListResponse; public: false };
  'bill.pdf': { body: NonNullable<types.BillPdfData['body']>; response: types.BillPdfResponse; public: false };
  'transaction.list': { body: NonNullable<types.TransactionListData['body']>; response: types.TransactionListResponse; public: false };
  'payment_method.get': { body: NonNullable<types.PaymentMethodGetData['body']>; response: types.PaymentMethodGetResponse; public: false };
  'payment_method.list': { body: NonNullable<types.PaymentMethodListData['body']>; response: types.PaymentMethodListResponse; public: false };
  'payment_method.change_primary': { body: NonNullable<types.PaymentMethodChangePrimaryData['body']>; response: types.PaymentMethodChangePrimaryResponse; public: false };
  'payment_method.delete': { body: NonNullable<types.PaymentMethodDeleteData['body']>; response: types.PaymentMethodDeleteResponse; public: false };
  'stripe.start': { body: NonNullable<types.StripeStartData['body']>; response: types.StripeStartResponse; public: false };
  'stripe.complete': { body: NonNullable<types.StripeCompleteData['body']>; response: types.StripeCompleteResponse; public: false };
}

export type OperationId = keyof Operations;

export const routes = {
  'session.create': { security: ['apiKey'], query: false, cors: false, statuses: [200,400,401,403,409,413,415,429,500,503] },
  'session.get': { security: ['apiKey','accessToken'], query: true, cors: false, statuses: [200,400,401,403,404,413,415,429,500,503] },
  'session.list': { security: ['apiKey','accessToken'], query: true, cors: false, statuses: [200,400,401,403,404,413,415,429,500,503] },
  'session.state': { security: ['apiKey'], query: true, cors: false, statuses: [200,400,401,403,404,413,415,429,500,503] },
  'session.abort': { security: ['apiKey'], query: false, cors: false, statuses: [200,400,401,403,404,409,413,415,429,500,503] },
  'session.redact': { security: ['apiKey','accessToken'], query: false, cors: false, statuses: [200,400,401,403,404,409,413,415,429,500,503] },
  'callback.list': { security: ['accessToken'], query: true, cors: false, statuses: [200,400,401,403,404,413,415,429,500,503] },
  'callback.get': { security: ['accessToken'], query: true, cors: false, statuses: [200,400,401,403,404,413,415,429,500,503] },
  'callback.resend': { security: ['accessToken'], query: false, cors: false, statuses: [200,400,401,403,404,409,413,415,429,500,503] },
  'callback.secret': { security: ['accessToken'], query: true, cors: false, statuses: [200,400,401,403,413,415,429,500,503] },
  'callback.rotate_secret': { security: ['accessToken'], query: false, cors: false, statuses: [200,400,401,403,409,413,415,429,500,503] },
  'reader.open': { security: [], query: true, cors: false, statuses: [200,400,403,404,413,415,429,500,503] },
  'reader.start': { security: [], query: false, cors: false, statuses: [200,400,403,404,409,413,415,429,500,503] },
  'reader.challenge': { security: [], query: false, cors: false, statuses: [200,400,403,404,409,413,415,429,500,503] },
  'reader.submit': { security: [], query: false, cors: false, statuses: [200,400,403,404,409,413,415,429,500,503] },
  'reader.fail': { security: [], query: false, cors: false, statuses: [200,400,403,404,409,413,415,429,500,503] },
  'reader.abort': { security: [], query: false, cors: false, statuses: [200,400,403,404,409,413,415,429,500,503] },
  'reader.state': { security: [], query: true, cors: true, statuses: [200,400,403,404,413,415,429,500,503] },
  'demo.create': { security: [], query: false, cors: false, statuses: [200,400,403,409,413,415,429,500,503] },
  'demo.get': { security: [], query: true, cors: false, statuses: [200,400,403,404,413,415,429,500,503] },
  'demo.state': { security: [], query: true, cors: false, statuses: [200,400,403,404,413,415,429,500,503] },
  'user.self': { security: ['accessToken'], query: true, cors: false, statuses: [200,400,401,403,413,415,429,500,503] },
  'user.create_service_user': { security: ['accessToken'], query: false, cors: false, statuses: [200,400,401,403,409,413,415,429,500,503] },
  'user.get': { security: ['accessToken'], query: true, cors: false, statuses: [200,400,401,403,404,413,415,429,500,503] },
  'user.list': { security: ['accessToken'], query: true, cors: false, statuses: [200,400,401,403,413,415,429,500,503] },
  'user.rotate_service_user': { security: ['accessToken'], query: false, cors: false, statuses: [200,400,401,403,404,409,413,415,429,500,503] },
  'user.delete': { security: ['accessToken'], query: false, cors: false, statuses: [200,400,401,403,404,409,413,415,429,500,503] },
  'invite.create': { security: ['accessToken'], query: false, cors: false, statuses: [200,400,401,403,409,413,415,429,500,503] },
  'password.create': { security: [], query: false, cors: false, statuses: [200,400,403,409,413,415,429,500,503] },
  'password.authenticate': { security: [], query: false, cors: false, statuses: [200,400,401,403,409,413,415,429,500,503] },
  'password.recover_send_code': { security: [], query: false, cors: false, statuses: [200,400,403,409,413,415,429,500,503] },
  'password.recover': { security: [], query: false, cors: false, statuses: [200,400,403,409,413,415,429,500,503] },
  'password.verify_email_send_code': { security: ['accessToken'], query: false, cors: false, statuses: [200,400,401,403,409,413,415,429,500,503] },
  'password.verify_email': { security: ['accessToken'], query: false, cors: false, statuses: [200,400,401,403,409,413,415,429,500,503] },
  'password.change_email': { security: ['accessToken'], query: false, cors: false, statuses: [200,400,401,403,409,413,415,429,500,503] },
  'password.change_password': { security: ['accessToken'], query: false, cors: false, statuses: [200,400,401,403,409,413,415,429,500,503] },
  'bearer.renew': { security: [], query: false, cors: false, statuses: [200,400,401,403,409,413,415,429,500,503] },
  'bearer.revoke': { security: [], query: false, cors: false, statuses: [200,400,403,409,413,415,429,500,503] },
  'google.uri': { security: [], query: false, cors: false, statuses: [200,400,403,409,413,415,429,500,503] },
  'google.authenticate': { security: [], query: false, cors: false, statuses: [200,400,403,409,413,415,429,500,503] },
  'microsoft.uri': { security: [], query: false, cors: false, statuses: [200,400,403,409,413,415,429,500,503] },
  'microsoft.authenticate': { security: [], query: false, cors: false, statuses: [200,400,403,409,413,415,429,500,503] },
  'merchant.self': { security: ['accessToken'], query: true, cors: false, statuses: [200,400,401,403,413,415,429,500,503] },
  'merchant.delete': { security: ['accessToken'], query: false, cors: false, statuses: [200,400,401,403,409,413,415,429,500,503] },
  'dashboard.get_started': { security: ['accessToken'], query: true, cors: false, statuses: [200,400,401,403,413,415,429,500,503] },
  'dashboard.usage': { security: ['accessToken'], query: true, cors: false, statuses: [200,400,401,403,413,415,429,500,503] },
  'audit.list': { security: ['accessToken'], query: true, cors: false, statuses: [200,400,401,403,404,413,415,429,500,503] },
  'billing.self': { security: ['accessToken'], query: true, cors: false, statuses: [200,400,401,403,413,415,429,500,503] },
  'billing.update': { security: ['accessToken'], query: false, cors: false, statuses: [200,400,401,403,409,413,415,429,500,503] },
  'billing.change_vat_number': { security: ['accessToken'], query: false, cors: false, statuses: [200,400,401,403,409,413,415,429,500,503] },
  'billing.enable': { security: ['accessToken'], query: false, cors: false, statuses: [200,400,401,403,409,413,415,429,500,503] },
  'bill.get': { security: ['accessToken'], query: true, cors: false, statuses: [200,400,401,403,404,413,415,429,500,503] },
  'bill.list': { security: ['accessToken'], query: true, cors: false, statuses: [200,400,401,403,413,415,429,500,503] },
  'bill.pdf': { security: ['accessToken'], query: true, cors: false, statuses: [200,400,401,403,404,413,415,429,500,503] },
  'transaction.list': { security: ['accessToken'], query: true, cors: false, statuses: [200,400,401,403,404,413,415,429,500,503] },
  'payment_method.get': { security: ['accessToken'], query: true, cors: false, statuses: [200,400,401,403,404,413,415,429,500,503] },
  'payment_method.list': { security: ['accessToken'], query: true, cors: false, statuses: [200,400,401,403,404,413,415,429,500,503] },
  'payment_method.change_primary': { security: ['accessToken'], query: false, cors: false, statuses: [200,400,401,403,404,409,413,415,429,500,503] },
  'payment_method.delete': { security: ['accessToken'], query: false, cors: false, statuses: [200,400,401,403,404,409,413,415,429,500,503] },
  'stripe.start': { security: ['accessToken'], query: false, cors: false, statuses: [200,400,401,403,409,413,415,429,500,503] },
  'stripe.complete': { security: ['accessToken'], query: false, cors: false, statuses: [200,400,401,403,404,409,413,415,429,500,503] },
} as const satisfies Record<OperationId, { security: readonly ('apiKey' | 'accessToken')[]; query: boolean; cors: boolean; statuses: readonly number[] }>;
