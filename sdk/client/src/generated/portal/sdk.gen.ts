// Generated from openapi/v1.yaml by `npm run generate`. Do not edit.

import type { CallOptions, Client } from '../../client.ts';
import { Resource } from '../../resource.ts';
import type { Result } from '../../result.ts';
import type { AuditListParams, AuditListResponse, BearerProveParams, BearerProveResponse, BearerRenewParams, BearerRenewResponse, BearerRevokeParams, BearerRevokeResponse, BillGetParams, BillGetResponse, BillingChangeSpendingCapParams, BillingChangeSpendingCapResponse, BillingChangeVatNumberParams, BillingChangeVatNumberResponse, BillingEnableParams, BillingEnableResponse, BillingPreviewParams, BillingPreviewResponse, BillingSelfParams, BillingSelfResponse, BillingUpdateParams, BillingUpdateResponse, BillListParams, BillListResponse, BillPdfParams, BillPdfResponse, CallbackGetParams, CallbackGetResponse, CallbackHealthParams, CallbackHealthResponse, CallbackListenParams, CallbackListenResponse, CallbackListParams, CallbackListResponse, CallbackResendParams, CallbackResendResponse, CallbackRotateSecretParams, CallbackRotateSecretResponse, CallbackSecretParams, CallbackSecretResponse, CallbackTestParams, CallbackTestResponse, DashboardGetStartedParams, DashboardGetStartedResponse, DashboardOverviewParams, DashboardOverviewResponse, DashboardUsageParams, DashboardUsageResponse, DemoCreateParams, DemoCreateResponse, DemoGetParams, DemoGetResponse, DemoStateParams, DemoStateResponse, GoogleAuthenticateParams, GoogleAuthenticateResponse, GoogleUriParams, GoogleUriResponse, InviteCreateParams, InviteCreateResponse, InviteListParams, InviteListResponse, InviteRevokeParams, InviteRevokeResponse, MerchantDeleteParams, MerchantDeleteResponse, MerchantSelfParams, MerchantSelfResponse, MerchantUpdateParams, MerchantUpdateResponse, MicrosoftAuthenticateParams, MicrosoftAuthenticateResponse, MicrosoftUriParams, MicrosoftUriResponse, PasskeyAuthenticateParams, PasskeyAuthenticateResponse, PasskeyDeleteParams, PasskeyDeleteResponse, PasskeyListParams, PasskeyListResponse, PasskeyRegisterParams, PasskeyRegisterResponse, PasskeyRenameParams, PasskeyRenameResponse, PasskeySignUpParams, PasskeySignUpResponse, PasskeyStartAuthenticationParams, PasskeyStartAuthenticationResponse, PasskeyStartRegistrationParams, PasskeyStartRegistrationResponse, PasskeyStartSignUpParams, PasskeyStartSignUpResponse, PasswordAuthenticateParams, PasswordAuthenticateResponse, PasswordChangeEmailParams, PasswordChangeEmailResponse, PasswordChangePasswordParams, PasswordChangePasswordResponse, PasswordCreateParams, PasswordCreateResponse, PasswordRecoverParams, PasswordRecoverResponse, PasswordRecoverSendCodeParams, PasswordRecoverSendCodeResponse, PasswordUndoChangeEmailParams, PasswordUndoChangeEmailResponse, PasswordVerifyEmailParams, PasswordVerifyEmailResponse, PasswordVerifyEmailSendCodeParams, PasswordVerifyEmailSendCodeResponse, PaymentMethodChangePrimaryParams, PaymentMethodChangePrimaryResponse, PaymentMethodDeleteParams, PaymentMethodDeleteResponse, PaymentMethodGetParams, PaymentMethodGetResponse, PaymentMethodListParams, PaymentMethodListResponse, ReaderAbortParams, ReaderAbortResponse, ReaderChallengeParams, ReaderChallengeResponse, ReaderChipAuthenticationParams, ReaderChipAuthenticationResponse, ReaderFailParams, ReaderFailResponse, ReaderOpenParams, ReaderOpenResponse, ReaderStartParams, ReaderStartResponse, ReaderStateParams, ReaderStateResponse, ReaderSubmitHeaders, ReaderSubmitParams, ReaderSubmitResponse, RecoveryCodeCreateParams, RecoveryCodeCreateResponse, RequestGetParams, RequestGetResponse, RequestListParams, RequestListResponse, SessionAbortParams, SessionAbortResponse, SessionCreateParams, SessionCreateResponse, SessionGetParams, SessionGetResponse, SessionListParams, SessionListResponse, SessionProofParams, SessionProofResponse, SessionRedactParams, SessionRedactResponse, SessionRenewLinkParams, SessionRenewLinkResponse, SessionStateParams, SessionStateResponse, SessionTimelineParams, SessionTimelineResponse, SignInListParams, SignInListResponse, SignInRevokeOthersParams, SignInRevokeOthersResponse, SignInRevokeParams, SignInRevokeResponse, StripeCompleteParams, StripeCompleteResponse, StripeStartParams, StripeStartResponse, TotpConfirmParams, TotpConfirmResponse, TotpCreateParams, TotpCreateResponse, TotpDeleteParams, TotpDeleteResponse, TotpSelfParams, TotpSelfResponse, TransactionListParams, TransactionListResponse, TrustGetParams, TrustGetResponse, UserChangeRoleParams, UserChangeRoleResponse, UserCreateServiceUserParams, UserCreateServiceUserResponse, UserDeleteParams, UserDeleteResponse, UserGetParams, UserGetResponse, UserListParams, UserListResponse, UserRenameServiceUserParams, UserRenameServiceUserResponse, UserRotateServiceUserParams, UserRotateServiceUserResponse, UserSelfParams, UserSelfResponse } from './types.gen.ts';

export class Session extends Resource {
    /**
     * Create a verification session
     *
     * Creates a session in state CREATED and returns the token for the end user. Called by your backend with an API key; in the portal for specimen sessions only. The session expires after 24 hours. The token is returned here and never again. Each later change of state is sent to `callback_url`.
     */
    create(params?: SessionCreateParams, options?: CallOptions): Result<SessionCreateResponse> {
        return this.client.call({ name: 'session.create' }, params, options);
    }

