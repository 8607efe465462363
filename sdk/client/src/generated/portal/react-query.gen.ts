// Generated from openapi/v1.yaml by `npm run generate`. Do not edit.

import type { CallOptions } from '../../client.ts';
import type { SigillError } from '../../errors.ts';
import { portal } from '../../portal/current.ts';
import { query, type Query, queryKey, type QueryKey } from '../../portal/query.ts';
import type { AuditListParams, AuditListResponse, BearerProveParams, BearerProveResponse, BearerRenewParams, BearerRenewResponse, BearerRevokeParams, BearerRevokeResponse, BillGetParams, BillGetResponse, BillingChangeSpendingCapParams, BillingChangeSpendingCapResponse, BillingChangeVatNumberParams, BillingChangeVatNumberResponse, BillingEnableParams, BillingEnableResponse, BillingPreviewParams, BillingPreviewResponse, BillingSelfParams, BillingSelfResponse, BillingUpdateParams, BillingUpdateResponse, BillListParams, BillListResponse, BillPdfParams, BillPdfResponse, CallbackGetParams, CallbackGetResponse, CallbackHealthParams, CallbackHealthResponse, CallbackListenParams, CallbackListenResponse, CallbackListParams, CallbackListResponse, CallbackResendParams, CallbackResendResponse, CallbackRotateSecretParams, CallbackRotateSecretResponse, CallbackSecretParams, CallbackSecretResponse, CallbackTestParams, CallbackTestResponse, DashboardGetStartedParams, DashboardGetStartedResponse, DashboardOverviewParams, DashboardOverviewResponse, DashboardUsageParams, DashboardUsageResponse, DemoCreateParams, DemoCreateResponse, DemoGetParams, DemoGetResponse, DemoStateParams, DemoStateResponse, GoogleAuthenticateParams, GoogleAuthenticateResponse, GoogleUriParams, GoogleUriResponse, InviteCreateParams, InviteCreateResponse, InviteListParams, InviteListResponse, InviteRevokeParams, InviteRevokeResponse, MerchantDeleteParams, MerchantDeleteResponse, MerchantSelfParams, MerchantSelfResponse, MerchantUpdateParams, MerchantUpdateResponse, MicrosoftAuthenticateParams, MicrosoftAuthenticateResponse, MicrosoftUriParams, MicrosoftUriResponse, PasskeyAuthenticateParams, PasskeyAuthenticateResponse, PasskeyDeleteParams, PasskeyDeleteResponse, PasskeyListParams, PasskeyListResponse, PasskeyRegisterParams, PasskeyRegisterResponse, PasskeyRenameParams, PasskeyRenameResponse, PasskeySignUpParams, PasskeySignUpResponse, PasskeyStartAuthenticationParams, PasskeyStartAuthenticationResponse, PasskeyStartRegistrationParams, PasskeyStartRegistrationResponse, PasskeyStartSignUpParams, PasskeyStartSignUpResponse, PasswordAuthenticateParams, PasswordAuthenticateResponse, PasswordChangeEmailParams, PasswordChangeEmailResponse, PasswordChangePasswordParams, PasswordChangePasswordResponse, PasswordCreateParams, PasswordCreateResponse, PasswordRecoverParams, PasswordRecoverResponse, PasswordRecoverSendCodeParams, PasswordRecoverSendCodeResponse, PasswordUndoChangeEmailParams, PasswordUndoChangeEmailResponse, PasswordVerifyEmailParams, PasswordVerifyEmailResponse, PasswordVerifyEmailSendCodeParams, PasswordVerifyEmailSendCodeResponse, PaymentMethodChangePrimaryParams, PaymentMethodChangePrimaryResponse, PaymentMethodDeleteParams, PaymentMethodDeleteResponse, PaymentMethodGetParams, PaymentMethodGetResponse, PaymentMethodListParams, PaymentMethodListResponse, ReaderAbortParams, ReaderAbortResponse, ReaderChallengeParams, ReaderChallengeResponse, ReaderChipAuthenticationParams, ReaderChipAuthenticationResponse, ReaderFailParams, ReaderFailResponse, ReaderOpenParams, ReaderOpenResponse, ReaderStartParams, ReaderStartResponse, ReaderStateParams, ReaderStateResponse, ReaderSubmitHeaders, ReaderSubmitParams, ReaderSubmitResponse, RecoveryCodeCreateParams, RecoveryCodeCreateResponse, RequestGetParams, RequestGetResponse, RequestListParams, RequestListResponse, SessionAbortParams, SessionAbortResponse, SessionCreateParams, SessionCreateResponse, SessionGetParams, SessionGetResponse, SessionListParams, SessionListResponse, SessionProofParams, SessionProofResponse, SessionRedactParams, SessionRedactResponse, SessionRenewLinkParams, SessionRenewLinkResponse, SessionStateParams, SessionStateResponse, SessionTimelineParams, SessionTimelineResponse, SignInListParams, SignInListResponse, SignInRevokeOthersParams, SignInRevokeOthersResponse, SignInRevokeParams, SignInRevokeResponse, StripeCompleteParams, StripeCompleteResponse, StripeStartParams, StripeStartResponse, TotpConfirmParams, TotpConfirmResponse, TotpCreateParams, TotpCreateResponse, TotpDeleteParams, TotpDeleteResponse, TotpSelfParams, TotpSelfResponse, TransactionListParams, TransactionListResponse, TrustGetParams, TrustGetResponse, UserChangeRoleParams, UserChangeRoleResponse, UserCreateServiceUserParams, UserCreateServiceUserResponse, UserDeleteParams, UserDeleteResponse, UserGetParams, UserGetResponse, UserListParams, UserListResponse, UserRenameServiceUserParams, UserRenameServiceUserResponse, UserRotateServiceUserParams, UserRotateServiceUserResponse, UserSelfParams, UserSelfResponse } from './types.gen.ts';
import type { UseMutationOptions } from '@tanstack/react-query';

/**
 * Create a verification session
 *
 * Creates a session in state CREATED and returns the token for the end user. Called by your backend with an API key; in the portal for specimen sessions only. The session expires after 24 hours. The token is returned here and never again. Each later change of state is sent to `callback_url`.
 */
export const sessionCreateMutation = (options?: CallOptions): UseMutationOptions<SessionCreateResponse, SigillError, SessionCreateParams | void> => ({ mutationFn: params => portal().session.create(params || undefined, options) });

/**
 * The key of `sessionGetOptions`. Without parameters it is the beginning of all keys of this call.
 */
export const sessionGetQueryKey = (params?: SessionGetParams): QueryKey<SessionGetParams> => queryKey('session.get', params);

/**
 * Get a session with its verified data
 *
 * Returns the session. Identity fields are present only in state APPROVED, until they are deleted 24 hours after the end of the session, sooner where `retention_hours` of the account says so, or at once by `session.redact`. Called by your backend with an API key, or in the portal.
 */
export const sessionGetOptions = (params: SessionGetParams, options?: CallOptions): Query<SessionGetResponse, SessionGetParams> => query(sessionGetQueryKey(params), ({ signal }) => portal().session.get(params, { ...options, signal }));

/**
 * The key of `sessionListOptions`. Without parameters it is the beginning of all keys of this call.
 */
export const sessionListQueryKey = (params?: SessionListParams): QueryKey<SessionListParams> => queryKey('session.list', params);

