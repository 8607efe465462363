// Generated from openapi/v1.yaml by `npm run generate`. Do not edit.

import { call, type PublicCallOptions } from '../../public/call.ts';
import type { BearerRenewParams, BearerRenewResponse, BearerRevokeParams, BearerRevokeResponse, DemoCreateParams, DemoCreateResponse, DemoGetParams, DemoGetResponse, DemoStateParams, DemoStateResponse, GoogleAuthenticateParams, GoogleAuthenticateResponse, GoogleUriParams, GoogleUriResponse, MicrosoftAuthenticateParams, MicrosoftAuthenticateResponse, MicrosoftUriParams, MicrosoftUriResponse, PasskeyAuthenticateParams, PasskeyAuthenticateResponse, PasskeySignUpParams, PasskeySignUpResponse, PasskeyStartAuthenticationParams, PasskeyStartAuthenticationResponse, PasskeyStartSignUpParams, PasskeyStartSignUpResponse, PasswordAuthenticateParams, PasswordAuthenticateResponse, PasswordCreateParams, PasswordCreateResponse, PasswordRecoverParams, PasswordRecoverResponse, PasswordRecoverSendCodeParams, PasswordRecoverSendCodeResponse, PasswordUndoChangeEmailParams, PasswordUndoChangeEmailResponse, ReaderAbortParams, ReaderAbortResponse, ReaderChallengeParams, ReaderChallengeResponse, ReaderChipAuthenticationParams, ReaderChipAuthenticationResponse, ReaderFailParams, ReaderFailResponse, ReaderOpenParams, ReaderOpenResponse, ReaderStartParams, ReaderStartResponse, ReaderStateParams, ReaderStateResponse, ReaderSubmitHeaders, ReaderSubmitParams, ReaderSubmitResponse, TrustGetParams, TrustGetResponse } from '../portal/types.gen.ts';

/**
 * Look at a session before reading
 *
 * Returns what the end user sees before starting. Starts nothing, so a link preview cannot start a session; the timeline of the session says when it was first opened. Anyone with the token may call it.
 */
export const readerOpen = (params: ReaderOpenParams, options?: PublicCallOptions): Promise<ReaderOpenResponse> => call('reader.open', false, params, options);

/**
 * Start reading
 *
 * Moves the session from CREATED to INITIATED and gives this device the key for the following calls. The address and user agent of the device are stored with the session. A repeated call with the same `Idempotency-Key` gives the same key, also from another network, so take a random one; any other start answers 409 `session_already_started`. Anyone with the token may call it.
 */
export const readerStart = (params: ReaderStartParams, options?: PublicCallOptions): Promise<ReaderStartResponse> => call('reader.start', true, params, options);

/**
 * Get a challenge for Active Authentication
 *
 * Returns 8 random bytes for the chip to sign. A challenge is good for one `reader.submit` within 120 seconds; a session gets at most 5. Called by the device that started the session.
 */
export const readerChallenge = (params: ReaderChallengeParams, options?: PublicCallOptions): Promise<ReaderChallengeResponse> => call('reader.challenge', true, params, options);

/**
 * Begin Chip Authentication
 *
 * Takes DG14 and returns what the reader does with a chip that offers Chip Authentication, after it has read everything: give the public key to the chip, send it the probe as it is, and put its answer into `ca_response` of `reader.submit`. The private key stays with the service, so only the chip can answer. Each call replaces the one before; its result is good for one submission within 120 seconds, and a session gets at most 5. A DG14 without Chip Authentication that is supported here is refused with 400. Called by the device that started the session.
 */
export const readerChipAuthentication = (params: ReaderChipAuthenticationParams, options?: PublicCallOptions): Promise<ReaderChipAuthenticationResponse> => call('reader.chip_authentication', true, params, options);

/**
 * Submit what was read
 *
 * Takes the files of the chip exactly as read, verifies them and moves the session from INITIATED over COMPLETED to APPROVED or REJECTED. The body may be up to 6 MB. Called by the device that started the session, which says so in two headers: both are verified before the body is read.
 */
export const readerSubmit = (params: ReaderSubmitParams, options: PublicCallOptions & {
    headers: ReaderSubmitHeaders;
}): Promise<ReaderSubmitResponse> => call('reader.submit', true, params, options);

