// Generated from openapi/v1.yaml by `npm run generate`. Do not edit.
import type * as types from '../../sdk/client/src/generated/portal/types.gen.ts';

export type * from '../../sdk/client/src/generated/portal/types.gen.ts';

/** What each operation takes and answers. `public` ones need no credentials; `headers` are those that it requires; `encoded` are the properties of its answer that are bytes in base64; `streams` is an answer that is written while it is made. */
export interface Operations {
  'session.create': { headers: object; body: types.SessionCreateParams; response: types.SessionCreateResponse; encoded: never; public: false };
  'session.get': { headers: object; body: types.SessionGetParams; response: types.SessionGetResponse; encoded: 'portrait' | 'signature_image' | 'face'; public: false };
  'session.list': { headers: object; body: types.SessionListParams; response: types.SessionListResponse; encoded: never; public: false };
  'session.state': { headers: object; body: types.SessionStateParams; response: types.SessionStateResponse; encoded: never; public: false };
  'session.abort': { headers: object; body: types.SessionAbortParams; response: types.SessionAbortResponse; encoded: never; public: false };
  'session.renew_link': { headers: object; body: types.SessionRenewLinkParams; response: types.SessionRenewLinkResponse; encoded: never; public: false };
  'session.proof': { headers: object; body: types.SessionProofParams; response: types.SessionProofResponse; encoded: never; public: false };
  'session.redact': { headers: object; body: types.SessionRedactParams; response: types.SessionRedactResponse; encoded: 'portrait' | 'signature_image' | 'face'; public: false };
  'session.export': { headers: object; body: types.SessionExportParams; response: types.SessionExportResponse; encoded: never; public: false; streams: true };
  'session.timeline': { headers: object; body: types.SessionTimelineParams; response: types.SessionTimelineResponse; encoded: never; public: false };
  'callback.list': { headers: object; body: types.CallbackListParams; response: types.CallbackListResponse; encoded: never; public: false };
  'callback.get': { headers: object; body: types.CallbackGetParams; response: types.CallbackGetResponse; encoded: never; public: false };
  'callback.resend': { headers: object; body: types.CallbackResendParams; response: types.CallbackResendResponse; encoded: never; public: false };
  'callback.listen': { headers: object; body: types.CallbackListenParams; response: types.CallbackListenResponse; encoded: never; public: false };
  'callback.secret': { headers: object; body: types.CallbackSecretParams; response: types.CallbackSecretResponse; encoded: never; public: false };
  'callback.rotate_secret': { headers: object; body: types.CallbackRotateSecretParams; response: types.CallbackRotateSecretResponse; encoded: never; public: false };
  'callback.health': { headers: object; body: types.CallbackHealthParams; response: types.CallbackHealthResponse; encoded: never; public: false };
  'callback.test': { headers: object; body: types.CallbackTestParams; response: types.CallbackTestResponse; encoded: never; public: false };
  'reader.open': { headers: object; body: types.ReaderOpenParams; response: types.ReaderOpenResponse; encoded: never; public: true };
  'reader.start': { headers: object; body: types.ReaderStartParams; response: types.ReaderStartResponse; encoded: never; public: true };
  'reader.challenge': { headers: object; body: types.ReaderChallengeParams; response: types.ReaderChallengeResponse; encoded: 'challenge'; public: true };
  'reader.chip_authentication': { headers: object; body: types.ReaderChipAuthenticationParams; response: types.ReaderChipAuthenticationResponse; encoded: 'ephemeral_public_key' | 'probe_apdu'; public: true };
  'reader.submit': { headers: types.ReaderSubmitHeaders; body: types.ReaderSubmitParams; response: types.ReaderSubmitResponse; encoded: never; public: true };
  'reader.fail': { headers: object; body: types.ReaderFailParams; response: types.ReaderFailResponse; encoded: never; public: true };
  'reader.abort': { headers: object; body: types.ReaderAbortParams; response: types.ReaderAbortResponse; encoded: never; public: true };
  'reader.state': { headers: object; body: types.ReaderStateParams; response: types.ReaderStateResponse; encoded: never; public: true };
  'demo.create': { headers: object; body: types.DemoCreateParams; response: types.DemoCreateResponse; encoded: never; public: true };
  'demo.get': { headers: object; body: types.DemoGetParams; response: types.DemoGetResponse; encoded: 'portrait' | 'signature_image' | 'face'; public: true };
  'demo.state': { headers: object; body: types.DemoStateParams; response: types.DemoStateResponse; encoded: never; public: true };
  'trust.get': { headers: object; body: types.TrustGetParams; response: types.TrustGetResponse; encoded: never; public: true };
  'user.self': { headers: object; body: types.UserSelfParams; response: types.UserSelfResponse; encoded: never; public: false };
  'user.create_service_user': { headers: object; body: types.UserCreateServiceUserParams; response: types.UserCreateServiceUserResponse; encoded: never; public: false };
  'user.get': { headers: object; body: types.UserGetParams; response: types.UserGetResponse; encoded: never; public: false };
  'user.list': { headers: object; body: types.UserListParams; response: types.UserListResponse; encoded: never; public: false };
  'user.rotate_service_user': { headers: object; body: types.UserRotateServiceUserParams; response: types.UserRotateServiceUserResponse; encoded: never; public: false };
  'user.rename_service_user': { headers: object; body: types.UserRenameServiceUserParams; response: types.UserRenameServiceUserResponse; encoded: never; public: false };
  'user.change_role': { headers: object; body: types.UserChangeRoleParams; response: types.UserChangeRoleResponse; encoded: never; public: false };
  'user.delete': { headers: object; body: types.UserDeleteParams; response: types.UserDeleteResponse; encoded: never; public: false };
  'invite.create': { headers: object; body: types.InviteCreateParams; response: types.InviteCreateResponse; encoded: never; public: false };
  'invite.list': { headers: object; body: types.InviteListParams; response: types.InviteListResponse; encoded: never; public: false };
  'invite.revoke': { headers: object; body: types.InviteRevokeParams; response: types.InviteRevokeResponse; encoded: never; public: false };
  'password.create': { headers: object; body: types.PasswordCreateParams; response: types.PasswordCreateResponse; encoded: never; public: true };
  'password.authenticate': { headers: object; body: types.PasswordAuthenticateParams; response: types.PasswordAuthenticateResponse; encoded: never; public: true };
  'password.recover_send_code': { headers: object; body: types.PasswordRecoverSendCodeParams; response: types.PasswordRecoverSendCodeResponse; encoded: never; public: true };
  'password.recover': { headers: object; body: types.PasswordRecoverParams; response: types.PasswordRecoverResponse; encoded: never; public: true };
  'password.verify_email_send_code': { headers: object; body: types.PasswordVerifyEmailSendCodeParams; response: types.PasswordVerifyEmailSendCodeResponse; encoded: never; public: false };
  'password.verify_email': { headers: object; body: types.PasswordVerifyEmailParams; response: types.PasswordVerifyEmailResponse; encoded: never; public: false };
  'password.change_email': { headers: object; body: types.PasswordChangeEmailParams; response: types.PasswordChangeEmailResponse; encoded: never; public: false };
  'password.undo_change_email': { headers: object; body: types.PasswordUndoChangeEmailParams; response: types.PasswordUndoChangeEmailResponse; encoded: never; public: true };
  'password.change_password': { headers: object; body: types.PasswordChangePasswordParams; response: types.PasswordChangePasswordResponse; encoded: never; public: false };
  'bearer.renew': { headers: object; body: types.BearerRenewParams; response: types.BearerRenewResponse; encoded: never; public: true };
  'bearer.revoke': { headers: object; body: types.BearerRevokeParams; response: types.BearerRevokeResponse; encoded: never; public: true };
  'bearer.prove': { headers: object; body: types.BearerProveParams; response: types.BearerProveResponse; encoded: never; public: false };
  'sign_in.list': { headers: object; body: types.SignInListParams; response: types.SignInListResponse; encoded: never; public: false };
  'sign_in.revoke': { headers: object; body: types.SignInRevokeParams; response: types.SignInRevokeResponse; encoded: never; public: false };
  'sign_in.revoke_others': { headers: object; body: types.SignInRevokeOthersParams; response: types.SignInRevokeOthersResponse; encoded: never; public: false };
  'totp.self': { headers: object; body: types.TotpSelfParams; response: types.TotpSelfResponse; encoded: never; public: false };
  'totp.create': { headers: object; body: types.TotpCreateParams; response: types.TotpCreateResponse; encoded: never; public: false };
  'totp.confirm': { headers: object; body: types.TotpConfirmParams; response: types.TotpConfirmResponse; encoded: never; public: false };
  'totp.delete': { headers: object; body: types.TotpDeleteParams; response: types.TotpDeleteResponse; encoded: never; public: false };
  'recovery_code.create': { headers: object; body: types.RecoveryCodeCreateParams; response: types.RecoveryCodeCreateResponse; encoded: never; public: false };
  'passkey.start_sign_up': { headers: object; body: types.PasskeyStartSignUpParams; response: types.PasskeyStartSignUpResponse; encoded: never; public: true };
  'passkey.sign_up': { headers: object; body: types.PasskeySignUpParams; response: types.PasskeySignUpResponse; encoded: never; public: true };
  'passkey.start_authentication': { headers: object; body: types.PasskeyStartAuthenticationParams; response: types.PasskeyStartAuthenticationResponse; encoded: never; public: true };
  'passkey.authenticate': { headers: object; body: types.PasskeyAuthenticateParams; response: types.PasskeyAuthenticateResponse; encoded: never; public: true };
  'passkey.start_registration': { headers: object; body: types.PasskeyStartRegistrationParams; response: types.PasskeyStartRegistrationResponse; encoded: never; public: false };
  'passkey.register': { headers: object; body: types.PasskeyRegisterParams; response: types.PasskeyRegisterResponse; encoded: never; public: false };
  'passkey.list': { headers: object; body: types.PasskeyListParams; response: types.PasskeyListResponse; encoded: never; public: false };
  'passkey.rename': { headers: object; body: types.PasskeyRenameParams; response: types.PasskeyRenameResponse; encoded: never; public: false };
  'passkey.delete': { headers: object; body: types.PasskeyDeleteParams; response: types.PasskeyDeleteResponse; encoded: never; public: false };
  'google.uri': { headers: object; body: types.GoogleUriParams; response: types.GoogleUriResponse; encoded: never; public: true };
  'google.authenticate': { headers: object; body: types.GoogleAuthenticateParams; response: types.GoogleAuthenticateResponse; encoded: never; public: true };
  'microsoft.uri': { headers: object; body: types.MicrosoftUriParams; response: types.MicrosoftUriResponse; encoded: never; public: true };
  'microsoft.authenticate': { headers: object; body: types.MicrosoftAuthenticateParams; response: types.MicrosoftAuthenticateResponse; encoded: never; public: true };
  'merchant.self': { headers: object; body: types.MerchantSelfParams; response: types.MerchantSelfResponse; encoded: never; public: false };
  'merchant.update': { headers: object; body: types.MerchantUpdateParams; response: types.MerchantUpdateResponse; encoded: never; public: false };
  'merchant.delete': { headers: object; body: types.MerchantDeleteParams; response: types.MerchantDeleteResponse; encoded: never; public: false };
  'dashboard.get_started': { headers: object; body: types.DashboardGetStartedParams; response: types.DashboardGetStartedResponse; encoded: never; public: false };
  'dashboard.usage': { headers: object; body: types.DashboardUsageParams; response: types.DashboardUsageResponse; encoded: never; public: false };
  'dashboard.overview': { headers: object; body: types.DashboardOverviewParams; response: types.DashboardOverviewResponse; encoded: never; public: false };
  'audit.list': { headers: object; body: types.AuditListParams; response: types.AuditListResponse; encoded: never; public: false };
  'request.list': { headers: object; body: types.RequestListParams; response: types.RequestListResponse; encoded: never; public: false };
  'request.get': { headers: object; body: types.RequestGetParams; response: types.RequestGetResponse; encoded: never; public: false };
  'billing.self': { headers: object; body: types.BillingSelfParams; response: types.BillingSelfResponse; encoded: never; public: false };
  'billing.preview': { headers: object; body: types.BillingPreviewParams; response: types.BillingPreviewResponse; encoded: never; public: false };
  'billing.update': { headers: object; body: types.BillingUpdateParams; response: types.BillingUpdateResponse; encoded: never; public: false };
  'billing.change_vat_number': { headers: object; body: types.BillingChangeVatNumberParams; response: types.BillingChangeVatNumberResponse; encoded: never; public: false };
  'billing.change_spending_cap': { headers: object; body: types.BillingChangeSpendingCapParams; response: types.BillingChangeSpendingCapResponse; encoded: never; public: false };
  'billing.enable': { headers: object; body: types.BillingEnableParams; response: types.BillingEnableResponse; encoded: never; public: false };
  'bill.get': { headers: object; body: types.BillGetParams; response: types.BillGetResponse; encoded: never; public: false };
  'bill.list': { headers: object; body: types.BillListParams; response: types.BillListResponse; encoded: never; public: false };
  'bill.pdf': { headers: object; body: types.BillPdfParams; response: types.BillPdfResponse; encoded: 'pdf'; public: false };
  'transaction.list': { headers: object; body: types.TransactionListParams; response: types.TransactionListResponse; encoded: never; public: false };
  'payment_method.get': { headers: object; body: types.PaymentMethodGetParams; response: types.PaymentMethodGetResponse; encoded: never; public: false };
  'payment_method.list': { headers: object; body: types.PaymentMethodListParams; response: types.PaymentMethodListResponse; encoded: never; public: false };
  'payment_method.change_primary': { headers: object; body: types.PaymentMethodChangePrimaryParams; response: types.PaymentMethodChangePrimaryResponse; encoded: never; public: false };
  'payment_method.delete': { headers: object; body: types.PaymentMethodDeleteParams; response: types.PaymentMethodDeleteResponse; encoded: never; public: false };
  'stripe.start': { headers: object; body: types.StripeStartParams; response: types.StripeStartResponse; encoded: never; public: false };
  'stripe.complete': { headers: object; body: types.StripeCompleteParams; response: types.StripeCompleteResponse; encoded: never; public: false };
}