/**
 * List sessions
 *
 * Returns the sessions of the account, newest first, without identity data. With `search` they are sorted by their reference, and newest first among those of one reference. A session must fit every filter. Demo sessions are not included. Called by your backend with an API key, or in the portal.
 */
export const sessionListOptions = (params?: SessionListParams, options?: CallOptions): Query<SessionListResponse, SessionListParams> => query(sessionListQueryKey(params), ({ signal }) => portal().session.list(params, { ...options, signal }));

/**
 * The key of `sessionStateOptions`. Without parameters it is the beginning of all keys of this call.
 */
export const sessionStateQueryKey = (params?: SessionStateParams): QueryKey<SessionStateParams> => queryKey('session.state', params);

/**
 * Get the state of a session
 *
 * Returns nothing but the state, for polling. Called by your backend with an API key.
 */
export const sessionStateOptions = (params: SessionStateParams, options?: CallOptions): Query<SessionStateResponse, SessionStateParams> => query(sessionStateQueryKey(params), ({ signal }) => portal().session.state(params, { ...options, signal }));

/**
 * Abort a session
 *
 * Moves the session from CREATED or INITIATED to ABORTED, as when the person leaves your checkout, and returns its state. The link no longer works, and the callback follows. Called by your backend with an API key, or in the portal.
 */
export const sessionAbortMutation = (options?: CallOptions): UseMutationOptions<SessionAbortResponse, SigillError, SessionAbortParams> => ({ mutationFn: params => portal().session.abort(params, options) });

/**
 * Make a new link for a session
 *
 * Gives a session in state CREATED a new token, for a person who has lost the link, and returns what `session.create` returned. The link before it no longer works; id, expiry and options stay. The token is returned here and never again. Once a device has started the session it answers 409 `session_already_started`. Called by your backend with an API key, or in the portal.
 */
export const sessionRenewLinkMutation = (options?: CallOptions): UseMutationOptions<SessionRenewLinkResponse, SigillError, SessionRenewLinkParams> => ({ mutationFn: params => portal().session.renewLink(params, options) });

/**
 * The key of `sessionProofOptions`. Without parameters it is the beginning of all keys of this call.
 */
export const sessionProofQueryKey = (params?: SessionProofParams): QueryKey<SessionProofParams> => queryKey('session.proof', params);

/**
 * Make a proof of an approved session
 *
 * Returns the verified data as a signed statement that others can verify without the service, an SD-JWT VC (RFC 9901). Its holder shows single claims of it, such as `age_over_18`, and keeps the others to themselves. The keys are at `/.well-known/jwks.json`, and `@sigill/sdk/proof` verifies. Each call makes another proof, and the service keeps none. Called by your backend with an API key, or in the portal, as long as the data of the session is there.
 */
export const sessionProofOptions = (params: SessionProofParams, options?: CallOptions): Query<SessionProofResponse, SessionProofParams> => query(sessionProofQueryKey(params), ({ signal }) => portal().session.proof(params, { ...options, signal }));

/**
 * Delete the identity data of a session
 *
 * Deletes the identity data and the key that sealed it at once instead of up to 24 hours after the end, and returns the session. What cannot identify a person stays. A session that has not ended holds no identity data and is returned unchanged. Called by your backend with an API key, or in the portal.
 */
export const sessionRedactMutation = (options?: CallOptions): UseMutationOptions<SessionRedactResponse, SigillError, SessionRedactParams> => ({ mutationFn: params => portal().session.redact(params, options) });

/**
 * The key of `sessionTimelineOptions`. Without parameters it is the beginning of all keys of this call.
 */
export const sessionTimelineQueryKey = (params?: SessionTimelineParams): QueryKey<SessionTimelineParams> => queryKey('session.timeline', params);

/**
 * Get what happened in a session
 *
 * Returns what happened in a session, oldest first, without identity data: who did what when, which files were read in what time, the verdict, and each try of delivering a callback. Owners, developers and support of the account may call it.
 */
export const sessionTimelineOptions = (params: SessionTimelineParams, options?: CallOptions): Query<SessionTimelineResponse, SessionTimelineParams> => query(sessionTimelineQueryKey(params), ({ signal }) => portal().session.timeline(params, { ...options, signal }));

/**
 * The key of `callbackListOptions`. Without parameters it is the beginning of all keys of this call.
 */
export const callbackListQueryKey = (params?: CallbackListParams): QueryKey<CallbackListParams> => queryKey('callback.list', params);

/**
 * List callbacks
 *
 * Returns the callbacks of the account, newest first. Called by your backend with an API key, or in the portal.
 */
export const callbackListOptions = (params?: CallbackListParams, options?: CallOptions): Query<CallbackListResponse, CallbackListParams> => query(callbackListQueryKey(params), ({ signal }) => portal().callback.list(params, { ...options, signal }));

/**
 * The key of `callbackGetOptions`. Without parameters it is the beginning of all keys of this call.
 */
export const callbackGetQueryKey = (params?: CallbackGetParams): QueryKey<CallbackGetParams> => queryKey('callback.get', params);

/**
 * Get a callback with its attempts
 *
 * Returns the callback, the body that is sent, and each attempt with its outcome. Called by your backend with an API key, or in the portal.
 */
export const callbackGetOptions = (params: CallbackGetParams, options?: CallOptions): Query<CallbackGetResponse, CallbackGetParams> => query(callbackGetQueryKey(params), ({ signal }) => portal().callback.get(params, { ...options, signal }));

/**
 * Send a callback again
 *
 * Queues one more attempt of a callback that was delivered or has failed. The event keeps its id. A callback that is still pending answers 409. Called by your backend with an API key, or in the portal.
 */
export const callbackResendMutation = (options?: CallOptions): UseMutationOptions<CallbackResendResponse, SigillError, CallbackResendParams> => ({ mutationFn: params => portal().callback.resend(params, options) });

/**
 * The key of `callbackListenOptions`. Without parameters it is the beginning of all keys of this call.
 */
export const callbackListenQueryKey = (params?: CallbackListenParams): QueryKey<CallbackListenParams> => queryKey('callback.listen', params);

/**
 * Wait for callbacks
 *
 * Waits up to 25 seconds for the next changes of state in the account and answers with what is sent for each: signed headers and the exact body, also for sessions without `callback_url`. The first call has no cursor and answers at once; each next one takes the cursor of the answer before. Changes are kept for it from the first call until 10 minutes after the last one, and for 24 hours at most. What is sent to `callback_url` stays the same. At most 5 calls of an account may wait at a time. When too many accounts listen at once, the account with most calls has one of them answered early. Somebody in the account must have verified their e-mail address. Called on your own machine with an API key, by `sigill listen`.
 */
export const callbackListenOptions = (params?: CallbackListenParams, options?: CallOptions): Query<CallbackListenResponse, CallbackListenParams> => query(callbackListenQueryKey(params), ({ signal }) => portal().callback.listen(params, { ...options, signal }));

/**
 * The key of `callbackSecretOptions`. Without parameters it is the beginning of all keys of this call.
 */
export const callbackSecretQueryKey = (params?: CallbackSecretParams): QueryKey<CallbackSecretParams> => queryKey('callback.secret', params);