    /**
     * Get a session with its verified data
     *
     * Returns the session. Identity fields are present only in state APPROVED, until they are deleted 24 hours after the end of the session, sooner where `retention_hours` of the account says so, or at once by `session.redact`. Called by your backend with an API key, or in the portal.
     */
    get(params: SessionGetParams, options?: CallOptions): Result<SessionGetResponse> {
        return this.client.call({ name: 'session.get', reads: true }, params, options);
    }

    /**
     * List sessions
     *
     * Returns the sessions of the account, newest first, without identity data. With `search` they are sorted by their reference, and newest first among those of one reference. A session must fit every filter. Demo sessions are not included. Called by your backend with an API key, or in the portal.
     */
    list(params?: SessionListParams, options?: CallOptions): Result<SessionListResponse> {
        return this.client.call({ name: 'session.list', reads: true }, params, options);
    }

    /**
     * Get the state of a session
     *
     * Returns nothing but the state, for polling. Called by your backend with an API key.
     */
    state(params: SessionStateParams, options?: CallOptions): Result<SessionStateResponse> {
        return this.client.call({ name: 'session.state', reads: true }, params, options);
    }

    /**
     * Abort a session
     *
     * Moves the session from CREATED or INITIATED to ABORTED, as when the person leaves your checkout, and returns its state. The link no longer works, and the callback follows. Called by your backend with an API key, or in the portal.
     */
    abort(params: SessionAbortParams, options?: CallOptions): Result<SessionAbortResponse> {
        return this.client.call({ name: 'session.abort' }, params, options);
    }

    /**
     * Make a new link for a session
     *
     * Gives a session in state CREATED a new token, for a person who has lost the link, and returns what `session.create` returned. The link before it no longer works; id, expiry and options stay. The token is returned here and never again. Once a device has started the session it answers 409 `session_already_started`. Called by your backend with an API key, or in the portal.
     */
    renewLink(params: SessionRenewLinkParams, options?: CallOptions): Result<SessionRenewLinkResponse> {
        return this.client.call({ name: 'session.renew_link' }, params, options);
    }

    /**
     * Make a proof of an approved session
     *
     * Returns the verified data as a signed statement that others can verify without the service, an SD-JWT VC (RFC 9901). Its holder shows single claims of it, such as `age_over_18`, and keeps the others to themselves. The keys are at `/.well-known/jwks.json`, and `@sigill/sdk/proof` verifies. Each call makes another proof, and the service keeps none. Called by your backend with an API key, or in the portal, as long as the data of the session is there.
     */
    proof(params: SessionProofParams, options?: CallOptions): Result<SessionProofResponse> {
        return this.client.call({ name: 'session.proof', reads: true }, params, options);
    }

    /**
     * Delete the identity data of a session
     *
     * Deletes the identity data and the key that sealed it at once instead of up to 24 hours after the end, and returns the session. What cannot identify a person stays. A session that has not ended holds no identity data and is returned unchanged. Called by your backend with an API key, or in the portal.
     */
    redact(params: SessionRedactParams, options?: CallOptions): Result<SessionRedactResponse> {
        return this.client.call({ name: 'session.redact' }, params, options);
    }

    /**
     * Get what happened in a session
     *
     * Returns what happened in a session, oldest first, without identity data: who did what when, which files were read in what time, the verdict, and each try of delivering a callback. Owners, developers and support of the account may call it.
     */
    timeline(params: SessionTimelineParams, options?: CallOptions): Result<SessionTimelineResponse> {
        return this.client.call({ name: 'session.timeline', reads: true }, params, options);
    }
}

export class Callback extends Resource {
    /**
     * List callbacks
     *
     * Returns the callbacks of the account, newest first. Called by your backend with an API key, or in the portal.
     */
    list(params?: CallbackListParams, options?: CallOptions): Result<CallbackListResponse> {
        return this.client.call({ name: 'callback.list', reads: true }, params, options);
    }

    /**
     * Get a callback with its attempts
     *
     * Returns the callback, the body that is sent, and each attempt with its outcome. Called by your backend with an API key, or in the portal.
     */
    get(params: CallbackGetParams, options?: CallOptions): Result<CallbackGetResponse> {
        return this.client.call({ name: 'callback.get', reads: true }, params, options);
    }

    /**
     * Send a callback again
     *
     * Queues one more attempt of a callback that was delivered or has failed. The event keeps its id. A callback that is still pending answers 409. Called by your backend with an API key, or in the portal.
     */
    resend(params: CallbackResendParams, options?: CallOptions): Result<CallbackResendResponse> {
        return this.client.call({ name: 'callback.resend' }, params, options);
    }

    /**
     * Wait for callbacks
     *
     * Waits up to 25 seconds for the next changes of state in the account and answers with what is sent for each: signed headers and the exact body, also for sessions without `callback_url`. The first call has no cursor and answers at once; each next one takes the cursor of the answer before. Changes are kept for it from the first call until 10 minutes after the last one, and for 24 hours at most. What is sent to `callback_url` stays the same. At most 5 calls of an account may wait at a time. When too many accounts listen at once, the account with most calls has one of them answered early. Somebody in the account must have verified their e-mail address. Called on your own machine with an API key, by `sigill listen`.
     */
    listen(params?: CallbackListenParams, options?: CallOptions): Result<CallbackListenResponse> {
        return this.client.call({ name: 'callback.listen', reads: true }, params, options);
    }

    /**
     * Get the signing secret
     *
     * Returns the secret that signs the callbacks of the account. Called by your backend with an API key, or in the portal.
     */
    secret(params?: CallbackSecretParams, options?: CallOptions): Result<CallbackSecretResponse> {
        return this.client.call({ name: 'callback.secret', reads: true }, params, options);
    }