export type OperationId = keyof Operations;

/** Names the contract. Answers carry it in `X-Contract`. */
export const contractHash = '5ca0ef79d74f';

export const limits = { password_minimum: 4, code_length: 6 } as const;

/** What each code means to people, and whether a new session with the same document may succeed. */
export const failureReasons: Record<types.FailureCode, Omit<types.SessionFailure, 'code'>> = {
  session_expired: { message: 'The session was not finished in time.', retryable: true },
  malformed: { message: 'The data read from the chip is damaged or not in the format of ICAO Doc 9303.', retryable: true },
  unsupported_algorithm: { message: 'The document is signed with an algorithm or in a form that is not accepted.', retryable: false },
  sod_digest_mismatch: { message: 'The security object of the chip was altered after it was signed.', retryable: false },
  sod_signature_invalid: { message: 'The signature of the chip’s security object is not valid.', retryable: false },
  issuer_unknown: { message: 'The document was not signed by an issuing authority that is trusted here.', retryable: false },
  certificate_expired: { message: 'The certificate that signed the document is not valid at this time.', retryable: false },
  certificate_revoked: { message: 'The issuing State has revoked the certificate that signed the document.', retryable: false },
  country_mismatch: { message: 'The issuing State of the document is not the State whose certificate signed it.', retryable: false },
  dg_hash_mismatch: { message: 'Data on the chip was altered after the document was issued.', retryable: false },
  dg_missing: { message: 'The identity data or the portrait was not read from the chip.', retryable: true },
  mrz_invalid: { message: 'The machine readable zone of the document is not valid.', retryable: false },
  document_expired: { message: 'The document has expired.', retryable: false },
  document_type_not_allowed: { message: 'A document of this type is not accepted; a passport is needed.', retryable: false },
  weak_algorithm: { message: 'The document has an outdated algorithm or a short key, which is not accepted here. Use another document.', retryable: false },
  chip_auth_missing: { message: 'The chip did not prove that it is the one that was issued.', retryable: true },
  chip_auth_failed: { message: 'The chip could not prove that it is the one that was issued.', retryable: false },
  portrait_unreadable: { message: 'The portrait on the chip cannot be read as an image.', retryable: false },
  face_missing: { message: 'No image of the holder’s face was taken.', retryable: true },
  face_mismatch: { message: 'The face of the holder does not match the portrait on the chip.', retryable: true },
  liveness_failed: { message: 'The face could not be confirmed as that of a living person.', retryable: true },
  face_unavailable: { message: 'The face could not be compared with the portrait, for a reason that lies with the service.', retryable: true },
  specimen_required: { message: 'The session takes specimen documents only. A real document is not verified in it.', retryable: false },
  nfc_unavailable: { message: 'The device cannot read chips, or NFC is turned off.', retryable: true },
  nfc_lost: { message: 'The connection to the chip was lost while it was read.', retryable: true },
  access_denied: { message: 'The chip did not accept the access key: the data entered may not be that of the document.', retryable: true },
  read_error: { message: 'The chip could not be read.', retryable: true },
  unsupported_document: { message: 'The document has no chip that can be read.', retryable: false },
  camera_denied: { message: 'The camera could not be used.', retryable: true },
  timeout: { message: 'Reading took too long.', retryable: true },
  internal: { message: 'The app that reads the document failed.', retryable: true },
};