/**
 * Get the signing secret
 *
 * Returns the secret that signs the callbacks of the account. Called by your backend with an API key, or in the portal.
 */
export const callbackSecretOptions = (params?: CallbackSecretParams, options?: CallOptions): Query<CallbackSecretResponse, CallbackSecretParams> => query(callbackSecretQueryKey(params), ({ signal }) => portal().callback.secret(params, { ...options, signal }));

/**
 * Rotate the signing secret
 *
 * Makes a new signing secret. Until `previous_expires`, 24 hours later, callbacks carry a signature of the new and of the previous secret. Called by your backend with an API key, or in the portal.
 */
export const callbackRotateSecretMutation = (options?: CallOptions): UseMutationOptions<CallbackRotateSecretResponse, SigillError, CallbackRotateSecretParams | void> => ({ mutationFn: params => portal().callback.rotateSecret(params || undefined, options) });

/**
 * The key of `callbackHealthOptions`. Without parameters it is the beginning of all keys of this call.
 */
export const callbackHealthQueryKey = (params?: CallbackHealthParams): QueryKey<CallbackHealthParams> => queryKey('callback.health', params);

/**
 * See how callbacks arrive
 *
 * Returns, for each host that callbacks are sent to, how many of the last 7 days arrived and how it answers. Attempts by hand do not count. Called in the portal.
 */
export const callbackHealthOptions = (params?: CallbackHealthParams, options?: CallOptions): Query<CallbackHealthResponse, CallbackHealthParams> => query(callbackHealthQueryKey(params), ({ signal }) => portal().callback.health(params, { ...options, signal }));

/**
 * Send a test callback
 *
 * Sends an event once to any address that `callback_url` may have, signed as all callbacks are and marked `test: true`, and answers with what was sent and what came back. Its session does not exist. At most 20 in 10 minutes. Called in the portal.
 */
export const callbackTestMutation = (options?: CallOptions): UseMutationOptions<CallbackTestResponse, SigillError, CallbackTestParams> => ({ mutationFn: params => portal().callback.test(params, options) });

/**
 * The key of `readerOpenOptions`. Without parameters it is the beginning of all keys of this call.
 */
export const readerOpenQueryKey = (params?: ReaderOpenParams): QueryKey<ReaderOpenParams> => queryKey('reader.open', params);

/**
 * Look at a session before reading
 *
 * Returns what the end user sees before starting. Starts nothing, so a link preview cannot start a session; the timeline of the session says when it was first opened. Anyone with the token may call it.
 */
export const readerOpenOptions = (params: ReaderOpenParams, options?: CallOptions): Query<ReaderOpenResponse, ReaderOpenParams> => query(readerOpenQueryKey(params), ({ signal }) => portal().reader.open(params, { ...options, signal }));

/**
 * Start reading
 *
 * Moves the session from CREATED to INITIATED and gives this device the key for the following calls. The address and user agent of the device are stored with the session. A repeated call with the same `Idempotency-Key` gives the same key, also from another network, so take a random one; any other start answers 409 `session_already_started`. Anyone with the token may call it.
 */
export const readerStartMutation = (options?: CallOptions): UseMutationOptions<ReaderStartResponse, SigillError, ReaderStartParams> => ({ mutationFn: params => portal().reader.start(params, options) });

/**
 * Get a challenge for Active Authentication
 *
 * Returns 8 random bytes for the chip to sign. A challenge is good for one `reader.submit` within 120 seconds; a session gets at most 5. Called by the device that started the session.
 */
export const readerChallengeMutation = (options?: CallOptions): UseMutationOptions<ReaderChallengeResponse, SigillError, ReaderChallengeParams> => ({ mutationFn: params => portal().reader.challenge(params, options) });

/**
 * Begin Chip Authentication
 *
 * Takes DG14 and returns what the reader does with a chip that offers Chip Authentication, after it has read everything: give the public key to the chip, send it the probe as it is, and put its answer into `ca_response` of `reader.submit`. The private key stays with the service, so only the chip can answer. Each call replaces the one before; its result is good for one submission within 120 seconds, and a session gets at most 5. A DG14 without Chip Authentication that is supported here is refused with 400. Called by the device that started the session.
 */
export const readerChipAuthenticationMutation = (options?: CallOptions): UseMutationOptions<ReaderChipAuthenticationResponse, SigillError, ReaderChipAuthenticationParams> => ({ mutationFn: params => portal().reader.chipAuthentication(params, options) });

/**
 * Submit what was read
 *
 * Takes the files of the chip exactly as read, verifies them and moves the session from INITIATED over COMPLETED to APPROVED or REJECTED. The body may be up to 6 MB. Called by the device that started the session, which says so in two headers: both are verified before the body is read.
 */
export const readerSubmitMutation = (options: CallOptions & {
    headers: ReaderSubmitHeaders;
}): UseMutationOptions<ReaderSubmitResponse, SigillError, ReaderSubmitParams> => ({ mutationFn: params => portal().reader.submit(params, options) });

/**
 * Report that reading failed
 *
 * Moves the session from CREATED or INITIATED to FAILED with the given code. Before `reader.start` anyone with the token may call it, after it only the device that started the session.
 */
export const readerFailMutation = (options?: CallOptions): UseMutationOptions<ReaderFailResponse, SigillError, ReaderFailParams> => ({ mutationFn: params => portal().reader.fail(params, options) });

/**
 * Abort a session
 *
 * Moves the session from CREATED or INITIATED to ABORTED because the end user gave up. Anyone with the token may call it, so the page on another screen can cancel too.
 */
export const readerAbortMutation = (options?: CallOptions): UseMutationOptions<ReaderAbortResponse, SigillError, ReaderAbortParams> => ({ mutationFn: params => portal().reader.abort(params, options) });

/**
 * The key of `readerStateOptions`. Without parameters it is the beginning of all keys of this call.
 */
export const readerStateQueryKey = (params?: ReaderStateParams): QueryKey<ReaderStateParams> => queryKey('reader.state', params);

/**
 * Get the state by token
 *
 * Returns the state for the page that waits on another screen. Anyone with the token may call it, also from a page of another site.
 */
export const readerStateOptions = (params: ReaderStateParams, options?: CallOptions): Query<ReaderStateResponse, ReaderStateParams> => query(readerStateQueryKey(params), ({ signal }) => portal().reader.state(params, { ...options, signal }));

/**
 * Create a demo session
 *
 * Creates a session that takes specimen documents, is never billed and expires after 1 hour. Anyone may call it.
 */
export const demoCreateMutation = (options?: CallOptions): UseMutationOptions<DemoCreateResponse, SigillError, DemoCreateParams | void> => ({ mutationFn: params => portal().demo.create(params || undefined, options) });

/**
 * The key of `demoGetOptions`. Without parameters it is the beginning of all keys of this call.
 */
export const demoGetQueryKey = (params?: DemoGetParams): QueryKey<DemoGetParams> => queryKey('demo.get', params);

/**
 * Get a demo session with its data
 *
 * Returns the demo session in the shape of `session.get`. Tokens of other sessions answer 404. Anyone with the token may call it.
 */
export const demoGetOptions = (params: DemoGetParams, options?: CallOptions): Query<DemoGetResponse, DemoGetParams> => query(demoGetQueryKey(params), ({ signal }) => portal().demo.get(params, { ...options, signal }));