    /**
     * Rotate the signing secret
     *
     * Makes a new signing secret. Until `previous_expires`, 24 hours later, callbacks carry a signature of the new and of the previous secret. Called by your backend with an API key, or in the portal.
     */
    rotateSecret(params?: CallbackRotateSecretParams, options?: CallOptions): Result<CallbackRotateSecretResponse> {
        return this.client.call({ name: 'callback.rotate_secret' }, params, options);
    }

    /**
     * See how callbacks arrive
     *
     * Returns, for each host that callbacks are sent to, how many of the last 7 days arrived and how it answers. Attempts by hand do not count. Called in the portal.
     */
    health(params?: CallbackHealthParams, options?: CallOptions): Result<CallbackHealthResponse> {
        return this.client.call({ name: 'callback.health', reads: true }, params, options);
    }

    /**
     * Send a test callback
     *
     * Sends an event once to any address that `callback_url` may have, signed as all callbacks are and marked `test: true`, and answers with what was sent and what came back. Its session does not exist. At most 20 in 10 minutes. Called in the portal.
     */
    test(params: CallbackTestParams, options?: CallOptions): Result<CallbackTestResponse> {
        return this.client.call({ name: 'callback.test' }, params, options);
    }
}

export class Reader extends Resource {
    /**
     * Look at a session before reading
     *
     * Returns what the end user sees before starting. Starts nothing, so a link preview cannot start a session; the timeline of the session says when it was first opened. Anyone with the token may call it.
     */
    open(params: ReaderOpenParams, options?: CallOptions): Result<ReaderOpenResponse> {
        return this.client.call({ name: 'reader.open', reads: true, isPublic: true }, params, options);
    }

    /**
     * Start reading
     *
     * Moves the session from CREATED to INITIATED and gives this device the key for the following calls. The address and user agent of the device are stored with the session. A repeated call with the same `Idempotency-Key` gives the same key, also from another network, so take a random one; any other start answers 409 `session_already_started`. Anyone with the token may call it.
     */
    start(params: ReaderStartParams, options?: CallOptions): Result<ReaderStartResponse> {
        return this.client.call({ name: 'reader.start', isPublic: true }, params, options);
    }

    /**
     * Get a challenge for Active Authentication
     *
     * Returns 8 random bytes for the chip to sign. A challenge is good for one `reader.submit` within 120 seconds; a session gets at most 5. Called by the device that started the session.
     */
    challenge(params: ReaderChallengeParams, options?: CallOptions): Result<ReaderChallengeResponse> {
        return this.client.call({ name: 'reader.challenge', isPublic: true }, params, options);
    }

    /**
     * Begin Chip Authentication
     *
     * Takes DG14 and returns what the reader does with a chip that offers Chip Authentication, after it has read everything: give the public key to the chip, send it the probe as it is, and put its answer into `ca_response` of `reader.submit`. The private key stays with the service, so only the chip can answer. Each call replaces the one before; its result is good for one submission within 120 seconds, and a session gets at most 5. A DG14 without Chip Authentication that is supported here is refused with 400. Called by the device that started the session.
     */
    chipAuthentication(params: ReaderChipAuthenticationParams, options?: CallOptions): Result<ReaderChipAuthenticationResponse> {
        return this.client.call({ name: 'reader.chip_authentication', isPublic: true }, params, options);
    }

    /**
     * Submit what was read
     *
     * Takes the files of the chip exactly as read, verifies them and moves the session from INITIATED over COMPLETED to APPROVED or REJECTED. The body may be up to 6 MB. Called by the device that started the session, which says so in two headers: both are verified before the body is read.
     */
    submit(params: ReaderSubmitParams, options: CallOptions & {
        headers: ReaderSubmitHeaders;
    }): Result<ReaderSubmitResponse> {
        return this.client.call({ name: 'reader.submit', isPublic: true }, params, options);
    }

    /**
     * Report that reading failed
     *
     * Moves the session from CREATED or INITIATED to FAILED with the given code. Before `reader.start` anyone with the token may call it, after it only the device that started the session.
     */
    fail(params: ReaderFailParams, options?: CallOptions): Result<ReaderFailResponse> {
        return this.client.call({ name: 'reader.fail', isPublic: true }, params, options);
    }

    /**
     * Abort a session
     *
     * Moves the session from CREATED or INITIATED to ABORTED because the end user gave up. Anyone with the token may call it, so the page on another screen can cancel too.
     */
    abort(params: ReaderAbortParams, options?: CallOptions): Result<ReaderAbortResponse> {
        return this.client.call({ name: 'reader.abort', isPublic: true }, params, options);
    }

    /**
     * Get the state by token
     *
     * Returns the state for the page that waits on another screen. Anyone with the token may call it, also from a page of another site.
     */
    state(params: ReaderStateParams, options?: CallOptions): Result<ReaderStateResponse> {
        return this.client.call({ name: 'reader.state', reads: true, isPublic: true }, params, options);
    }
}

export class Demo extends Resource {
    /**
     * Create a demo session
     *
     * Creates a session that takes specimen documents, is never billed and expires after 1 hour. Anyone may call it.
     */
    create(params?: DemoCreateParams, options?: CallOptions): Result<DemoCreateResponse> {
        return this.client.call({ name: 'demo.create', isPublic: true }, params, options);
    }

    /**
     * Get a demo session with its data
     *
     * Returns the demo session in the shape of `session.get`. Tokens of other sessions answer 404. Anyone with the token may call it.
     */
    get(params: DemoGetParams, options?: CallOptions): Result<DemoGetResponse> {
        return this.client.call({ name: 'demo.get', reads: true, isPublic: true }, params, options);
    }

    /**
     * Get the state of a demo session
     *
     * Returns nothing but the state, for polling. Tokens of other sessions answer 404. Anyone with the token may call it.
     */
    state(params: DemoStateParams, options?: CallOptions): Result<DemoStateResponse> {
        return this.client.call({ name: 'demo.state', reads: true, isPublic: true }, params, options);
    }
}