/** The causes that readers report, each with the code that it belongs to. */
export const failCauses: Record<types.ReaderFailCause, types.ReaderFailCode> = {
  chip_lost: 'nfc_lost',
  active_authentication_lost: 'nfc_lost',
  chip_authentication_lost: 'nfc_lost',
  chip_silent: 'timeout',
  challenges_expired: 'timeout',
  access_key_invalid: 'access_denied',
  mrz_refused: 'access_denied',
  can_refused: 'access_denied',
  password_blocked: 'access_denied',
  application_missing: 'unsupported_document',
  pace_unsupported: 'unsupported_document',
  bac_unsupported: 'unsupported_document',
  can_unsupported: 'unsupported_document',
  pace_token_wrong: 'read_error',
  bac_response_wrong: 'read_error',
  access_malformed: 'read_error',
  public_key_invalid: 'read_error',
  checksum_wrong: 'read_error',
  secure_messaging_ended: 'read_error',
  secured_response_malformed: 'read_error',
  security_status_not_satisfied: 'read_error',
  file_not_found: 'read_error',
  file_refused: 'read_error',
  file_incomplete: 'read_error',
  file_too_long: 'read_error',
  file_malformed: 'read_error',
  chip_failure: 'read_error',
  response_malformed: 'read_error',
  response_endless: 'read_error',
  data_object_malformed: 'read_error',
};

/** When an operation was deprecated, and until when it works at least, as the headers of its answers say it, and where it is described. */
export const deprecations: Partial<Record<OperationId, { Deprecation: string; Sunset: string; page: string }>> = {
};