/**
 * The key of `demoStateOptions`. Without parameters it is the beginning of all keys of this call.
 */
export const demoStateQueryKey = (params?: DemoStateParams): QueryKey<DemoStateParams> => queryKey('demo.state', params);

/**
 * Get the state of a demo session
 *
 * Returns nothing but the state, for polling. Tokens of other sessions answer 404. Anyone with the token may call it.
 */
export const demoStateOptions = (params: DemoStateParams, options?: CallOptions): Query<DemoStateResponse, DemoStateParams> => query(demoStateQueryKey(params), ({ signal }) => portal().demo.state(params, { ...options, signal }));

/**
 * The key of `trustGetOptions`. Without parameters it is the beginning of all keys of this call.
 */
export const trustGetQueryKey = (params?: TrustGetParams): QueryKey<TrustGetParams> => queryKey('trust.get', params);

/**
 * Get the States whose documents can be verified
 *
 * Returns each State with a signing certificate (CSCA) that is trusted and valid now, and how old that knowledge is. Documents of other States are rejected as `issuer_unknown`. Anyone may call it.
 */
export const trustGetOptions = (params?: TrustGetParams, options?: CallOptions): Query<TrustGetResponse, TrustGetParams> => query(trustGetQueryKey(params), ({ signal }) => portal().trust.get(params, { ...options, signal }));

/**
 * The key of `userSelfOptions`. Without parameters it is the beginning of all keys of this call.
 */
export const userSelfQueryKey = (params?: UserSelfParams): QueryKey<UserSelfParams> => queryKey('user.self', params);

/**
 * Get the signed-in user
 *
 * Returns the user who owns the access token. Any signed-in user of the account may call it.
 */
export const userSelfOptions = (params?: UserSelfParams, options?: CallOptions): Query<UserSelfResponse, UserSelfParams> => query(userSelfQueryKey(params), ({ signal }) => portal().user.self(params, { ...options, signal }));

/**
 * Create an API key
 *
 * Creates a service user and its key pair for the public API. The secret is returned here and never again. Owners and developers of the account may call it.
 */
export const userCreateServiceUserMutation = (options?: CallOptions): UseMutationOptions<UserCreateServiceUserResponse, SigillError, UserCreateServiceUserParams | void> => ({ mutationFn: params => portal().user.createServiceUser(params || undefined, options) });

/**
 * The key of `userGetOptions`. Without parameters it is the beginning of all keys of this call.
 */
export const userGetQueryKey = (params?: UserGetParams): QueryKey<UserGetParams> => queryKey('user.get', params);

/**
 * Get a user or API key
 *
 * Returns one user or API key of the account. Owners and developers of the account may call it.
 */
export const userGetOptions = (params: UserGetParams, options?: CallOptions): Query<UserGetResponse, UserGetParams> => query(userGetQueryKey(params), ({ signal }) => portal().user.get(params, { ...options, signal }));

/**
 * The key of `userListOptions`. Without parameters it is the beginning of all keys of this call.
 */
export const userListQueryKey = (params?: UserListParams): QueryKey<UserListParams> => queryKey('user.list', params);

/**
 * List users and API keys
 *
 * Returns the users and API keys of the account, newest first. Owners and developers of the account may call it.
 */
export const userListOptions = (params?: UserListParams, options?: CallOptions): Query<UserListResponse, UserListParams> => query(userListQueryKey(params), ({ signal }) => portal().user.list(params, { ...options, signal }));

/**
 * Rotate the secret of an API key
 *
 * Gives an API key a new secret. The public key stays the same, and the old secret is accepted until the grace period is over. The new secret is returned here and never again. Owners and developers of the account may call it, and an API key for itself.
 */
export const userRotateServiceUserMutation = (options?: CallOptions): UseMutationOptions<UserRotateServiceUserResponse, SigillError, UserRotateServiceUserParams> => ({ mutationFn: params => portal().user.rotateServiceUser(params, options) });

/**
 * Rename an API key
 *
 * Gives an API key another name. The key and its secret stay as they are. Owners and developers of the account may call it.
 */
export const userRenameServiceUserMutation = (options?: CallOptions): UseMutationOptions<UserRenameServiceUserResponse, SigillError, UserRenameServiceUserParams> => ({ mutationFn: params => portal().user.renameServiceUser(params, options) });

/**
 * Give a user another role
 *
 * Changes what a user of the account may do, at once and in every sign-in. Open invitations from somebody who is no longer an owner are revoked. The last owner stays an owner; API keys have no role. Only owners of the account may call it.
 */
export const userChangeRoleMutation = (options?: CallOptions): UseMutationOptions<UserChangeRoleResponse, SigillError, UserChangeRoleParams> => ({ mutationFn: params => portal().user.changeRole(params, options) });

/**
 * Delete a user or API key
 *
 * Deletes a user or API key of the account. Its tokens, keys and open invitations stop working at once. Users cannot delete themselves. Owners may delete everybody else, and developers API keys.
 */
export const userDeleteMutation = (options?: CallOptions): UseMutationOptions<UserDeleteResponse, SigillError, UserDeleteParams> => ({ mutationFn: params => portal().user.delete(params, options) });

/**
 * Invite a user
 *
 * Sends an e-mail with a link to sign up. Whoever signs up through it with the invited address joins the account. The link works once, for 7 days, and as long as the inviter is in the account; a new one for the same address voids it. Without `role` the new user is an owner, who may make every call. Only owners of the account with a verified e-mail address may call it.
 */
export const inviteCreateMutation = (options?: CallOptions): UseMutationOptions<InviteCreateResponse, SigillError, InviteCreateParams> => ({ mutationFn: params => portal().invite.create(params, options) });

/**
 * The key of `inviteListOptions`. Without parameters it is the beginning of all keys of this call.
 */
export const inviteListQueryKey = (params?: InviteListParams): QueryKey<InviteListParams> => queryKey('invite.list', params);

/**
 * List open invitations
 *
 * Returns the invitations of the account that can still be accepted, newest first. Only owners of the account may call it.
 */
export const inviteListOptions = (params?: InviteListParams, options?: CallOptions): Query<InviteListResponse, InviteListParams> => query(inviteListQueryKey(params), ({ signal }) => portal().invite.list(params, { ...options, signal }));

/**
 * Revoke an invitation
 *
 * Takes an open invitation back; its link no longer works. Only owners of the account may call it.
 */
export const inviteRevokeMutation = (options?: CallOptions): UseMutationOptions<InviteRevokeResponse, SigillError, InviteRevokeParams> => ({ mutationFn: params => portal().invite.revoke(params, options) });

/**
 * Sign up with a password
 *
 * Creates a user and, unless the reference is an invitation, a new account in its trial. Anyone may call it. The e-mail address starts unverified.
 */
export const passwordCreateMutation = (options?: CallOptions): UseMutationOptions<PasswordCreateResponse, SigillError, PasswordCreateParams> => ({ mutationFn: params => portal().password.create(params, options) });

/**
 * Sign in with a password
 *
 * Signs a natural user in. Anyone may call it. Wrong attempts are limited per network, user and device; what others guess does not count against a device on which the user signed in before, named by a cookie. A user with a second factor is asked for it with `second_factor_required`, whose `details` name the properties that can be sent.
 */