export class Trust extends Resource {
    /**
     * Get the States whose documents can be verified
     *
     * Returns each State with a signing certificate (CSCA) that is trusted and valid now, and how old that knowledge is. Documents of other States are rejected as `issuer_unknown`. Anyone may call it.
     */
    get(params?: TrustGetParams, options?: CallOptions): Result<TrustGetResponse> {
        return this.client.call({ name: 'trust.get', reads: true, isPublic: true }, params, options);
    }
}

export class User extends Resource {
    /**
     * Get the signed-in user
     *
     * Returns the user who owns the access token. Any signed-in user of the account may call it.
     */
    self(params?: UserSelfParams, options?: CallOptions): Result<UserSelfResponse> {
        return this.client.call({ name: 'user.self', reads: true }, params, options);
    }

    /**
     * Create an API key
     *
     * Creates a service user and its key pair for the public API. The secret is returned here and never again. Owners and developers of the account may call it.
     */
    createServiceUser(params?: UserCreateServiceUserParams, options?: CallOptions): Result<UserCreateServiceUserResponse> {
        return this.client.call({ name: 'user.create_service_user' }, params, options);
    }

    /**
     * Get a user or API key
     *
     * Returns one user or API key of the account. Owners and developers of the account may call it.
     */
    get(params: UserGetParams, options?: CallOptions): Result<UserGetResponse> {
        return this.client.call({ name: 'user.get', reads: true }, params, options);
    }

    /**
     * List users and API keys
     *
     * Returns the users and API keys of the account, newest first. Owners and developers of the account may call it.
     */
    list(params?: UserListParams, options?: CallOptions): Result<UserListResponse> {
        return this.client.call({ name: 'user.list', reads: true }, params, options);
    }

    /**
     * Rotate the secret of an API key
     *
     * Gives an API key a new secret. The public key stays the same, and the old secret is accepted until the grace period is over. The new secret is returned here and never again. Owners and developers of the account may call it, and an API key for itself.
     */
    rotateServiceUser(params: UserRotateServiceUserParams, options?: CallOptions): Result<UserRotateServiceUserResponse> {
        return this.client.call({ name: 'user.rotate_service_user' }, params, options);
    }

    /**
     * Rename an API key
     *
     * Gives an API key another name. The key and its secret stay as they are. Owners and developers of the account may call it.
     */
    renameServiceUser(params: UserRenameServiceUserParams, options?: CallOptions): Result<UserRenameServiceUserResponse> {
        return this.client.call({ name: 'user.rename_service_user' }, params, options);
    }

    /**
     * Give a user another role
     *
     * Changes what a user of the account may do, at once and in every sign-in. Open invitations from somebody who is no longer an owner are revoked. The last owner stays an owner; API keys have no role. Only owners of the account may call it.
     */
    changeRole(params: UserChangeRoleParams, options?: CallOptions): Result<UserChangeRoleResponse> {
        return this.client.call({ name: 'user.change_role' }, params, options);
    }

    /**
     * Delete a user or API key
     *
     * Deletes a user or API key of the account. Its tokens, keys and open invitations stop working at once. Users cannot delete themselves. Owners may delete everybody else, and developers API keys.
     */
    delete(params: UserDeleteParams, options?: CallOptions): Result<UserDeleteResponse> {
        return this.client.call({ name: 'user.delete' }, params, options);
    }
}

export class Invite extends Resource {
    /**
     * Invite a user
     *
     * Sends an e-mail with a link to sign up. Whoever signs up through it with the invited address joins the account. The link works once, for 7 days, and as long as the inviter is in the account; a new one for the same address voids it. Without `role` the new user is an owner, who may make every call. Only owners of the account with a verified e-mail address may call it.
     */
    create(params: InviteCreateParams, options?: CallOptions): Result<InviteCreateResponse> {
        return this.client.call({ name: 'invite.create' }, params, options);
    }

    /**
     * List open invitations
     *
     * Returns the invitations of the account that can still be accepted, newest first. Only owners of the account may call it.
     */
    list(params?: InviteListParams, options?: CallOptions): Result<InviteListResponse> {
        return this.client.call({ name: 'invite.list', reads: true }, params, options);
    }

    /**
     * Revoke an invitation
     *
     * Takes an open invitation back; its link no longer works. Only owners of the account may call it.
     */
    revoke(params: InviteRevokeParams, options?: CallOptions): Result<InviteRevokeResponse> {
        return this.client.call({ name: 'invite.revoke' }, params, options);
    }
}

export class Password extends Resource {
    /**
     * Sign up with a password
     *
     * Creates a user and, unless the reference is an invitation, a new account in its trial. Anyone may call it. The e-mail address starts unverified.
     */
    create(params: PasswordCreateParams, options?: CallOptions): Result<PasswordCreateResponse> {
        return this.client.call({ name: 'password.create', isPublic: true }, params, options);
    }

    /**
     * Sign in with a password
     *
     * Signs a natural user in. Anyone may call it. Wrong attempts are limited per network, user and device; what others guess does not count against a device on which the user signed in before, named by a cookie. A user with a second factor is asked for it with `second_factor_required`, whose `details` name the properties that can be sent.
     */
    authenticate(params: PasswordAuthenticateParams, options?: CallOptions): Result<PasswordAuthenticateResponse> {
        return this.client.call({ name: 'password.authenticate', isPublic: true }, params, options);
    }

    /**
     * Send a recovery code
     *
     * Sends a 6-character code, valid for 10 minutes, with which to set a new password. Anyone may call it. The answer is the same for an unknown address.
     */
    recoverSendCode(params: PasswordRecoverSendCodeParams, options?: CallOptions): Result<PasswordRecoverSendCodeResponse> {
        return this.client.call({ name: 'password.recover_send_code', isPublic: true }, params, options);
    }