/** What each value that is sent must be, in words. */
export const expectations: Record<OperationId, Record<string, string>> = {
  'session.create': {'face_verification':'boolean','passport_only':'boolean','require_clone_protection':'boolean','refuse_weak':'boolean','reference':'text on one line, without control characters','callback_url':'a web address such as https://shop.example/path','locale':'one of en, es, sv, de, fr, pl, pt, ar','redirect_url':'an address such as https://shop.example/done or com.example.shop://done','specimen':'boolean'},
  'session.get': {'id':'an integer from 1 to 9007199254740991','portrait_format':'one of png, jpeg'},
  'session.list': {'cursor':'the next_cursor of another page','limit':'an integer from 1 to 100','state':'one of CREATED, INITIATED, FAILED, ABORTED, COMPLETED, REJECTED, APPROVED','reference':'text of 1 to 255 characters','search':'text of 1 to 255 characters','states':'a list of 1 to 7 states','failure_code':'one of session_expired, malformed, unsupported_algorithm, sod_digest_mismatch, sod_signature_invalid, issuer_unknown, certificate_expired, certificate_revoked, country_mismatch, dg_hash_mismatch, dg_missing, mrz_invalid, document_expired, document_type_not_allowed, weak_algorithm, chip_auth_missing, chip_auth_failed, portrait_unreadable, face_missing, face_mismatch, liveness_failed, face_unavailable, specimen_required, nfc_unavailable, nfc_lost, access_denied, read_error, unsupported_document, camera_denied, timeout, internal','created_from':'a time in UTC such as 2026-03-02T09:30:00Z','created_to':'a time in UTC such as 2026-03-02T09:30:00Z','document_country':'a country code of two capital letters, such as SE','specimen':'boolean'},
  'session.state': {'id':'an integer from 1 to 9007199254740991'},
  'session.abort': {'id':'an integer from 1 to 9007199254740991'},
  'session.renew_link': {'id':'an integer from 1 to 9007199254740991','redirect_url':'an address such as https://shop.example/done or com.example.shop://done'},
  'session.proof': {'id':'an integer from 1 to 9007199254740991'},
  'session.redact': {'id':'an integer from 1 to 9007199254740991'},
  'session.export': {'format':'one of csv, json','state':'one of CREATED, INITIATED, FAILED, ABORTED, COMPLETED, REJECTED, APPROVED','reference':'text of 1 to 255 characters','search':'text of 1 to 255 characters','states':'a list of 1 to 7 states','failure_code':'one of session_expired, malformed, unsupported_algorithm, sod_digest_mismatch, sod_signature_invalid, issuer_unknown, certificate_expired, certificate_revoked, country_mismatch, dg_hash_mismatch, dg_missing, mrz_invalid, document_expired, document_type_not_allowed, weak_algorithm, chip_auth_missing, chip_auth_failed, portrait_unreadable, face_missing, face_mismatch, liveness_failed, face_unavailable, specimen_required, nfc_unavailable, nfc_lost, access_denied, read_error, unsupported_document, camera_denied, timeout, internal','created_from':'a time in UTC such as 2026-03-02T09:30:00Z','created_to':'a time in UTC such as 2026-03-02T09:30:00Z','document_country':'a country code of two capital letters, such as SE','specimen':'boolean'},
  'session.timeline': {'id':'an integer from 1 to 9007199254740991'},
  'callback.list': {'cursor':'the next_cursor of another page','limit':'an integer from 1 to 100','session_id':'an integer from 1 to 9007199254740991','state':'one of PENDING, DELIVERED, FAILED'},
  'callback.get': {'id':'the id of an event, which begins with msg_'},
  'callback.resend': {'id':'the id of an event, which begins with msg_'},
  'callback.listen': {'cursor':'the next_cursor of another page','since':'a time in UTC such as 2026-03-02T09:30:00Z','wait_seconds':'an integer from 0 to 25'},
  'callback.secret': {},
  'callback.rotate_secret': {},
  'callback.health': {},
  'callback.test': {'url':'a web address such as https://shop.example/path','state':'one of INITIATED, COMPLETED, APPROVED, REJECTED, FAILED, ABORTED'},
  'reader.open': {'token':'a token of the service'},
  'reader.start': {'token':'a token of the service','platform':'one of IOS, ANDROID, WEB, CLI','app_version':'a version such as 1.4.0'},
  'reader.challenge': {'token':'a token of the service','reader_key':'a token of the service'},
  'reader.chip_authentication': {'token':'a token of the service','reader_key':'a token of the service','dg14':'base64 with padding'},
  'reader.submit': {'Session-Token':'a token of the service','Reader-Key':'a token of the service','challenge':'8 bytes in base64','files':'the files of the chip in base64','files.com':'base64 with padding','files.sod':'base64 with padding','files.dg1':'base64 with padding','files.dg2':'base64 with padding','files.dg7':'base64 with padding','files.dg11':'base64 with padding','files.dg12':'base64 with padding','files.dg14':'base64 with padding','files.dg15':'base64 with padding','aa_signature':'base64 with padding','ca_response':'base64 with padding','face':'base64 with padding','face_frames':'up to 4 images in base64','reading':'a list of up to 16 files with their times'},
  'reader.fail': {'token':'a token of the service','reader_key':'a token of the service','code':'one of nfc_unavailable, nfc_lost, access_denied, read_error, unsupported_document, camera_denied, timeout, internal','cause':'a name such as file_not_found','message':'text on one line, without control characters'},
  'reader.abort': {'token':'a token of the service','reader_key':'a token of the service'},
  'reader.state': {'token':'a token of the service'},
  'demo.create': {'face_verification':'boolean'},
  'demo.get': {'token':'a token of the service'},
  'demo.state': {'token':'a token of the service'},
  'trust.get': {},
  'user.self': {},
  'user.create_service_user': {'name':'text on one line, without control characters'},
  'user.get': {'id':'an integer from 1 to 9007199254740991'},
  'user.list': {'cursor':'the next_cursor of another page','limit':'an integer from 1 to 100'},
  'user.rotate_service_user': {'id':'an integer from 1 to 9007199254740991','grace_period_hours':'an integer from 0 to 168'},
  'user.rename_service_user': {'id':'an integer from 1 to 9007199254740991','name':'text on one line, without control characters'},
  'user.change_role': {'id':'an integer from 1 to 9007199254740991','role':'one of owner, developer, support, billing'},
  'user.delete': {'id':'an integer from 1 to 9007199254740991'},
  'invite.create': {'email':'an e-mail address such as name@company.com','role':'one of owner, developer, support, billing'},
  'invite.list': {'cursor':'the next_cursor of another page','limit':'an integer from 1 to 100'},
  'invite.revoke': {'id':'an integer from 1 to 9007199254740991'},
  'password.create': {'email':'an e-mail address such as name@company.com','password':'a password of at least 4 characters','reference':'text of 1 to 255 characters'},
  'password.authenticate': {'email':'an e-mail address such as name@company.com','password':'a password of at least 4 characters','totp_code':'the 6 digits that the authenticator app shows','recovery_code':'a recovery code such as 7KQ4M-XPR2T','passkey':'what the browser answered for the passkey','passkey.id':'bytes in base64url','passkey.client_data':'bytes in base64url','passkey.authenticator_data':'bytes in base64url','passkey.signature':'bytes in base64url'},
  'password.recover_send_code': {'email':'an e-mail address such as name@company.com'},
  'password.recover': {'code':'the 6 characters that were sent by mail','email':'an e-mail address such as name@company.com','new_password':'a password of at least 4 characters'},
  'password.verify_email_send_code': {},
  'password.verify_email': {'code':'the 6 characters that were sent by mail'},
  'password.change_email': {'password':'a password of at least 4 characters','new_email':'an e-mail address such as name@company.com'},
  'password.undo_change_email': {'code':'the code in the link'},
  'password.change_password': {'password':'a password of at least 4 characters','new_password':'a password of at least 4 characters'},
  'bearer.renew': {'access_token':'a token of the service','refresh_token':'a token of the service'},
  'bearer.revoke': {'access_token':'a token of the service'},
  'bearer.prove': {'method':'one of password, totp, passkey, recovery_code','password':'a password of at least 4 characters','totp_code':'the 6 digits that the authenticator app shows','recovery_code':'a recovery code such as 7KQ4M-XPR2T','passkey':'what the browser answered for the passkey','passkey.id':'bytes in base64url','passkey.client_data':'bytes in base64url','passkey.authenticator_data':'bytes in base64url','passkey.signature':'bytes in base64url'},
  'sign_in.list': {'cursor':'the next_cursor of another page','limit':'an integer from 1 to 100'},
  'sign_in.revoke': {'id':'an integer from 1 to 9007199254740991'},
  'sign_in.revoke_others': {},
  'totp.self': {},
  'totp.create': {},
  'totp.confirm': {'code':'the 6 digits that the authenticator app shows'},
  'totp.delete': {},
  'recovery_code.create': {},
  'passkey.start_sign_up': {'email':'an e-mail address such as name@company.com'},
  'passkey.sign_up': {'email':'an e-mail address such as name@company.com','passkey':'a passkey that this browser has just made','passkey.id':'bytes in base64url','passkey.client_data':'bytes in base64url','passkey.attestation':'bytes in base64url','passkey.transports':'a list of at most 8 transports','reference':'text of 1 to 255 characters'},
  'passkey.start_authentication': {},
  'passkey.authenticate': {'passkey':'what the browser answered for the passkey','passkey.id':'bytes in base64url','passkey.client_data':'bytes in base64url','passkey.authenticator_data':'bytes in base64url','passkey.signature':'bytes in base64url'},
  'passkey.start_registration': {},
  'passkey.register': {'name':'text on one line, without control characters','passkey':'a passkey that this browser has just made','passkey.id':'bytes in base64url','passkey.client_data':'bytes in base64url','passkey.attestation':'bytes in base64url','passkey.transports':'a list of at most 8 transports'},
  'passkey.list': {'cursor':'the next_cursor of another page','limit':'an integer from 1 to 100'},
  'passkey.rename': {'id':'an integer from 1 to 9007199254740991','name':'text on one line, without control characters'},
  'passkey.delete': {'id':'an integer from 1 to 9007199254740991'},
  'google.uri': {'state':'text of at most 2048 characters'},
  'google.authenticate': {'code':'the code with which the provider returned','state':'the state with which the provider returned','reference':'text of 1 to 255 characters'},
  'microsoft.uri': {'state':'text of at most 2048 characters'},
  'microsoft.authenticate': {'code':'the code with which the provider returned','state':'the state with which the provider returned','reference':'text of 1 to 255 characters'},
  'merchant.self': {},
  'merchant.update': {'require_clone_protection':'boolean','refuse_weak':'boolean','require_second_factor':'boolean','retention_hours':'a whole number of hours from 0 to 24','return_addresses':'at most 20 hosts or schemes of apps','default_locale':'one of en, es, sv, de, fr, pl, pt, ar, ','brand_color':'a colour such as #1d4f91, or null','brand_logo':'a PNG, JPEG or WebP image of at most 256 KB in base64, or null'},
  'merchant.delete': {},
  'dashboard.get_started': {},
  'dashboard.usage': {},
  'dashboard.overview': {'days':'one of 1, 7, 30, 90','specimen':'boolean'},
  'audit.list': {'cursor':'the next_cursor of another page','limit':'an integer from 1 to 100'},
  'request.list': {'cursor':'the next_cursor of another page','limit':'an integer from 1 to 100','session_id':'an integer from 1 to 9007199254740991','user_id':'an integer from 1 to 9007199254740991','operation':'the name of an operation such as session.create','status':'an HTTP status from 100 to 599','refused':'boolean'},
  'request.get': {'request_id':'the id of a request'},
  'billing.self': {},
  'billing.preview': {'end':'one of CYCLE_END, TODAY'},
  'billing.update': {'company':'text on one line, without control characters','country':'a country code of two capital letters, such as SE'},
  'billing.change_vat_number': {'new_vat_number':'a VAT number of the billing country'},
  'billing.change_spending_cap': {'spending_cap':'an amount in whole cents such as 250.00, or null'},
  'billing.enable': {},
  'bill.get': {'id':'an integer from 1 to 9007199254740991'},
  'bill.list': {'cursor':'the next_cursor of another page','limit':'an integer from 1 to 100'},
  'bill.pdf': {'id':'an integer from 1 to 9007199254740991'},
  'transaction.list': {'bill_id':'an integer from 1 to 9007199254740991','cursor':'the next_cursor of another page','limit':'an integer from 1 to 100'},
  'payment_method.get': {'id':'an integer from 1 to 9007199254740991'},
  'payment_method.list': {'bill_id':'an integer from 1 to 9007199254740991','cursor':'the next_cursor of another page','limit':'an integer from 1 to 100'},
  'payment_method.change_primary': {'id':'an integer from 1 to 9007199254740991'},
  'payment_method.delete': {'id':'an integer from 1 to 9007199254740991'},
  'stripe.start': {},
  'stripe.complete': {'setup_intent_id':'the id of a card setup, such as seti_1PqRsT2eZvKYlo2C'},
};