export const passwordAuthenticateMutation = (options?: CallOptions): UseMutationOptions<PasswordAuthenticateResponse, SigillError, PasswordAuthenticateParams> => ({ mutationFn: params => portal().password.authenticate(params, options) });

/**
 * Send a recovery code
 *
 * Sends a 6-character code, valid for 10 minutes, with which to set a new password. Anyone may call it. The answer is the same for an unknown address.
 */
export const passwordRecoverSendCodeMutation = (options?: CallOptions): UseMutationOptions<PasswordRecoverSendCodeResponse, SigillError, PasswordRecoverSendCodeParams> => ({ mutationFn: params => portal().password.recoverSendCode(params, options) });

/**
 * Set a new password with a recovery code
 *
 * Sets a new password with the code from the e-mail and ends all sign-ins of the user. Anyone may call it. A caller has 5 attempts for each code. The code proves the address: it is verified from then on, and when it never was before, all API keys, other users, invitations and second factors of the account go. A new address that waits for its code is forgotten.
 */
export const passwordRecoverMutation = (options?: CallOptions): UseMutationOptions<PasswordRecoverResponse, SigillError, PasswordRecoverParams> => ({ mutationFn: params => portal().password.recover(params, options) });

/**
 * Send an e-mail verification code
 *
 * Sends a 6-character code, valid for 10 minutes, to the address of the signed-in user. A new code voids the one before. Nothing is sent when the address is already verified.
 */
export const passwordVerifyEmailSendCodeMutation = (options?: CallOptions): UseMutationOptions<PasswordVerifyEmailSendCodeResponse, SigillError, PasswordVerifyEmailSendCodeParams | void> => ({ mutationFn: params => portal().password.verifyEmailSendCode(params || undefined, options) });

/**
 * Verify the e-mail address
 *
 * Marks the address of the signed-in user as verified with the code from the e-mail. After a change of address the new one signs in from then on. A code is void after 5 wrong attempts.
 */
export const passwordVerifyEmailMutation = (options?: CallOptions): UseMutationOptions<PasswordVerifyEmailResponse, SigillError, PasswordVerifyEmailParams> => ({ mutationFn: params => portal().password.verifyEmail(params, options) });

/**
 * Change the e-mail address
 *
 * Replaces the address of the signed-in natural user. The new address is shown and starts unverified. An address that was verified goes on signing in and recovering the account until the new one is verified, and an e-mail to it has a link that takes the change back for 72 hours.
 */
export const passwordChangeEmailMutation = (options?: CallOptions): UseMutationOptions<PasswordChangeEmailResponse, SigillError, PasswordChangeEmailParams> => ({ mutationFn: params => portal().password.changeEmail(params, options) });

/**
 * Take a change of address back
 *
 * Restores the address before a change, with the code in the link that was mailed to it. All sign-ins of the user end and the password is void: a new one is set with `password.recover`. The code works once, for 72 hours. Anyone who holds it may call it.
 */
export const passwordUndoChangeEmailMutation = (options?: CallOptions): UseMutationOptions<PasswordUndoChangeEmailResponse, SigillError, PasswordUndoChangeEmailParams> => ({ mutationFn: params => portal().password.undoChangeEmail(params, options) });

/**
 * Change the password
 *
 * Replaces the password of the signed-in natural user. All other sign-ins of the user end.
 */
export const passwordChangePasswordMutation = (options?: CallOptions): UseMutationOptions<PasswordChangePasswordResponse, SigillError, PasswordChangePasswordParams> => ({ mutationFn: params => portal().password.changePassword(params, options) });

/**
 * Renew the tokens
 *
 * Exchanges a refresh token for new tokens. Anyone who holds the token may call it. The token just replaced is honoured for 60 seconds and gives the same tokens; a later reuse ends the sign-in. A sign-in ends after 90 days at most, and no token is valid for longer.
 */
export const bearerRenewMutation = (options?: CallOptions): UseMutationOptions<BearerRenewResponse, SigillError, BearerRenewParams> => ({ mutationFn: params => portal().bearer.renew(params, options) });

/**
 * Sign out
 *
 * Ends the sign-in that the access token belongs to. Anyone who holds the token may call it. An unknown or expired token gets the same answer.
 */
export const bearerRevokeMutation = (options?: CallOptions): UseMutationOptions<BearerRevokeResponse, SigillError, BearerRevokeParams> => ({ mutationFn: params => portal().bearer.revoke(params, options) });

/**
 * Prove again who is signed in
 *
 * Proves that the person at the device is still the user, with what `method` names. For 10 minutes calls that answer `fresh_proof_required` are accepted then, as they are after a sign-in. A second factor also counts for an account that requires one. Of a user who has an authenticator app or a passkey, the password alone proves nothing: it is refused with `second_factor_required`, whose `details` name what does. Any signed-in user may call it. Wrong attempts are limited per sign-in.
 */
export const bearerProveMutation = (options?: CallOptions): UseMutationOptions<BearerProveResponse, SigillError, BearerProveParams> => ({ mutationFn: params => portal().bearer.prove(params, options) });

/**
 * The key of `signInListOptions`. Without parameters it is the beginning of all keys of this call.
 */
export const signInListQueryKey = (params?: SignInListParams): QueryKey<SignInListParams> => queryKey('sign_in.list', params);

/**
 * List the sign-ins of the user
 *
 * Lists where the signed-in user is signed in, newest first: the device as its browser describes itself, and when it was used last. Any signed-in user may call it, for their own sign-ins.
 */
export const signInListOptions = (params?: SignInListParams, options?: CallOptions): Query<SignInListResponse, SignInListParams> => query(signInListQueryKey(params), ({ signal }) => portal().signIn.list(params, { ...options, signal }));

/**
 * End a sign-in
 *
 * Ends one sign-in of the signed-in user. Its tokens stop working at once. Any signed-in user may call it, for their own sign-ins.
 */
export const signInRevokeMutation = (options?: CallOptions): UseMutationOptions<SignInRevokeResponse, SigillError, SignInRevokeParams> => ({ mutationFn: params => portal().signIn.revoke(params, options) });

/**
 * End all other sign-ins
 *
 * Ends all sign-ins of the signed-in user but the one that makes the call. Their tokens stop working at once. Any signed-in user may call it.
 */
export const signInRevokeOthersMutation = (options?: CallOptions): UseMutationOptions<SignInRevokeOthersResponse, SigillError, SignInRevokeOthersParams | void> => ({ mutationFn: params => portal().signIn.revokeOthers(params || undefined, options) });

/**
 * The key of `totpSelfOptions`. Without parameters it is the beginning of all keys of this call.
 */
export const totpSelfQueryKey = (params?: TotpSelfParams): QueryKey<TotpSelfParams> => queryKey('totp.self', params);

/**
 * Get the second factor of the user
 *
 * Says whether the signed-in user has an authenticator app, and how many recovery codes are left. Any signed-in user may call it.
 */
export const totpSelfOptions = (params?: TotpSelfParams, options?: CallOptions): Query<TotpSelfResponse, TotpSelfParams> => query(totpSelfQueryKey(params), ({ signal }) => portal().totp.self(params, { ...options, signal }));

/**
 * Make a secret for an authenticator app
 *
 * Makes a secret for the authenticator app of the signed-in user, shown once. It counts from `totp.confirm` on, and until then the one before. Any signed-in user may call it.
 */
