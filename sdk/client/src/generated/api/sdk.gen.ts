// Generated from openapi/v1.yaml by `npm run generate`. Do not edit.

import type { CallOptions, Client } from '../../client.ts';
import { Resource } from '../../resource.ts';
import type { Result } from '../../result.ts';
import type { CallbackGetParams, CallbackGetResponse, CallbackListenParams, CallbackListenResponse, CallbackListParams, CallbackListResponse, CallbackResendParams, CallbackResendResponse, CallbackRotateSecretParams, CallbackRotateSecretResponse, CallbackSecretParams, CallbackSecretResponse, DashboardUsageParams, DashboardUsageResponse, SessionAbortParams, SessionAbortResponse, SessionCreateParams, SessionCreateResponse, SessionGetParams, SessionGetResponse, SessionListParams, SessionListResponse, SessionProofParams, SessionProofResponse, SessionRedactParams, SessionRedactResponse, SessionRenewLinkParams, SessionRenewLinkResponse, SessionStateParams, SessionStateResponse, UserRotateServiceUserParams, UserRotateServiceUserResponse } from './types.gen.ts';

export class Session extends Resource {
    /**
     * Create a verification session
     *
     * Creates a session in state CREATED and returns the token for the end user. Called by your backend with an API key; in the portal for specimen sessions only. The session expires after 24 hours. The token is returned here and never again. Each later change of state is sent to `callback_url`.
     */
    create(params?: SessionCreateParams, options?: CallOptions): Result<SessionCreateResponse> {
        return this.client.call({ name: 'session.create', answer: [
                'id',
                'token',
                'expires',
                'open_url'
            ] }, params, options);
    }

    /**
     * Get a session with its verified data
     *
     * Returns the session. Identity fields are present only in state APPROVED, until they are deleted 24 hours after the end of the session, sooner where `retention_hours` of the account says so, or at once by `session.redact`. Called by your backend with an API key, or in the portal.
     */
    get(params: SessionGetParams, options?: CallOptions): Result<SessionGetResponse> {
        return this.client.call({ name: 'session.get', reads: true, answer: [
                'id',
                'created',
                'expires',
                'face_verification',
                'passport_only',
                'specimen',
                'state'
            ] }, params, options);
    }

    /**
     * List sessions
     *
     * Returns the sessions of the account, newest first, without identity data. With `search` they are sorted by their reference, and newest first among those of one reference. A session must fit every filter. Demo sessions are not included. Called by your backend with an API key, or in the portal.
     */
    list(params?: SessionListParams, options?: CallOptions): Result<SessionListResponse> {
        return this.client.call({ name: 'session.list', reads: true, answer: ['sessions'] }, params, options);
    }

    /**
     * Get the state of a session
     *
     * Returns nothing but the state, for polling. Called by your backend with an API key.
     */
    state(params: SessionStateParams, options?: CallOptions): Result<SessionStateResponse> {
        return this.client.call({ name: 'session.state', reads: true, answer: ['state'] }, params, options);
    }

    /**
     * Abort a session
     *
     * Moves the session from CREATED or INITIATED to ABORTED, as when the person leaves your checkout, and returns its state. The link no longer works, and the callback follows. Called by your backend with an API key, or in the portal.
     */
    abort(params: SessionAbortParams, options?: CallOptions): Result<SessionAbortResponse> {
        return this.client.call({ name: 'session.abort', answer: ['state'] }, params, options);
    }

    /**
     * Make a new link for a session
     *
     * Gives a session in state CREATED a new token, for a person who has lost the link, and returns what `session.create` returned. The link before it no longer works; id, expiry and options stay. The token is returned here and never again. Once a device has started the session it answers 409 `session_already_started`. Called by your backend with an API key, or in the portal.
     */
    renewLink(params: SessionRenewLinkParams, options?: CallOptions): Result<SessionRenewLinkResponse> {
        return this.client.call({ name: 'session.renew_link', answer: [
                'id',
                'token',
                'expires',
                'open_url'
            ] }, params, options);
    }

    /**
     * Make a proof of an approved session
     *
     * Returns the verified data as a signed statement that others can verify without the service, an SD-JWT VC (RFC 9901). Its holder shows single claims of it, such as `age_over_18`, and keeps the others to themselves. The keys are at `/.well-known/jwks.json`, and `@sigill/sdk/proof` verifies. Each call makes another proof, and the service keeps none. Called by your backend with an API key, or in the portal, as long as the data of the session is there.
     */
    proof(params: SessionProofParams, options?: CallOptions): Result<SessionProofResponse> {
        return this.client.call({ name: 'session.proof', reads: true, answer: ['proof', 'specimen'] }, params, options);
    }