/**
 * Report that reading failed
 *
 * Moves the session from CREATED or INITIATED to FAILED with the given code. Before `reader.start` anyone with the token may call it, after it only the device that started the session.
 */
export const readerFail = (params: ReaderFailParams, options?: PublicCallOptions): Promise<ReaderFailResponse> => call('reader.fail', true, params, options);

/**
 * Abort a session
 *
 * Moves the session from CREATED or INITIATED to ABORTED because the end user gave up. Anyone with the token may call it, so the page on another screen can cancel too.
 */
export const readerAbort = (params: ReaderAbortParams, options?: PublicCallOptions): Promise<ReaderAbortResponse> => call('reader.abort', true, params, options);

/**
 * Get the state by token
 *
 * Returns the state for the page that waits on another screen. Anyone with the token may call it, also from a page of another site.
 */
export const readerState = (params: ReaderStateParams, options?: PublicCallOptions): Promise<ReaderStateResponse> => call('reader.state', false, params, options);

/**
 * Create a demo session
 *
 * Creates a session that takes specimen documents, is never billed and expires after 1 hour. Anyone may call it.
 */
export const demoCreate = (params?: DemoCreateParams, options?: PublicCallOptions): Promise<DemoCreateResponse> => call('demo.create', true, params, options);

/**
 * Get a demo session with its data
 *
 * Returns the demo session in the shape of `session.get`. Tokens of other sessions answer 404. Anyone with the token may call it.
 */
export const demoGet = (params: DemoGetParams, options?: PublicCallOptions): Promise<DemoGetResponse> => call('demo.get', false, params, options);

/**
 * Get the state of a demo session
 *
 * Returns nothing but the state, for polling. Tokens of other sessions answer 404. Anyone with the token may call it.
 */
export const demoState = (params: DemoStateParams, options?: PublicCallOptions): Promise<DemoStateResponse> => call('demo.state', false, params, options);

/**
 * Get the States whose documents can be verified
 *
 * Returns each State with a signing certificate (CSCA) that is trusted and valid now, and how old that knowledge is. Documents of other States are rejected as `issuer_unknown`. Anyone may call it.
 */
export const trustGet = (params?: TrustGetParams, options?: PublicCallOptions): Promise<TrustGetResponse> => call('trust.get', false, params, options);

/**
 * Sign up with a password
 *
 * Creates a user and, unless the reference is an invitation, a new account in its trial. Anyone may call it. The e-mail address starts unverified.
 */
export const passwordCreate = (params: PasswordCreateParams, options?: PublicCallOptions): Promise<PasswordCreateResponse> => call('password.create', true, params, options);

/**
 * Sign in with a password
 *
 * Signs a natural user in. Anyone may call it. Wrong attempts are limited per network, user and device; what others guess does not count against a device on which the user signed in before, named by a cookie. A user with a second factor is asked for it with `second_factor_required`, whose `details` name the properties that can be sent.
 */
export const passwordAuthenticate = (params: PasswordAuthenticateParams, options?: PublicCallOptions): Promise<PasswordAuthenticateResponse> => call('password.authenticate', true, params, options);

/**
 * Send a recovery code
 *
 * Sends a 6-character code, valid for 10 minutes, with which to set a new password. Anyone may call it. The answer is the same for an unknown address.
 */
export const passwordRecoverSendCode = (params: PasswordRecoverSendCodeParams, options?: PublicCallOptions): Promise<PasswordRecoverSendCodeResponse> => call('password.recover_send_code', true, params, options);

/**
 * Set a new password with a recovery code
 *
 * Sets a new password with the code from the e-mail and ends all sign-ins of the user. Anyone may call it. A caller has 5 attempts for each code. The code proves the address: it is verified from then on, and when it never was before, all API keys, other users, invitations and second factors of the account go. A new address that waits for its code is forgotten.
 */
export const passwordRecover = (params: PasswordRecoverParams, options?: PublicCallOptions): Promise<PasswordRecoverResponse> => call('password.recover', true, params, options);

/**
 * Take a change of address back
 *
 * Restores the address before a change, with the code in the link that was mailed to it. All sign-ins of the user end and the password is void: a new one is set with `password.recover`. The code works once, for 72 hours. Anyone who holds it may call it.
 */