    /**
     * Set a new password with a recovery code
     *
     * Sets a new password with the code from the e-mail and ends all sign-ins of the user. Anyone may call it. A caller has 5 attempts for each code. The code proves the address: it is verified from then on, and when it never was before, all API keys, other users, invitations and second factors of the account go. A new address that waits for its code is forgotten.
     */
    recover(params: PasswordRecoverParams, options?: CallOptions): Result<PasswordRecoverResponse> {
        return this.client.call({ name: 'password.recover', isPublic: true }, params, options);
    }

    /**
     * Send an e-mail verification code
     *
     * Sends a 6-character code, valid for 10 minutes, to the address of the signed-in user. A new code voids the one before. Nothing is sent when the address is already verified.
     */
    verifyEmailSendCode(params?: PasswordVerifyEmailSendCodeParams, options?: CallOptions): Result<PasswordVerifyEmailSendCodeResponse> {
        return this.client.call({ name: 'password.verify_email_send_code' }, params, options);
    }

    /**
     * Verify the e-mail address
     *
     * Marks the address of the signed-in user as verified with the code from the e-mail. After a change of address the new one signs in from then on. A code is void after 5 wrong attempts.
     */
    verifyEmail(params: PasswordVerifyEmailParams, options?: CallOptions): Result<PasswordVerifyEmailResponse> {
        return this.client.call({ name: 'password.verify_email' }, params, options);
    }

    /**
     * Change the e-mail address
     *
     * Replaces the address of the signed-in natural user. The new address is shown and starts unverified. An address that was verified goes on signing in and recovering the account until the new one is verified, and an e-mail to it has a link that takes the change back for 72 hours.
     */
    changeEmail(params: PasswordChangeEmailParams, options?: CallOptions): Result<PasswordChangeEmailResponse> {
        return this.client.call({ name: 'password.change_email' }, params, options);
    }

    /**
     * Take a change of address back
     *
     * Restores the address before a change, with the code in the link that was mailed to it. All sign-ins of the user end and the password is void: a new one is set with `password.recover`. The code works once, for 72 hours. Anyone who holds it may call it.
     */
    undoChangeEmail(params: PasswordUndoChangeEmailParams, options?: CallOptions): Result<PasswordUndoChangeEmailResponse> {
        return this.client.call({ name: 'password.undo_change_email', isPublic: true }, params, options);
    }

    /**
     * Change the password
     *
     * Replaces the password of the signed-in natural user. All other sign-ins of the user end.
     */
    changePassword(params: PasswordChangePasswordParams, options?: CallOptions): Result<PasswordChangePasswordResponse> {
        return this.client.call({ name: 'password.change_password' }, params, options);
    }
}

export class Bearer extends Resource {
    /**
     * Renew the tokens
     *
     * Exchanges a refresh token for new tokens. Anyone who holds the token may call it. The token just replaced is honoured for 60 seconds and gives the same tokens; a later reuse ends the sign-in. A sign-in ends after 90 days at most, and no token is valid for longer.
     */
    renew(params: BearerRenewParams, options?: CallOptions): Result<BearerRenewResponse> {
        return this.client.call({ name: 'bearer.renew', isPublic: true }, params, options);
    }

    /**
     * Sign out
     *
     * Ends the sign-in that the access token belongs to. Anyone who holds the token may call it. An unknown or expired token gets the same answer.
     */
    revoke(params: BearerRevokeParams, options?: CallOptions): Result<BearerRevokeResponse> {
        return this.client.call({ name: 'bearer.revoke', isPublic: true }, params, options);
    }

    /**
     * Prove again who is signed in
     *
     * Proves that the person at the device is still the user, with what `method` names. For 10 minutes calls that answer `fresh_proof_required` are accepted then, as they are after a sign-in. A second factor also counts for an account that requires one. Of a user who has an authenticator app or a passkey, the password alone proves nothing: it is refused with `second_factor_required`, whose `details` name what does. Any signed-in user may call it. Wrong attempts are limited per sign-in.
     */
    prove(params: BearerProveParams, options?: CallOptions): Result<BearerProveResponse> {
        return this.client.call({ name: 'bearer.prove' }, params, options);
    }
}

export class SignIn extends Resource {
    /**
     * List the sign-ins of the user
     *
     * Lists where the signed-in user is signed in, newest first: the device as its browser describes itself, and when it was used last. Any signed-in user may call it, for their own sign-ins.
     */
    list(params?: SignInListParams, options?: CallOptions): Result<SignInListResponse> {
        return this.client.call({ name: 'sign_in.list', reads: true }, params, options);
    }

    /**
     * End a sign-in
     *
     * Ends one sign-in of the signed-in user. Its tokens stop working at once. Any signed-in user may call it, for their own sign-ins.
     */
    revoke(params: SignInRevokeParams, options?: CallOptions): Result<SignInRevokeResponse> {
        return this.client.call({ name: 'sign_in.revoke' }, params, options);
    }

    /**
     * End all other sign-ins
     *
     * Ends all sign-ins of the signed-in user but the one that makes the call. Their tokens stop working at once. Any signed-in user may call it.
     */
    revokeOthers(params?: SignInRevokeOthersParams, options?: CallOptions): Result<SignInRevokeOthersResponse> {
        return this.client.call({ name: 'sign_in.revoke_others' }, params, options);
    }
}

export class Totp extends Resource {
    /**
     * Get the second factor of the user
     *
     * Says whether the signed-in user has an authenticator app, and how many recovery codes are left. Any signed-in user may call it.
     */
    self(params?: TotpSelfParams, options?: CallOptions): Result<TotpSelfResponse> {
        return this.client.call({ name: 'totp.self', reads: true }, params, options);
    }

    /**
     * Make a secret for an authenticator app
     *
     * Makes a secret for the authenticator app of the signed-in user, shown once. It counts from `totp.confirm` on, and until then the one before. Any signed-in user may call it.
     */
    create(params?: TotpCreateParams, options?: CallOptions): Result<TotpCreateResponse> {
        return this.client.call({ name: 'totp.create' }, params, options);
    }