export const routes = {
  'session.create': { security: ['apiKey','accessToken'], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: ['owner','developer'], encoded: [], statuses: [200,400,401,403,409,413,415,429,500,503] },
  'session.get': { security: ['apiKey','accessToken'], headers: [], query: true, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: ['owner','developer','support'], encoded: ['portrait','signature_image','face'], statuses: [200,400,401,403,404,413,415,429,500,503] },
  'session.list': { security: ['apiKey','accessToken'], headers: [], query: true, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: ['owner','developer','support'], encoded: [], statuses: [200,400,401,403,404,413,415,429,500,503] },
  'session.state': { security: ['apiKey'], headers: [], query: true, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: [], encoded: [], statuses: [200,400,401,403,404,413,415,429,500,503] },
  'session.abort': { security: ['apiKey','accessToken'], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: ['owner','developer','support'], encoded: [], statuses: [200,400,401,403,404,409,413,415,429,500,503] },
  'session.renew_link': { security: ['apiKey','accessToken'], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: ['owner','developer','support'], encoded: [], statuses: [200,400,401,403,404,409,413,415,429,500,503] },
  'session.proof': { security: ['apiKey','accessToken'], headers: [], query: true, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: ['owner','developer'], encoded: [], statuses: [200,400,401,403,404,409,413,415,429,500,503] },
  'session.redact': { security: ['apiKey','accessToken'], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: ['owner','developer','support'], encoded: ['portrait','signature_image','face'], statuses: [200,400,401,403,404,409,413,415,429,500,503] },
  'session.export': { security: ['accessToken'], headers: [], query: true, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: ['owner','developer','support'], encoded: [], statuses: [200,400,401,403,413,415,429,500,503] },
  'session.timeline': { security: ['accessToken'], headers: [], query: true, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: ['owner','developer','support'], encoded: [], statuses: [200,400,401,403,404,413,415,429,500,503] },
  'callback.list': { security: ['apiKey','accessToken'], headers: [], query: true, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: ['owner','developer','support'], encoded: [], statuses: [200,400,401,403,404,413,415,429,500,503] },
  'callback.get': { security: ['apiKey','accessToken'], headers: [], query: true, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: ['owner','developer','support'], encoded: [], statuses: [200,400,401,403,404,413,415,429,500,503] },
  'callback.resend': { security: ['apiKey','accessToken'], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: ['owner','developer','support'], encoded: [], statuses: [200,400,401,403,404,409,413,415,429,500,503] },
  'callback.listen': { security: ['apiKey'], headers: [], query: true, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: [], encoded: [], statuses: [200,400,401,403,404,413,415,429,500,503] },
  'callback.secret': { security: ['apiKey','accessToken'], headers: [], query: true, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: ['owner','developer'], encoded: [], statuses: [200,400,401,403,413,415,429,500,503] },
  'callback.rotate_secret': { security: ['apiKey','accessToken'], headers: [], query: false, cors: false, fresh_proof: true, before_second_factor: false, secret_response: null, roles: ['owner','developer'], encoded: [], statuses: [200,400,401,403,409,413,415,429,500,503] },
  'callback.health': { security: ['accessToken'], headers: [], query: true, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: ['owner','developer','support'], encoded: [], statuses: [200,400,401,403,413,415,429,500,503] },
  'callback.test': { security: ['accessToken'], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: ['owner','developer'], encoded: [], statuses: [200,400,401,403,409,413,415,429,500,503] },
  'reader.open': { security: [], headers: [], query: true, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: [], encoded: [], statuses: [200,400,403,404,413,415,429,500,503] },
  'reader.start': { security: [], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: [], encoded: [], statuses: [200,400,403,404,409,413,415,429,500,503] },
  'reader.challenge': { security: [], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: [], encoded: ['challenge'], statuses: [200,400,403,404,409,413,415,429,500,503] },
  'reader.chip_authentication': { security: [], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: [], encoded: ['ephemeral_public_key','probe_apdu'], statuses: [200,400,403,404,409,413,415,429,500,503] },
  'reader.submit': { security: [], headers: ['Session-Token','Reader-Key'], query: false, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: [], encoded: [], statuses: [200,400,403,404,409,413,415,429,500,503] },
  'reader.fail': { security: [], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: [], encoded: [], statuses: [200,400,403,404,409,413,415,429,500,503] },
  'reader.abort': { security: [], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: [], encoded: [], statuses: [200,400,403,404,409,413,415,429,500,503] },
  'reader.state': { security: [], headers: [], query: true, cors: true, fresh_proof: false, before_second_factor: false, secret_response: null, roles: [], encoded: [], statuses: [200,400,403,404,413,415,429,500,503] },
  'demo.create': { security: [], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: [], encoded: [], statuses: [200,400,403,409,413,415,429,500,503] },
  'demo.get': { security: [], headers: [], query: true, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: [], encoded: ['portrait','signature_image','face'], statuses: [200,400,403,404,413,415,429,500,503] },
  'demo.state': { security: [], headers: [], query: true, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: [], encoded: [], statuses: [200,400,403,404,413,415,429,500,503] },
  'trust.get': { security: [], headers: [], query: true, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: [], encoded: [], statuses: [200,400,403,413,415,429,500,503] },
  'user.self': { security: ['accessToken'], headers: [], query: true, cors: false, fresh_proof: false, before_second_factor: true, secret_response: null, roles: ['owner','developer','support','billing'], encoded: [], statuses: [200,400,401,403,413,415,429,500,503] },
  'user.create_service_user': { security: ['accessToken'], headers: [], query: false, cors: false, fresh_proof: true, before_second_factor: false, secret_response: 'Find the new API key with user.list, then rotate it with user.rotate_service_user to get a secret, or delete it with user.delete', roles: ['owner','developer'], encoded: [], statuses: [200,400,401,403,409,413,415,429,500,503] },
  'user.get': { security: ['accessToken'], headers: [], query: true, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: ['owner','developer'], encoded: [], statuses: [200,400,401,403,404,413,415,429,500,503] },
  'user.list': { security: ['accessToken'], headers: [], query: true, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: ['owner','developer'], encoded: [], statuses: [200,400,401,403,404,413,415,429,500,503] },
  'user.rotate_service_user': { security: ['accessToken','apiKey'], headers: [], query: false, cors: false, fresh_proof: true, before_second_factor: false, secret_response: 'The old secret works until its grace period ends. Create another API key and switch to it, or rotate again with a new Idempotency-Key, which ends the old secret at once', roles: ['owner','developer'], encoded: [], statuses: [200,400,401,403,404,409,413,415,429,500,503] },
  'user.rename_service_user': { security: ['accessToken'], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: ['owner','developer'], encoded: [], statuses: [200,400,401,403,404,409,413,415,429,500,503] },
  'user.change_role': { security: ['accessToken'], headers: [], query: false, cors: false, fresh_proof: true, before_second_factor: false, secret_response: null, roles: ['owner'], encoded: [], statuses: [200,400,401,403,404,409,413,415,429,500,503] },
  'user.delete': { security: ['accessToken'], headers: [], query: false, cors: false, fresh_proof: true, before_second_factor: false, secret_response: null, roles: ['owner','developer'], encoded: [], statuses: [200,400,401,403,404,409,413,415,429,500,503] },
  'invite.create': { security: ['accessToken'], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: ['owner'], encoded: [], statuses: [200,400,401,403,409,413,415,429,500,503] },
  'invite.list': { security: ['accessToken'], headers: [], query: true, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: ['owner'], encoded: [], statuses: [200,400,401,403,404,413,415,429,500,503] },
  'invite.revoke': { security: ['accessToken'], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: ['owner'], encoded: [], statuses: [200,400,401,403,404,409,413,415,429,500,503] },
  'password.create': { security: [], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: [], encoded: [], statuses: [200,400,403,409,413,415,429,500,503] },
  'password.authenticate': { security: [], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: [], encoded: [], statuses: [200,400,401,403,409,413,415,429,500,503] },
  'password.recover_send_code': { security: [], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: [], encoded: [], statuses: [200,400,403,409,413,415,429,500,503] },
  'password.recover': { security: [], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: [], encoded: [], statuses: [200,400,403,409,413,415,429,500,503] },
  'password.verify_email_send_code': { security: ['accessToken'], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: true, secret_response: null, roles: ['owner','developer','support','billing'], encoded: [], statuses: [200,400,401,403,409,413,415,429,500,503] },
  'password.verify_email': { security: ['accessToken'], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: true, secret_response: null, roles: ['owner','developer','support','billing'], encoded: [], statuses: [200,400,401,403,409,413,415,429,500,503] },
  'password.change_email': { security: ['accessToken'], headers: [], query: false, cors: false, fresh_proof: true, before_second_factor: false, secret_response: null, roles: ['owner','developer','support','billing'], encoded: [], statuses: [200,400,401,403,409,413,415,429,500,503] },
  'password.undo_change_email': { security: [], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: [], encoded: [], statuses: [200,400,403,409,413,415,429,500,503] },
  'password.change_password': { security: ['accessToken'], headers: [], query: false, cors: false, fresh_proof: true, before_second_factor: false, secret_response: null, roles: ['owner','developer','support','billing'], encoded: [], statuses: [200,400,401,403,409,413,415,429,500,503] },
  'bearer.renew': { security: [], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: [], encoded: [], statuses: [200,400,401,403,409,413,415,429,500,503] },
  'bearer.revoke': { security: [], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: [], encoded: [], statuses: [200,400,403,409,413,415,429,500,503] },
  'bearer.prove': { security: ['accessToken'], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: true, secret_response: null, roles: ['owner','developer','support','billing'], encoded: [], statuses: [200,400,401,403,409,413,415,429,500,503] },
  'sign_in.list': { security: ['accessToken'], headers: [], query: true, cors: false, fresh_proof: false, before_second_factor: true, secret_response: null, roles: ['owner','developer','support','billing'], encoded: [], statuses: [200,400,401,403,404,413,415,429,500,503] },
  'sign_in.revoke': { security: ['accessToken'], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: true, secret_response: null, roles: ['owner','developer','support','billing'], encoded: [], statuses: [200,400,401,403,404,409,413,415,429,500,503] },
  'sign_in.revoke_others': { security: ['accessToken'], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: true, secret_response: null, roles: ['owner','developer','support','billing'], encoded: [], statuses: [200,400,401,403,409,413,415,429,500,503] },
  'totp.self': { security: ['accessToken'], headers: [], query: true, cors: false, fresh_proof: false, before_second_factor: true, secret_response: null, roles: ['owner','developer','support','billing'], encoded: [], statuses: [200,400,401,403,413,415,429,500,503] },
  'totp.create': { security: ['accessToken'], headers: [], query: false, cors: false, fresh_proof: true, before_second_factor: true, secret_response: 'Call totp.create with a new Idempotency-Key to get another one', roles: ['owner','developer','support','billing'], encoded: [], statuses: [200,400,401,403,409,413,415,429,500,503] },
  'totp.confirm': { security: ['accessToken'], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: true, secret_response: 'The app is in use. Call recovery_code.create to get new recovery codes', roles: ['owner','developer','support','billing'], encoded: [], statuses: [200,400,401,403,409,413,415,429,500,503] },
  'totp.delete': { security: ['accessToken'], headers: [], query: false, cors: false, fresh_proof: true, before_second_factor: true, secret_response: null, roles: ['owner','developer','support','billing'], encoded: [], statuses: [200,400,401,403,409,413,415,429,500,503] },
  'recovery_code.create': { security: ['accessToken'], headers: [], query: false, cors: false, fresh_proof: true, before_second_factor: true, secret_response: 'Call recovery_code.create with a new Idempotency-Key to get new codes, which replace the first ones', roles: ['owner','developer','support','billing'], encoded: [], statuses: [200,400,401,403,409,413,415,429,500,503] },
  'passkey.start_sign_up': { security: [], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: [], encoded: [], statuses: [200,400,403,409,413,415,429,500,503] },
  'passkey.sign_up': { security: [], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: [], encoded: [], statuses: [200,400,403,409,413,415,429,500,503] },
  'passkey.start_authentication': { security: [], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: [], encoded: [], statuses: [200,400,403,409,413,415,429,500,503] },
  'passkey.authenticate': { security: [], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: [], encoded: [], statuses: [200,400,401,403,409,413,415,429,500,503] },
  'passkey.start_registration': { security: ['accessToken'], headers: [], query: false, cors: false, fresh_proof: true, before_second_factor: true, secret_response: null, roles: ['owner','developer','support','billing'], encoded: [], statuses: [200,400,401,403,409,413,415,429,500,503] },
  'passkey.register': { security: ['accessToken'], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: true, secret_response: null, roles: ['owner','developer','support','billing'], encoded: [], statuses: [200,400,401,403,409,413,415,429,500,503] },
  'passkey.list': { security: ['accessToken'], headers: [], query: true, cors: false, fresh_proof: false, before_second_factor: true, secret_response: null, roles: ['owner','developer','support','billing'], encoded: [], statuses: [200,400,401,403,404,413,415,429,500,503] },
  'passkey.rename': { security: ['accessToken'], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: true, secret_response: null, roles: ['owner','developer','support','billing'], encoded: [], statuses: [200,400,401,403,404,409,413,415,429,500,503] },
  'passkey.delete': { security: ['accessToken'], headers: [], query: false, cors: false, fresh_proof: true, before_second_factor: true, secret_response: null, roles: ['owner','developer','support','billing'], encoded: [], statuses: [200,400,401,403,404,409,413,415,429,500,503] },
  'google.uri': { security: [], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: [], encoded: [], statuses: [200,400,403,409,413,415,429,500,503] },
  'google.authenticate': { security: [], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: [], encoded: [], statuses: [200,400,403,409,413,415,429,500,503] },
  'microsoft.uri': { security: [], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: [], encoded: [], statuses: [200,400,403,409,413,415,429,500,503] },
  'microsoft.authenticate': { security: [], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: [], encoded: [], statuses: [200,400,403,409,413,415,429,500,503] },
  'merchant.self': { security: ['accessToken'], headers: [], query: true, cors: false, fresh_proof: false, before_second_factor: true, secret_response: null, roles: ['owner','developer','support','billing'], encoded: [], statuses: [200,400,401,403,413,415,429,500,503] },
  'merchant.update': { security: ['accessToken'], headers: [], query: false, cors: false, fresh_proof: ['require_second_factor'], before_second_factor: false, secret_response: null, roles: ['owner'], encoded: [], statuses: [200,400,401,403,409,413,415,429,500,503] },
  'merchant.delete': { security: ['accessToken'], headers: [], query: false, cors: false, fresh_proof: true, before_second_factor: false, secret_response: null, roles: ['owner'], encoded: [], statuses: [200,400,401,403,409,413,415,429,500,503] },
  'dashboard.get_started': { security: ['accessToken'], headers: [], query: true, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: ['owner','developer','support','billing'], encoded: [], statuses: [200,400,401,403,413,415,429,500,503] },
  'dashboard.usage': { security: ['apiKey','accessToken'], headers: [], query: true, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: ['owner','developer','support','billing'], encoded: [], statuses: [200,400,401,403,413,415,429,500,503] },
  'dashboard.overview': { security: ['accessToken'], headers: [], query: true, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: ['owner','developer','support','billing'], encoded: [], statuses: [200,400,401,403,413,415,429,500,503] },
  'audit.list': { security: ['accessToken'], headers: [], query: true, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: ['owner','developer'], encoded: [], statuses: [200,400,401,403,404,413,415,429,500,503] },
  'request.list': { security: ['accessToken'], headers: [], query: true, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: ['owner','developer','support'], encoded: [], statuses: [200,400,401,403,404,413,415,429,500,503] },
  'request.get': { security: ['accessToken'], headers: [], query: true, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: ['owner','developer','support'], encoded: [], statuses: [200,400,401,403,404,413,415,429,500,503] },
  'billing.self': { security: ['accessToken'], headers: [], query: true, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: ['owner','billing'], encoded: [], statuses: [200,400,401,403,413,415,429,500,503] },
  'billing.preview': { security: ['accessToken'], headers: [], query: true, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: ['owner','billing'], encoded: [], statuses: [200,400,401,403,413,415,429,500,503] },
  'billing.update': { security: ['accessToken'], headers: [], query: false, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: ['owner','billing'], encoded: [], statuses: [200,400,401,403,409,413,415,429,500,503] },
  'billing.change_vat_number': { security: ['accessToken'], headers: [], query: false, cors: false, fresh_proof: true, before_second_factor: false, secret_response: null, roles: ['owner','billing'], encoded: [], statuses: [200,400,401,403,409,413,415,429,500,503] },
  'billing.change_spending_cap': { security: ['accessToken'], headers: [], query: false, cors: false, fresh_proof: true, before_second_factor: false, secret_response: null, roles: ['owner','billing'], encoded: [], statuses: [200,400,401,403,409,413,415,429,500,503] },
  'billing.enable': { security: ['accessToken'], headers: [], query: false, cors: false, fresh_proof: true, before_second_factor: false, secret_response: null, roles: ['owner','billing'], encoded: [], statuses: [200,400,401,403,409,413,415,429,500,503] },
  'bill.get': { security: ['accessToken'], headers: [], query: true, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: ['owner','billing'], encoded: [], statuses: [200,400,401,403,404,413,415,429,500,503] },
  'bill.list': { security: ['accessToken'], headers: [], query: true, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: ['owner','billing'], encoded: [], statuses: [200,400,401,403,404,413,415,429,500,503] },
  'bill.pdf': { security: ['accessToken'], headers: [], query: true, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: ['owner','billing'], encoded: ['pdf'], statuses: [200,400,401,403,404,413,415,429,500,503] },
  'transaction.list': { security: ['accessToken'], headers: [], query: true, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: ['owner','billing'], encoded: [], statuses: [200,400,401,403,404,413,415,429,500,503] },
  'payment_method.get': { security: ['accessToken'], headers: [], query: true, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: ['owner','billing'], encoded: [], statuses: [200,400,401,403,404,413,415,429,500,503] },
  'payment_method.list': { security: ['accessToken'], headers: [], query: true, cors: false, fresh_proof: false, before_second_factor: false, secret_response: null, roles: ['owner','billing'], encoded: [], statuses: [200,400,401,403,404,413,415,429,500,503] },
  'payment_method.change_primary': { security: ['accessToken'], headers: [], query: false, cors: false, fresh_proof: true, before_second_factor: false, secret_response: null, roles: ['owner','billing'], encoded: [], statuses: [200,400,401,403,404,409,413,415,429,500,503] },
  'payment_method.delete': { security: ['accessToken'], headers: [], query: false, cors: false, fresh_proof: true, before_second_factor: false, secret_response: null, roles: ['owner','billing'], encoded: [], statuses: [200,400,401,403,404,409,413,415,429,500,503] },
  'stripe.start': { security: ['accessToken'], headers: [], query: false, cors: false, fresh_proof: true, before_second_factor: false, secret_response: null, roles: ['owner','billing'], encoded: [], statuses: [200,400,401,403,409,413,415,429,500,503] },
  'stripe.complete': { security: ['accessToken'], headers: [], query: false, cors: false, fresh_proof: true, before_second_factor: false, secret_response: null, roles: ['owner','billing'], encoded: [], statuses: [200,400,401,403,404,409,413,415,429,500,503] },
} as const satisfies Record<OperationId, { security: readonly ('apiKey' | 'accessToken')[]; headers: readonly string[]; query: boolean; cors: boolean; fresh_proof: boolean | readonly string[]; before_second_factor: boolean; secret_response: string | null; roles: readonly types.UserRole[]; encoded: readonly string[]; statuses: readonly number[] }>;