export const totpCreateMutation = (options?: CallOptions): UseMutationOptions<TotpCreateResponse, SigillError, TotpCreateParams | void> => ({ mutationFn: params => portal().totp.create(params || undefined, options) });

/**
 * Confirm the authenticator app
 *
 * Puts the secret of `totp.create` into use with a first code of the app, and answers recovery codes. From then on `password.authenticate` asks for a code. Any signed-in user may call it.
 */
export const totpConfirmMutation = (options?: CallOptions): UseMutationOptions<TotpConfirmResponse, SigillError, TotpConfirmParams> => ({ mutationFn: params => portal().totp.confirm(params, options) });

/**
 * Remove the authenticator app
 *
 * Removes the authenticator app of the signed-in user with its recovery codes. The password alone signs in again. Any signed-in user may call it.
 */
export const totpDeleteMutation = (options?: CallOptions): UseMutationOptions<TotpDeleteResponse, SigillError, TotpDeleteParams | void> => ({ mutationFn: params => portal().totp.delete(params || undefined, options) });

/**
 * Make new recovery codes
 *
 * Makes ten recovery codes for the signed-in user, shown once. Those before do not work any more. Each signs in once instead of the authenticator app, and an e-mail says so. Any signed-in user may call it.
 */
export const recoveryCodeCreateMutation = (options?: CallOptions): UseMutationOptions<RecoveryCodeCreateResponse, SigillError, RecoveryCodeCreateParams | void> => ({ mutationFn: params => portal().recoveryCode.create(params || undefined, options) });

/**
 * Begin a sign-up with a passkey
 *
 * Answers what the browser needs to make a passkey for somebody who signs up, as `PublicKeyCredential.parseCreationOptionsFromJSON` takes it. It is good for 5 minutes, once, in this browser. Anyone may call it.
 */
export const passkeyStartSignUpMutation = (options?: CallOptions): UseMutationOptions<PasskeyStartSignUpResponse, SigillError, PasskeyStartSignUpParams> => ({ mutationFn: params => portal().passkey.startSignUp(params, options) });

/**
 * Sign up with a passkey
 *
 * Creates a natural user without a password, and an account unless `reference` is an invitation, and signs the user in. The address is unverified, as with `password.create`. Anyone may call it.
 */
export const passkeySignUpMutation = (options?: CallOptions): UseMutationOptions<PasskeySignUpResponse, SigillError, PasskeySignUpParams> => ({ mutationFn: params => portal().passkey.signUp(params, options) });

/**
 * Begin a sign-in with a passkey
 *
 * Answers what the browser needs to ask for a passkey, as `PublicKeyCredential.parseRequestOptionsFromJSON` takes it: to sign in, as a second factor, or for `bearer.prove`. It is good for 5 minutes, once, in this browser. Anyone may call it.
 */
export const passkeyStartAuthenticationMutation = (options?: CallOptions): UseMutationOptions<PasskeyStartAuthenticationResponse, SigillError, PasskeyStartAuthenticationParams | void> => ({ mutationFn: params => portal().passkey.startAuthentication(params || undefined, options) });

/**
 * Sign in with a passkey
 *
 * Signs in the user whose passkey it is, who has shown a fingerprint, a face or a PIN to the device. Nothing else is asked for. Anyone may call it.
 */
export const passkeyAuthenticateMutation = (options?: CallOptions): UseMutationOptions<PasskeyAuthenticateResponse, SigillError, PasskeyAuthenticateParams> => ({ mutationFn: params => portal().passkey.authenticate(params, options) });

/**
 * Begin to add a passkey
 *
 * Answers what the browser needs to make a passkey for the signed-in user, as `PublicKeyCredential.parseCreationOptionsFromJSON` takes it. It is good for 5 minutes, once, in this browser. Any signed-in user may call it.
 */
export const passkeyStartRegistrationMutation = (options?: CallOptions): UseMutationOptions<PasskeyStartRegistrationResponse, SigillError, PasskeyStartRegistrationParams | void> => ({ mutationFn: params => portal().passkey.startRegistration(params || undefined, options) });

/**
 * Add a passkey
 *
 * Adds a passkey to the signed-in user, who signs in with it from then on. An e-mail says so. Any signed-in user may call it.
 */
export const passkeyRegisterMutation = (options?: CallOptions): UseMutationOptions<PasskeyRegisterResponse, SigillError, PasskeyRegisterParams> => ({ mutationFn: params => portal().passkey.register(params, options) });

/**
 * The key of `passkeyListOptions`. Without parameters it is the beginning of all keys of this call.
 */
export const passkeyListQueryKey = (params?: PasskeyListParams): QueryKey<PasskeyListParams> => queryKey('passkey.list', params);

/**
 * List the passkeys of the user
 *
 * Lists the passkeys of the signed-in user, newest first. Any signed-in user may call it, for their own passkeys.
 */
export const passkeyListOptions = (params?: PasskeyListParams, options?: CallOptions): Query<PasskeyListResponse, PasskeyListParams> => query(passkeyListQueryKey(params), ({ signal }) => portal().passkey.list(params, { ...options, signal }));

/**
 * Rename a passkey
 *
 * Gives a passkey of the signed-in user another name. Any signed-in user may call it, for their own passkeys.
 */
export const passkeyRenameMutation = (options?: CallOptions): UseMutationOptions<PasskeyRenameResponse, SigillError, PasskeyRenameParams> => ({ mutationFn: params => portal().passkey.rename(params, options) });

/**
 * Remove a passkey
 *
 * Removes a passkey of the signed-in user, but never the last way to sign in. An e-mail says so. Any signed-in user may call it, for their own passkeys.
 */
export const passkeyDeleteMutation = (options?: CallOptions): UseMutationOptions<PasskeyDeleteResponse, SigillError, PasskeyDeleteParams> => ({ mutationFn: params => portal().passkey.delete(params, options) });

/**
 * Start signing in with Google
 *
 * Returns the address at Google to send the browser to, and ties the attempt to this browser with a cookie. Anyone may call it.
 */
export const googleUriMutation = (options?: CallOptions): UseMutationOptions<GoogleUriResponse, SigillError, GoogleUriParams | void> => ({ mutationFn: params => portal().google.uri(params || undefined, options) });

/**
 * Sign in or up with Google
 *
 * Completes a sign-in with the code that Google returned to this browser. The first sign-in creates the user and, unless the reference is an invitation, a new account. Anyone may call it. An address that is unverified, or registered in another way, is refused and never linked.
 */
export const googleAuthenticateMutation = (options?: CallOptions): UseMutationOptions<GoogleAuthenticateResponse, SigillError, GoogleAuthenticateParams> => ({ mutationFn: params => portal().google.authenticate(params, options) });

/**
 * Start signing in with Microsoft
 *
 * Returns the address at Microsoft to send the browser to, and ties the attempt to this browser with a cookie. Anyone may call it.
 */
export const microsoftUriMutation = (options?: CallOptions): UseMutationOptions<MicrosoftUriResponse, SigillError, MicrosoftUriParams | void> => ({ mutationFn: params => portal().microsoft.uri(params || undefined, options) });

/**
 * Sign in or up with Microsoft
 *
 * Completes a sign-in with the code that Microsoft returned to this browser. The first sign-in creates the user and, unless the reference is an invitation, a new account. Anyone may call it. An address that is unverified, or registered in another way, is refused and never linked.
 */