    /**
     * Confirm the authenticator app
     *
     * Puts the secret of `totp.create` into use with a first code of the app, and answers recovery codes. From then on `password.authenticate` asks for a code. Any signed-in user may call it.
     */
    confirm(params: TotpConfirmParams, options?: CallOptions): Result<TotpConfirmResponse> {
        return this.client.call({ name: 'totp.confirm' }, params, options);
    }

    /**
     * Remove the authenticator app
     *
     * Removes the authenticator app of the signed-in user with its recovery codes. The password alone signs in again. Any signed-in user may call it.
     */
    delete(params?: TotpDeleteParams, options?: CallOptions): Result<TotpDeleteResponse> {
        return this.client.call({ name: 'totp.delete' }, params, options);
    }
}

export class RecoveryCode extends Resource {
    /**
     * Make new recovery codes
     *
     * Makes ten recovery codes for the signed-in user, shown once. Those before do not work any more. Each signs in once instead of the authenticator app, and an e-mail says so. Any signed-in user may call it.
     */
    create(params?: RecoveryCodeCreateParams, options?: CallOptions): Result<RecoveryCodeCreateResponse> {
        return this.client.call({ name: 'recovery_code.create' }, params, options);
    }
}

export class Passkey extends Resource {
    /**
     * Begin a sign-up with a passkey
     *
     * Answers what the browser needs to make a passkey for somebody who signs up, as `PublicKeyCredential.parseCreationOptionsFromJSON` takes it. It is good for 5 minutes, once, in this browser. Anyone may call it.
     */
    startSignUp(params: PasskeyStartSignUpParams, options?: CallOptions): Result<PasskeyStartSignUpResponse> {
        return this.client.call({ name: 'passkey.start_sign_up', isPublic: true }, params, options);
    }

    /**
     * Sign up with a passkey
     *
     * Creates a natural user without a password, and an account unless `reference` is an invitation, and signs the user in. The address is unverified, as with `password.create`. Anyone may call it.
     */
    signUp(params: PasskeySignUpParams, options?: CallOptions): Result<PasskeySignUpResponse> {
        return this.client.call({ name: 'passkey.sign_up', isPublic: true }, params, options);
    }

    /**
     * Begin a sign-in with a passkey
     *
     * Answers what the browser needs to ask for a passkey, as `PublicKeyCredential.parseRequestOptionsFromJSON` takes it: to sign in, as a second factor, or for `bearer.prove`. It is good for 5 minutes, once, in this browser. Anyone may call it.
     */
    startAuthentication(params?: PasskeyStartAuthenticationParams, options?: CallOptions): Result<PasskeyStartAuthenticationResponse> {
        return this.client.call({ name: 'passkey.start_authentication', isPublic: true }, params, options);
    }

    /**
     * Sign in with a passkey
     *
     * Signs in the user whose passkey it is, who has shown a fingerprint, a face or a PIN to the device. Nothing else is asked for. Anyone may call it.
     */
    authenticate(params: PasskeyAuthenticateParams, options?: CallOptions): Result<PasskeyAuthenticateResponse> {
        return this.client.call({ name: 'passkey.authenticate', isPublic: true }, params, options);
    }

    /**
     * Begin to add a passkey
     *
     * Answers what the browser needs to make a passkey for the signed-in user, as `PublicKeyCredential.parseCreationOptionsFromJSON` takes it. It is good for 5 minutes, once, in this browser. Any signed-in user may call it.
     */
    startRegistration(params?: PasskeyStartRegistrationParams, options?: CallOptions): Result<PasskeyStartRegistrationResponse> {
        return this.client.call({ name: 'passkey.start_registration' }, params, options);
    }

    /**
     * Add a passkey
     *
     * Adds a passkey to the signed-in user, who signs in with it from then on. An e-mail says so. Any signed-in user may call it.
     */
    register(params: PasskeyRegisterParams, options?: CallOptions): Result<PasskeyRegisterResponse> {
        return this.client.call({ name: 'passkey.register' }, params, options);
    }

    /**
     * List the passkeys of the user
     *
     * Lists the passkeys of the signed-in user, newest first. Any signed-in user may call it, for their own passkeys.
     */
    list(params?: PasskeyListParams, options?: CallOptions): Result<PasskeyListResponse> {
        return this.client.call({ name: 'passkey.list', reads: true }, params, options);
    }

    /**
     * Rename a passkey
     *
     * Gives a passkey of the signed-in user another name. Any signed-in user may call it, for their own passkeys.
     */
    rename(params: PasskeyRenameParams, options?: CallOptions): Result<PasskeyRenameResponse> {
        return this.client.call({ name: 'passkey.rename' }, params, options);
    }

    /**
     * Remove a passkey
     *
     * Removes a passkey of the signed-in user, but never the last way to sign in. An e-mail says so. Any signed-in user may call it, for their own passkeys.
     */
    delete(params: PasskeyDeleteParams, options?: CallOptions): Result<PasskeyDeleteResponse> {
        return this.client.call({ name: 'passkey.delete' }, params, options);
    }
}

export class Google extends Resource {
    /**
     * Start signing in with Google
     *
     * Returns the address at Google to send the browser to, and ties the attempt to this browser with a cookie. Anyone may call it.
     */
    uri(params?: GoogleUriParams, options?: CallOptions): Result<GoogleUriResponse> {
        return this.client.call({ name: 'google.uri', isPublic: true }, params, options);
    }

    /**
     * Sign in or up with Google
     *
     * Completes a sign-in with the code that Google returned to this browser. The first sign-in creates the user and, unless the reference is an invitation, a new account. Anyone may call it. An address that is unverified, or registered in another way, is refused and never linked.
     */
    authenticate(params: GoogleAuthenticateParams, options?: CallOptions): Result<GoogleAuthenticateResponse> {
        return this.client.call({ name: 'google.authenticate', isPublic: true }, params, options);
    }
}

export class Microsoft extends Resource {
    /**
     * Start signing in with Microsoft
     *
     * Returns the address at Microsoft to send the browser to, and ties the attempt to this browser with a cookie. Anyone may call it.
     */
    uri(params?: MicrosoftUriParams, options?: CallOptions): Result<MicrosoftUriResponse> {
        return this.client.call({ name: 'microsoft.uri', isPublic: true }, params, options);
    }