    /**
     * Delete the identity data of a session
     *
     * Deletes the identity data and the key that sealed it at once instead of up to 24 hours after the end, and returns the session. What cannot identify a person stays. A session that has not ended holds no identity data and is returned unchanged. Called by your backend with an API key, or in the portal.
     */
    redact(params: SessionRedactParams, options?: CallOptions): Result<SessionRedactResponse> {
        return this.client.call({ name: 'session.redact', answer: [
                'id',
                'created',
                'expires',
                'face_verification',
                'passport_only',
                'specimen',
                'state'
            ] }, params, options);
    }
}

export class Callback extends Resource {
    /**
     * List callbacks
     *
     * Returns the callbacks of the account, newest first. Called by your backend with an API key, or in the portal.
     */
    list(params?: CallbackListParams, options?: CallOptions): Result<CallbackListResponse> {
        return this.client.call({ name: 'callback.list', reads: true, answer: ['callbacks'] }, params, options);
    }

    /**
     * Get a callback with its attempts
     *
     * Returns the callback, the body that is sent, and each attempt with its outcome. Called by your backend with an API key, or in the portal.
     */
    get(params: CallbackGetParams, options?: CallOptions): Result<CallbackGetResponse> {
        return this.client.call({ name: 'callback.get', reads: true, answer: [
                'id',
                'session_id',
                'type',
                'url',
                'state',
                'session_state',
                'created',
                'attempts',
                'payload',
                'attempt_list'
            ] }, params, options);
    }

    /**
     * Send a callback again
     *
     * Queues one more attempt of a callback that was delivered or has failed. The event keeps its id. A callback that is still pending answers 409. Called by your backend with an API key, or in the portal.
     */
    resend(params: CallbackResendParams, options?: CallOptions): Result<CallbackResendResponse> {
        return this.client.call({ name: 'callback.resend', answer: [
                'id',
                'session_id',
                'type',
                'url',
                'state',
                'session_state',
                'created',
                'attempts'
            ] }, params, options);
    }

    /**
     * Wait for callbacks
     *
     * Waits up to 25 seconds for the next changes of state in the account and answers with what is sent for each: signed headers and the exact body, also for sessions without `callback_url`. The first call has no cursor and answers at once; each next one takes the cursor of the answer before. Changes are kept for it from the first call until 10 minutes after the last one, and for 24 hours at most. What is sent to `callback_url` stays the same. At most 5 calls of an account may wait at a time. When too many accounts listen at once, the account with most calls has one of them answered early. Somebody in the account must have verified their e-mail address. Called on your own machine with an API key, by `sigill listen`.
     */
    listen(params?: CallbackListenParams, options?: CallOptions): Result<CallbackListenResponse> {
        return this.client.call({ name: 'callback.listen', reads: true, answer: ['callbacks', 'cursor'] }, params, options);
    }

    /**
     * Get the signing secret
     *
     * Returns the secret that signs the callbacks of the account. Called by your backend with an API key, or in the portal.
     */
    secret(params?: CallbackSecretParams, options?: CallOptions): Result<CallbackSecretResponse> {
        return this.client.call({ name: 'callback.secret', reads: true, answer: ['secret', 'created'] }, params, options);
    }

    /**
     * Rotate the signing secret
     *
     * Makes a new signing secret. Until `previous_expires`, 24 hours later, callbacks carry a signature of the new and of the previous secret. Called by your backend with an API key, or in the portal.
     */
    rotateSecret(params?: CallbackRotateSecretParams, options?: CallOptions): Result<CallbackRotateSecretResponse> {
        return this.client.call({ name: 'callback.rotate_secret', answer: ['secret', 'created'] }, params, options);
    }
}

export class User extends Resource {
    /**
     * Rotate the secret of an API key
     *
     * Gives an API key a new secret. The public key stays the same, and the old secret is accepted until the grace period is over. The new secret is returned here and never again. Owners and developers of the account may call it, and an API key for itself.
     */
    rotateServiceUser(params: UserRotateServiceUserParams, options?: CallOptions): Result<UserRotateServiceUserResponse> {
        return this.client.call({ name: 'user.rotate_service_user', answer: [
                'id',
                'public_key',
                'secret'
            ] }, params, options);
    }
}

export class Dashboard extends Resource {
    /**
     * Get usage
     *
     * Counts the sessions created through the public API, without demo and specimen sessions. Called by your backend with an API key, or in the portal.
     */
    usage(params?: DashboardUsageParams, options?: CallOptions): Result<DashboardUsageResponse> {
        return this.client.call({ name: 'dashboard.usage', reads: true, answer: [
                'today',
                'last_30_days',
                'last_90_days',
                'days'
            ] }, params, options);
    }
}

/**
 * Every call that an API key may make.
 */
export class ApiKeyOperations {
    readonly session: Session;
    readonly callback: Callback;
    readonly user: User;
    readonly dashboard: Dashboard;

    constructor(client: Client) {
        this.session = new Session(client);
        this.callback = new Callback(client);
        this.user = new User(client);
        this.dashboard = new Dashboard(client);
    }
}