export const microsoftAuthenticateMutation = (options?: CallOptions): UseMutationOptions<MicrosoftAuthenticateResponse, SigillError, MicrosoftAuthenticateParams> => ({ mutationFn: params => portal().microsoft.authenticate(params, options) });

/**
 * The key of `merchantSelfOptions`. Without parameters it is the beginning of all keys of this call.
 */
export const merchantSelfQueryKey = (params?: MerchantSelfParams): QueryKey<MerchantSelfParams> => queryKey('merchant.self', params);

/**
 * Get the account
 *
 * Returns the account of the signed-in user, with the name that end users see when a session of it is opened.
 */
export const merchantSelfOptions = (params?: MerchantSelfParams, options?: CallOptions): Query<MerchantSelfResponse, MerchantSelfParams> => query(merchantSelfQueryKey(params), ({ signal }) => portal().merchant.self(params, { ...options, signal }));

/**
 * Change the settings of the account
 *
 * Changes what is given and leaves the rest. New sessions take it as their default. Only owners of the account may call it.
 */
export const merchantUpdateMutation = (options?: CallOptions): UseMutationOptions<MerchantUpdateResponse, SigillError, MerchantUpdateParams> => ({ mutationFn: params => portal().merchant.update(params, options) });

/**
 * Delete the account
 *
 * Deletes the account with all its users and API keys. Tokens and keys stop working at once and identity data is destroyed; bills are kept as the law requires. Only owners of the account may call it.
 */
export const merchantDeleteMutation = (options?: CallOptions): UseMutationOptions<MerchantDeleteResponse, SigillError, MerchantDeleteParams | void> => ({ mutationFn: params => portal().merchant.delete(params || undefined, options) });

/**
 * The key of `dashboardGetStartedOptions`. Without parameters it is the beginning of all keys of this call.
 */
export const dashboardGetStartedQueryKey = (params?: DashboardGetStartedParams): QueryKey<DashboardGetStartedParams> => queryKey('dashboard.get_started', params);

/**
 * Get the steps of getting started
 *
 * Tells which of the four first steps are done. Any signed-in user of the account may call it.
 */
export const dashboardGetStartedOptions = (params?: DashboardGetStartedParams, options?: CallOptions): Query<DashboardGetStartedResponse, DashboardGetStartedParams> => query(dashboardGetStartedQueryKey(params), ({ signal }) => portal().dashboard.getStarted(params, { ...options, signal }));

/**
 * The key of `dashboardUsageOptions`. Without parameters it is the beginning of all keys of this call.
 */
export const dashboardUsageQueryKey = (params?: DashboardUsageParams): QueryKey<DashboardUsageParams> => queryKey('dashboard.usage', params);

/**
 * Get usage
 *
 * Counts the sessions created through the public API, without demo and specimen sessions. Called by your backend with an API key, or in the portal.
 */
export const dashboardUsageOptions = (params?: DashboardUsageParams, options?: CallOptions): Query<DashboardUsageResponse, DashboardUsageParams> => query(dashboardUsageQueryKey(params), ({ signal }) => portal().dashboard.usage(params, { ...options, signal }));

/**
 * The key of `dashboardOverviewOptions`. Without parameters it is the beginning of all keys of this call.
 */
export const dashboardOverviewQueryKey = (params?: DashboardOverviewParams): QueryKey<DashboardOverviewParams> => queryKey('dashboard.overview', params);

/**
 * Get the overview
 *
 * Says what became of the sessions of the last days: how far they came, why they ended, of which countries and on what, and how long it took. Sessions count on the UTC day of their creation. Demo sessions are not counted, specimen sessions only when they are asked for. Any signed-in user of the account may call it; whoever may not list sessions gets none of the newest.
 */
export const dashboardOverviewOptions = (params: DashboardOverviewParams, options?: CallOptions): Query<DashboardOverviewResponse, DashboardOverviewParams> => query(dashboardOverviewQueryKey(params), ({ signal }) => portal().dashboard.overview(params, { ...options, signal }));

/**
 * The key of `auditListOptions`. Without parameters it is the beginning of all keys of this call.
 */
export const auditListQueryKey = (params?: AuditListParams): QueryKey<AuditListParams> => queryKey('audit.list', params);

/**
 * List account actions
 *
 * Returns who did what in the account and when, newest first. It holds no personal data. Owners and developers of the account may call it.
 */
export const auditListOptions = (params?: AuditListParams, options?: CallOptions): Query<AuditListResponse, AuditListParams> => query(auditListQueryKey(params), ({ signal }) => portal().audit.list(params, { ...options, signal }));

/**
 * The key of `requestListOptions`. Without parameters it is the beginning of all keys of this call.
 */
export const requestListQueryKey = (params?: RequestListParams): QueryKey<RequestListParams> => queryKey('request.list', params);

/**
 * List requests
 *
 * Returns the calls that were made with the API keys of the account in the last 30 days, newest first, without what was sent and answered. A call is listed a second or two after its answer. Called in the portal.
 */
export const requestListOptions = (params?: RequestListParams, options?: CallOptions): Query<RequestListResponse, RequestListParams> => query(requestListQueryKey(params), ({ signal }) => portal().request.list(params, { ...options, signal }));

/**
 * The key of `requestGetOptions`. Without parameters it is the beginning of all keys of this call.
 */
export const requestGetQueryKey = (params?: RequestGetParams): QueryKey<RequestGetParams> => queryKey('request.get', params);

/**
 * Get a request
 *
 * Returns a call by the id that its answer carried in `X-Request-Id` and, where it was refused, in `request_id`. Calls with the API keys of the account are known for 30 days. Called in the portal.
 */
export const requestGetOptions = (params: RequestGetParams, options?: CallOptions): Query<RequestGetResponse, RequestGetParams> => query(requestGetQueryKey(params), ({ signal }) => portal().request.get(params, { ...options, signal }));

/**
 * The key of `billingSelfOptions`. Without parameters it is the beginning of all keys of this call.
 */
export const billingSelfQueryKey = (params?: BillingSelfParams): QueryKey<BillingSelfParams> => queryKey('billing.self', params);

/**
 * Get the billing account
 *
 * Returns terms, credit and state of billing. Owners and billing of the account may call it.
 */
export const billingSelfOptions = (params?: BillingSelfParams, options?: CallOptions): Query<BillingSelfResponse, BillingSelfParams> => query(billingSelfQueryKey(params), ({ signal }) => portal().billing.self(params, { ...options, signal }));

/**
 * The key of `billingPreviewOptions`. Without parameters it is the beginning of all keys of this call.
 */
export const billingPreviewQueryKey = (params?: BillingPreviewParams): QueryKey<BillingPreviewParams> => queryKey('billing.preview', params);

/**
 * Preview the bill of this billing cycle
 *
 * Returns the bill that the open billing cycle comes to with the sessions approved so far: as if it ended today, like at the deletion of the account, or on its last day. Nothing is stored or charged. Owners and billing of the account may call it.
 */
export const billingPreviewOptions = (params?: BillingPreviewParams, options?: CallOptions): Query<BillingPreviewResponse, BillingPreviewParams> => query(billingPreviewQueryKey(params), ({ signal }) => portal().billing.preview(params, { ...options, signal }));