export const passwordUndoChangeEmail = (params: PasswordUndoChangeEmailParams, options?: PublicCallOptions): Promise<PasswordUndoChangeEmailResponse> => call('password.undo_change_email', true, params, options);

/**
 * Renew the tokens
 *
 * Exchanges a refresh token for new tokens. Anyone who holds the token may call it. The token just replaced is honoured for 60 seconds and gives the same tokens; a later reuse ends the sign-in. A sign-in ends after 90 days at most, and no token is valid for longer.
 */
export const bearerRenew = (params: BearerRenewParams, options?: PublicCallOptions): Promise<BearerRenewResponse> => call('bearer.renew', true, params, options);

/**
 * Sign out
 *
 * Ends the sign-in that the access token belongs to. Anyone who holds the token may call it. An unknown or expired token gets the same answer.
 */
export const bearerRevoke = (params: BearerRevokeParams, options?: PublicCallOptions): Promise<BearerRevokeResponse> => call('bearer.revoke', true, params, options);

/**
 * Begin a sign-up with a passkey
 *
 * Answers what the browser needs to make a passkey for somebody who signs up, as `PublicKeyCredential.parseCreationOptionsFromJSON` takes it. It is good for 5 minutes, once, in this browser. Anyone may call it.
 */
export const passkeyStartSignUp = (params: PasskeyStartSignUpParams, options?: PublicCallOptions): Promise<PasskeyStartSignUpResponse> => call('passkey.start_sign_up', true, params, options);

/**
 * Sign up with a passkey
 *
 * Creates a natural user without a password, and an account unless `reference` is an invitation, and signs the user in. The address is unverified, as with `password.create`. Anyone may call it.
 */
export const passkeySignUp = (params: PasskeySignUpParams, options?: PublicCallOptions): Promise<PasskeySignUpResponse> => call('passkey.sign_up', true, params, options);

/**
 * Begin a sign-in with a passkey
 *
 * Answers what the browser needs to ask for a passkey, as `PublicKeyCredential.parseRequestOptionsFromJSON` takes it: to sign in, as a second factor, or for `bearer.prove`. It is good for 5 minutes, once, in this browser. Anyone may call it.
 */
export const passkeyStartAuthentication = (params?: PasskeyStartAuthenticationParams, options?: PublicCallOptions): Promise<PasskeyStartAuthenticationResponse> => call('passkey.start_authentication', true, params, options);

/**
 * Sign in with a passkey
 *
 * Signs in the user whose passkey it is, who has shown a fingerprint, a face or a PIN to the device. Nothing else is asked for. Anyone may call it.
 */
export const passkeyAuthenticate = (params: PasskeyAuthenticateParams, options?: PublicCallOptions): Promise<PasskeyAuthenticateResponse> => call('passkey.authenticate', true, params, options);

/**
 * Start signing in with Google
 *
 * Returns the address at Google to send the browser to, and ties the attempt to this browser with a cookie. Anyone may call it.
 */
export const googleUri = (params?: GoogleUriParams, options?: PublicCallOptions): Promise<GoogleUriResponse> => call('google.uri', true, params, options);

/**
 * Sign in or up with Google
 *
 * Completes a sign-in with the code that Google returned to this browser. The first sign-in creates the user and, unless the reference is an invitation, a new account. Anyone may call it. An address that is unverified, or registered in another way, is refused and never linked.
 */
export const googleAuthenticate = (params: GoogleAuthenticateParams, options?: PublicCallOptions): Promise<GoogleAuthenticateResponse> => call('google.authenticate', true, params, options);

/**
 * Start signing in with Microsoft
 *
 * Returns the address at Microsoft to send the browser to, and ties the attempt to this browser with a cookie. Anyone may call it.
 */
export const microsoftUri = (params?: MicrosoftUriParams, options?: PublicCallOptions): Promise<MicrosoftUriResponse> => call('microsoft.uri', true, params, options);

/**
 * Sign in or up with Microsoft
 *
 * Completes a sign-in with the code that Microsoft returned to this browser. The first sign-in creates the user and, unless the reference is an invitation, a new account. Anyone may call it. An address that is unverified, or registered in another way, is refused and never linked.
 */
export const microsoftAuthenticate = (params: MicrosoftAuthenticateParams, options?: PublicCallOptions): Promise<MicrosoftAuthenticateResponse> => call('microsoft.authenticate', true, params, options);