    /**
     * Sign in or up with Microsoft
     *
     * Completes a sign-in with the code that Microsoft returned to this browser. The first sign-in creates the user and, unless the reference is an invitation, a new account. Anyone may call it. An address that is unverified, or registered in another way, is refused and never linked.
     */
    authenticate(params: MicrosoftAuthenticateParams, options?: CallOptions): Result<MicrosoftAuthenticateResponse> {
        return this.client.call({ name: 'microsoft.authenticate', isPublic: true }, params, options);
    }
}

export class Merchant extends Resource {
    /**
     * Get the account
     *
     * Returns the account of the signed-in user, with the name that end users see when a session of it is opened.
     */
    self(params?: MerchantSelfParams, options?: CallOptions): Result<MerchantSelfResponse> {
        return this.client.call({ name: 'merchant.self', reads: true }, params, options);
    }

    /**
     * Change the settings of the account
     *
     * Changes what is given and leaves the rest. New sessions take it as their default. Only owners of the account may call it.
     */
    update(params: MerchantUpdateParams, options?: CallOptions): Result<MerchantUpdateResponse> {
        return this.client.call({ name: 'merchant.update' }, params, options);
    }

    /**
     * Delete the account
     *
     * Deletes the account with all its users and API keys. Tokens and keys stop working at once and identity data is destroyed; bills are kept as the law requires. Only owners of the account may call it.
     */
    delete(params?: MerchantDeleteParams, options?: CallOptions): Result<MerchantDeleteResponse> {
        return this.client.call({ name: 'merchant.delete' }, params, options);
    }
}

export class Dashboard extends Resource {
    /**
     * Get the steps of getting started
     *
     * Tells which of the four first steps are done. Any signed-in user of the account may call it.
     */
    getStarted(params?: DashboardGetStartedParams, options?: CallOptions): Result<DashboardGetStartedResponse> {
        return this.client.call({ name: 'dashboard.get_started', reads: true }, params, options);
    }

    /**
     * Get usage
     *
     * Counts the sessions created through the public API, without demo and specimen sessions. Called by your backend with an API key, or in the portal.
     */
    usage(params?: DashboardUsageParams, options?: CallOptions): Result<DashboardUsageResponse> {
        return this.client.call({ name: 'dashboard.usage', reads: true }, params, options);
    }

    /**
     * Get the overview
     *
     * Says what became of the sessions of the last days: how far they came, why they ended, of which countries and on what, and how long it took. Sessions count on the UTC day of their creation. Demo sessions are not counted, specimen sessions only when they are asked for. Any signed-in user of the account may call it; whoever may not list sessions gets none of the newest.
     */
    overview(params: DashboardOverviewParams, options?: CallOptions): Result<DashboardOverviewResponse> {
        return this.client.call({ name: 'dashboard.overview', reads: true }, params, options);
    }
}

export class Audit extends Resource {
    /**
     * List account actions
     *
     * Returns who did what in the account and when, newest first. It holds no personal data. Owners and developers of the account may call it.
     */
    list(params?: AuditListParams, options?: CallOptions): Result<AuditListResponse> {
        return this.client.call({ name: 'audit.list', reads: true }, params, options);
    }
}

export class Request extends Resource {
    /**
     * List requests
     *
     * Returns the calls that were made with the API keys of the account in the last 30 days, newest first, without what was sent and answered. A call is listed a second or two after its answer. Called in the portal.
     */
    list(params?: RequestListParams, options?: CallOptions): Result<RequestListResponse> {
        return this.client.call({ name: 'request.list', reads: true }, params, options);
    }

    /**
     * Get a request
     *
     * Returns a call by the id that its answer carried in `X-Request-Id` and, where it was refused, in `request_id`. Calls with the API keys of the account are known for 30 days. Called in the portal.
     */
    get(params: RequestGetParams, options?: CallOptions): Result<RequestGetResponse> {
        return this.client.call({ name: 'request.get', reads: true }, params, options);
    }
}

export class Billing extends Resource {
    /**
     * Get the billing account
     *
     * Returns terms, credit and state of billing. Owners and billing of the account may call it.
     */
    self(params?: BillingSelfParams, options?: CallOptions): Result<BillingSelfResponse> {
        return this.client.call({ name: 'billing.self', reads: true }, params, options);
    }

    /**
     * Preview the bill of this billing cycle
     *
     * Returns the bill that the open billing cycle comes to with the sessions approved so far: as if it ended today, like at the deletion of the account, or on its last day. Nothing is stored or charged. Owners and billing of the account may call it.
     */
    preview(params?: BillingPreviewParams, options?: CallOptions): Result<BillingPreviewResponse> {
        return this.client.call({ name: 'billing.preview', reads: true }, params, options);
    }

    /**
     * Update company and country
     *
     * Replaces the company name and the billing country. A VAT number that is not valid in the new country is removed. Owners and billing of the account may call it.
     */
    update(params: BillingUpdateParams, options?: CallOptions): Result<BillingUpdateResponse> {
        return this.client.call({ name: 'billing.update' }, params, options);
    }

    /**
     * Change the VAT number
     *
     * Sets the VAT number. It must be valid in the billing country, which must be in the EU; it then exempts from VAT where the law allows. Owners and billing of the account may call it.
     */
    changeVatNumber(params: BillingChangeVatNumberParams, options?: CallOptions): Result<BillingChangeVatNumberResponse> {
        return this.client.call({ name: 'billing.change_vat_number' }, params, options);
    }