/**
 * Update company and country
 *
 * Replaces the company name and the billing country. A VAT number that is not valid in the new country is removed. Owners and billing of the account may call it.
 */
export const billingUpdateMutation = (options?: CallOptions): UseMutationOptions<BillingUpdateResponse, SigillError, BillingUpdateParams> => ({ mutationFn: params => portal().billing.update(params, options) });

/**
 * Change the VAT number
 *
 * Sets the VAT number. It must be valid in the billing country, which must be in the EU; it then exempts from VAT where the law allows. Owners and billing of the account may call it.
 */
export const billingChangeVatNumberMutation = (options?: CallOptions): UseMutationOptions<BillingChangeVatNumberResponse, SigillError, BillingChangeVatNumberParams> => ({ mutationFn: params => portal().billing.changeVatNumber(params, options) });

/**
 * Set or remove the spending cap
 *
 * Sets what the sessions of a billing cycle may cost, before VAT and without the service fee; null removes the cap. `session.create` is refused with `spending_cap_reached` when the session might pass it: each session that is still open counts with its price beyond the credit, until it ends without an approval, so that the cap holds whoever finishes. Sessions that are open go on, also when the cap is lowered. Owners and billing of the account are told by mail at 50 and 80 % and when no other session fits, once a cycle. They may call it.
 */
export const billingChangeSpendingCapMutation = (options?: CallOptions): UseMutationOptions<BillingChangeSpendingCapResponse, SigillError, BillingChangeSpendingCapParams> => ({ mutationFn: params => portal().billing.changeSpendingCap(params, options) });

/**
 * Enable billing
 *
 * Ends the trial and makes billing ACTIVE. It needs a verified e-mail address of the caller and a payment method. Credit that is left is used first. Owners and billing of the account may call it.
 */
export const billingEnableMutation = (options?: CallOptions): UseMutationOptions<BillingEnableResponse, SigillError, BillingEnableParams | void> => ({ mutationFn: params => portal().billing.enable(params || undefined, options) });

/**
 * The key of `billGetOptions`. Without parameters it is the beginning of all keys of this call.
 */
export const billGetQueryKey = (params?: BillGetParams): QueryKey<BillGetParams> => queryKey('bill.get', params);

/**
 * Get a bill
 *
 * Returns one bill with its lines. Owners and billing of the account may call it.
 */
export const billGetOptions = (params: BillGetParams, options?: CallOptions): Query<BillGetResponse, BillGetParams> => query(billGetQueryKey(params), ({ signal }) => portal().bill.get(params, { ...options, signal }));

/**
 * The key of `billListOptions`. Without parameters it is the beginning of all keys of this call.
 */
export const billListQueryKey = (params?: BillListParams): QueryKey<BillListParams> => queryKey('bill.list', params);

/**
 * List bills
 *
 * Returns the bills of the account, newest first. Owners and billing of the account may call it.
 */
export const billListOptions = (params?: BillListParams, options?: CallOptions): Query<BillListResponse, BillListParams> => query(billListQueryKey(params), ({ signal }) => portal().bill.list(params, { ...options, signal }));

/**
 * The key of `billPdfOptions`. Without parameters it is the beginning of all keys of this call.
 */
export const billPdfQueryKey = (params?: BillPdfParams): QueryKey<BillPdfParams> => queryKey('bill.pdf', params);

/**
 * Get a bill as PDF
 *
 * Returns the document of one bill, tagged for screen readers. Owners and billing of the account may call it.
 */
export const billPdfOptions = (params: BillPdfParams, options?: CallOptions): Query<BillPdfResponse, BillPdfParams> => query(billPdfQueryKey(params), ({ signal }) => portal().bill.pdf(params, { ...options, signal }));

/**
 * The key of `transactionListOptions`. Without parameters it is the beginning of all keys of this call.
 */
export const transactionListQueryKey = (params?: TransactionListParams): QueryKey<TransactionListParams> => queryKey('transaction.list', params);

/**
 * List the transactions of a bill
 *
 * Returns the payments made for one bill, newest first. Owners and billing of the account may call it.
 */
export const transactionListOptions = (params: TransactionListParams, options?: CallOptions): Query<TransactionListResponse, TransactionListParams> => query(transactionListQueryKey(params), ({ signal }) => portal().transaction.list(params, { ...options, signal }));

/**
 * The key of `paymentMethodGetOptions`. Without parameters it is the beginning of all keys of this call.
 */
export const paymentMethodGetQueryKey = (params?: PaymentMethodGetParams): QueryKey<PaymentMethodGetParams> => queryKey('payment_method.get', params);

/**
 * Get a payment method
 *
 * Returns one payment method of the account. Owners and billing of the account may call it.
 */
export const paymentMethodGetOptions = (params: PaymentMethodGetParams, options?: CallOptions): Query<PaymentMethodGetResponse, PaymentMethodGetParams> => query(paymentMethodGetQueryKey(params), ({ signal }) => portal().paymentMethod.get(params, { ...options, signal }));

/**
 * The key of `paymentMethodListOptions`. Without parameters it is the beginning of all keys of this call.
 */
export const paymentMethodListQueryKey = (params?: PaymentMethodListParams): QueryKey<PaymentMethodListParams> => queryKey('payment_method.list', params);

/**
 * List payment methods
 *
 * Returns the payment methods of the account, or those that a bill was charged to, the primary one first and then the newest. Owners and billing of the account may call it.
 */
export const paymentMethodListOptions = (params?: PaymentMethodListParams, options?: CallOptions): Query<PaymentMethodListResponse, PaymentMethodListParams> => query(paymentMethodListQueryKey(params), ({ signal }) => portal().paymentMethod.list(params, { ...options, signal }));

/**
 * Make a payment method primary
 *
 * Charges future bills to this method instead of the present primary one. Owners and billing of the account may call it.
 */
export const paymentMethodChangePrimaryMutation = (options?: CallOptions): UseMutationOptions<PaymentMethodChangePrimaryResponse, SigillError, PaymentMethodChangePrimaryParams> => ({ mutationFn: params => portal().paymentMethod.changePrimary(params, options) });

/**
 * Delete a payment method
 *
 * Removes a payment method here and at the card provider. The primary method cannot be deleted. Owners and billing of the account may call it.
 */
export const paymentMethodDeleteMutation = (options?: CallOptions): UseMutationOptions<PaymentMethodDeleteResponse, SigillError, PaymentMethodDeleteParams> => ({ mutationFn: params => portal().paymentMethod.delete(params, options) });

/**
 * Start adding a card
 *
 * Prepares a card setup that the browser confirms with the script of the card provider. Card numbers never reach this service. Owners and billing of the account may call it.
 */
export const stripeStartMutation = (options?: CallOptions): UseMutationOptions<StripeStartResponse, SigillError, StripeStartParams | void> => ({ mutationFn: params => portal().stripe.start(params || undefined, options) });

/**
 * Finish adding a card
 *
 * Stores the card of a confirmed setup as a payment method. The first method of an account becomes primary. A setup already stored gives the same answer. Owners and billing of the account may call it.
 */
export const stripeCompleteMutation = (options?: CallOptions): UseMutationOptions<StripeCompleteResponse, SigillError, StripeCompleteParams> => ({ mutationFn: params => portal().stripe.complete(params, options) });