    /**
     * Set or remove the spending cap
     *
     * Sets what the sessions of a billing cycle may cost, before VAT and without the service fee; null removes the cap. `session.create` is refused with `spending_cap_reached` when the session might pass it: each session that is still open counts with its price beyond the credit, until it ends without an approval, so that the cap holds whoever finishes. Sessions that are open go on, also when the cap is lowered. Owners and billing of the account are told by mail at 50 and 80 % and when no other session fits, once a cycle. They may call it.
     */
    changeSpendingCap(params: BillingChangeSpendingCapParams, options?: CallOptions): Result<BillingChangeSpendingCapResponse> {
        return this.client.call({ name: 'billing.change_spending_cap' }, params, options);
    }

    /**
     * Enable billing
     *
     * Ends the trial and makes billing ACTIVE. It needs a verified e-mail address of the caller and a payment method. Credit that is left is used first. Owners and billing of the account may call it.
     */
    enable(params?: BillingEnableParams, options?: CallOptions): Result<BillingEnableResponse> {
        return this.client.call({ name: 'billing.enable' }, params, options);
    }
}

export class Bill extends Resource {
    /**
     * Get a bill
     *
     * Returns one bill with its lines. Owners and billing of the account may call it.
     */
    get(params: BillGetParams, options?: CallOptions): Result<BillGetResponse> {
        return this.client.call({ name: 'bill.get', reads: true }, params, options);
    }

    /**
     * List bills
     *
     * Returns the bills of the account, newest first. Owners and billing of the account may call it.
     */
    list(params?: BillListParams, options?: CallOptions): Result<BillListResponse> {
        return this.client.call({ name: 'bill.list', reads: true }, params, options);
    }

    /**
     * Get a bill as PDF
     *
     * Returns the document of one bill, tagged for screen readers. Owners and billing of the account may call it.
     */
    pdf(params: BillPdfParams, options?: CallOptions): Result<BillPdfResponse> {
        return this.client.call({ name: 'bill.pdf', reads: true }, params, options);
    }
}

export class Transaction extends Resource {
    /**
     * List the transactions of a bill
     *
     * Returns the payments made for one bill, newest first. Owners and billing of the account may call it.
     */
    list(params: TransactionListParams, options?: CallOptions): Result<TransactionListResponse> {
        return this.client.call({ name: 'transaction.list', reads: true }, params, options);
    }
}

export class PaymentMethod extends Resource {
    /**
     * Get a payment method
     *
     * Returns one payment method of the account. Owners and billing of the account may call it.
     */
    get(params: PaymentMethodGetParams, options?: CallOptions): Result<PaymentMethodGetResponse> {
        return this.client.call({ name: 'payment_method.get', reads: true }, params, options);
    }

    /**
     * List payment methods
     *
     * Returns the payment methods of the account, or those that a bill was charged to, the primary one first and then the newest. Owners and billing of the account may call it.
     */
    list(params?: PaymentMethodListParams, options?: CallOptions): Result<PaymentMethodListResponse> {
        return this.client.call({ name: 'payment_method.list', reads: true }, params, options);
    }

    /**
     * Make a payment method primary
     *
     * Charges future bills to this method instead of the present primary one. Owners and billing of the account may call it.
     */
    changePrimary(params: PaymentMethodChangePrimaryParams, options?: CallOptions): Result<PaymentMethodChangePrimaryResponse> {
        return this.client.call({ name: 'payment_method.change_primary' }, params, options);
    }

    /**
     * Delete a payment method
     *
     * Removes a payment method here and at the card provider. The primary method cannot be deleted. Owners and billing of the account may call it.
     */
    delete(params: PaymentMethodDeleteParams, options?: CallOptions): Result<PaymentMethodDeleteResponse> {
        return this.client.call({ name: 'payment_method.delete' }, params, options);
    }
}

export class Stripe extends Resource {
    /**
     * Start adding a card
     *
     * Prepares a card setup that the browser confirms with the script of the card provider. Card numbers never reach this service. Owners and billing of the account may call it.
     */
    start(params?: StripeStartParams, options?: CallOptions): Result<StripeStartResponse> {
        return this.client.call({ name: 'stripe.start' }, params, options);
    }

    /**
     * Finish adding a card
     *
     * Stores the card of a confirmed setup as a payment method. The first method of an account becomes primary. A setup already stored gives the same answer. Owners and billing of the account may call it.
     */
    complete(params: StripeCompleteParams, options?: CallOptions): Result<StripeCompleteResponse> {
        return this.client.call({ name: 'stripe.complete' }, params, options);
    }
}

/**
 * Every call.
 */
export class PortalOperations {
    readonly session: Session;
    readonly callback: Callback;
    readonly reader: Reader;
    readonly demo: Demo;
    readonly trust: Trust;
    readonly user: User;
    readonly invite: Invite;
    readonly password: Password;
    readonly bearer: Bearer;
    readonly signIn: SignIn;
    readonly totp: Totp;
    readonly recoveryCode: RecoveryCode;
    readonly passkey: Passkey;
    readonly google: Google;
    readonly microsoft: Microsoft;
    readonly merchant: Merchant;
    readonly dashboard: Dashboard;
    readonly audit: Audit;
    readonly request: Request;
    readonly billing: Billing;
    readonly bill: Bill;
    readonly transaction: Transaction;
    readonly paymentMethod: PaymentMethod;
    readonly stripe: Stripe;

    constructor(client: Client) {
        this.session = new Session(client);
        this.callback = new Callback(client);
        this.reader = new Reader(client);
        this.demo = new Demo(client);
        this.trust = new Trust(client);
        this.user = new User(client);
        this.invite = new Invite(client);
        this.password = new Password(client);
        this.bearer = new Bearer(client);
        this.signIn = new SignIn(client);
        this.totp = new Totp(client);
        this.recoveryCode = new RecoveryCode(client);
        this.passkey = new Passkey(client);
        this.google = new Google(client);
        this.microsoft = new Microsoft(client);
        this.merchant = new Merchant(client);
        this.dashboard = new Dashboard(client);
        this.audit = new Audit(client);
        this.request = new Request(client);
        this.billing = new Billing(client);
        this.bill = new Bill(client);
        this.transaction = new Transaction(client);
        this.paymentMethod = new PaymentMethod(client);
        this.stripe = new Stripe(client);
    }
}
