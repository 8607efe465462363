// Generated from openapi/v1.yaml by `npm run generate`. Do not edit.

import type { CallOptions, Client } from '../../client.ts';
import { Resource } from '../../resource.ts';
import type { Result } from '../../result.ts';
import type { CallbackEndpointCreateParams, CallbackEndpointCreateResponse, CallbackEndpointDeleteParams, CallbackEndpointDeleteResponse, CallbackEndpointDeliveriesParams, CallbackEndpointDeliveriesResponse, CallbackEndpointGetParams, CallbackEndpointGetResponse, CallbackEndpointListParams, CallbackEndpointListResponse, CallbackEndpointReplayParams, CallbackEndpointReplayResponse, CallbackEndpointUpdateParams, CallbackEndpointUpdateResponse, CallbackGetParams, CallbackGetResponse, CallbackListenParams, CallbackListenResponse, CallbackListParams, CallbackListResponse, CallbackResendParams, CallbackResendResponse, CallbackRotateSecretParams, CallbackRotateSecretResponse, CallbackSecretParams, CallbackSecretResponse, DashboardUsageParams, DashboardUsageResponse, LinkCreateParams, LinkCreateResponse, LinkDeleteParams, LinkDeleteResponse, LinkGetParams, LinkGetResponse, LinkListParams, LinkListResponse, LinkUpdateParams, LinkUpdateResponse, PolicyCreateParams, PolicyCreateResponse, PolicyDeleteParams, PolicyDeleteResponse, PolicyGetParams, PolicyGetResponse, PolicyListParams, PolicyListResponse, PolicyPreviewParams, PolicyPreviewResponse, PolicyUpdateParams, PolicyUpdateResponse, SessionAbortParams, SessionAbortResponse, SessionCreateParams, SessionCreateResponse, SessionGetParams, SessionGetResponse, SessionListParams, SessionListResponse, SessionProofParams, SessionProofResponse, SessionRedactParams, SessionRedactResponse, SessionRenewLinkParams, SessionRenewLinkResponse, SessionSeenBeforeParams, SessionSeenBeforeResponse, SessionStateParams, SessionStateResponse, UserRotateServiceUserParams, UserRotateServiceUserResponse } from './types.gen.ts';

export class Session extends Resource {
    /**
     * Create a verification session
     *
     * Creates a session in state CREATED and returns the token for the end user. Called by your backend with an API key, or in the portal. The session expires after 24 hours. The token is returned here and never again. With `send_to`, the link is also emailed to the person. Each later change of state is sent to `callback_url`. Sessions other than specimen sessions need a verified email address in the account.
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
     * Returns the session. Identity fields are present only in state APPROVED, until they are deleted 24 hours after the end of the session, sooner if the account's `retention_hours` says so, or immediately by `session.redact`. Called by your backend with an API key, or in the portal.
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
     * Returns the sessions of the account, newest first, without identity data. With `search`, they are sorted by reference, and newest first within one reference. A session must match every filter. Demo sessions are not included. Called by your backend with an API key, or in the portal.
     */
    list(params?: SessionListParams, options?: CallOptions): Result<SessionListResponse> {
        return this.client.call({ name: 'session.list', reads: true, answer: ['sessions'] }, params, options);
    }

    /**
     * Get the state of a session
     *
     * Returns only the state, for polling. Called by your backend with an API key.
     */
    state(params: SessionStateParams, options?: CallOptions): Result<SessionStateResponse> {
        return this.client.call({ name: 'session.state', reads: true, answer: ['state'] }, params, options);
    }

    /**
     * Abort a session
     *
     * Moves the session from CREATED or INITIATED to ABORTED, for example when the person leaves your checkout, and returns its state. The link stops working, and the callback follows. Called by your backend with an API key, or in the portal.
     */
    abort(params: SessionAbortParams, options?: CallOptions): Result<SessionAbortResponse> {
        return this.client.call({ name: 'session.abort', answer: ['state'] }, params, options);
    }

    /**
     * Create a new link for a session
     *
     * Gives a session in state CREATED a new token, for a person who has lost the link, and returns the same fields as `session.create`. The previous link stops working; id, expiry and options stay the same. The token is returned here and never again. Once a device has started the session, the call fails with 409 `session_already_started`. Called by your backend with an API key, or in the portal.
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
     * Issue a proof of an approved session
     *
     * Returns the verified data as a signed statement that others can verify without the service, an SD-JWT VC (RFC 9901). Its holder can disclose single claims, such as `age_over_18`, and withhold the others. The keys are at `/.well-known/jwks.json`, and `@sigill/sdk/proof` verifies proofs. Each call issues a new proof, and the service keeps none, except in a session with `claims`: its only proof was issued at the verdict. Called by your backend with an API key, or in the portal, while the session's data exists.
     */
    proof(params: SessionProofParams, options?: CallOptions): Result<SessionProofResponse> {
        return this.client.call({ name: 'session.proof', reads: true, answer: ['proof', 'specimen'] }, params, options);
    }

    /**
     * Delete the identity data of a session
     *
     * Deletes the identity data and its encryption key immediately, instead of up to 24 hours after the end, and returns the session. Data that cannot identify a person stays. A session that has not ended holds no identity data and is returned unchanged. Called by your backend with an API key, or in the portal.
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

    /**
     * Find earlier sessions with the same document
     *
     * Returns in which earlier sessions of the account the document of this one was verified, newest first. It finds sessions for as many days as the account's `document_memory_days` says, also after their identity data was deleted, until they are redacted with `session.redact`. Sessions with claims or a delivery key are neither found nor compared. Called by your backend with an API key, or in the portal.
     */
    seenBefore(params: SessionSeenBeforeParams, options?: CallOptions): Result<SessionSeenBeforeResponse> {
        return this.client.call({ name: 'session.seen_before', reads: true, answer: ['count', 'sessions'] }, params, options);
    }
}

export class Link extends Resource {
    /**
     * Create a reusable link
     *
     * Creates a link that any number of people can open, or as many as `limit` says. Its page says who asks and what will happen, and starts a session for each person, with the given options. Only sessions that are approved, open or being verified count towards the limit. A session from a link expires after 1 hour, at most 50 of a link are open at a time, and open ones reserve at most half of the account's remaining credit. Called by your backend with an API key, or in the portal.
     */
    create(params: LinkCreateParams, options?: CallOptions): Result<LinkCreateResponse> {
        return this.client.call({ name: 'link.create', answer: [
                'id',
                'code',
                'url',
                'name',
                'session_options',
                'state',
                'started',
                'open',
                'approved',
                'rejected',
                'created'
            ] }, params, options);
    }

    /**
     * List reusable links
     *
     * Returns the links of the account, newest first, with how many sessions were started from each. Called by your backend with an API key, or in the portal.
     */
    list(params?: LinkListParams, options?: CallOptions): Result<LinkListResponse> {
        return this.client.call({ name: 'link.list', reads: true, answer: ['links'] }, params, options);
    }

    /**
     * Get a reusable link
     *
     * Returns the link. Called by your backend with an API key, or in the portal.
     */
    get(params: LinkGetParams, options?: CallOptions): Result<LinkGetResponse> {
        return this.client.call({ name: 'link.get', reads: true, answer: [
                'id',
                'code',
                'url',
                'name',
                'session_options',
                'state',
                'started',
                'open',
                'approved',
                'rejected',
                'created'
            ] }, params, options);
    }

    /**
     * Change a reusable link
     *
     * Changes what is given and leaves the rest. With `ended: true`, nobody can start from the link, and its page says so; with `ended: false`, it works again. Sessions that were started already continue. Called by your backend with an API key, or in the portal.
     */
    update(params: LinkUpdateParams, options?: CallOptions): Result<LinkUpdateResponse> {
        return this.client.call({ name: 'link.update', answer: [
                'id',
                'code',
                'url',
                'name',
                'session_options',
                'state',
                'started',
                'open',
                'approved',
                'rejected',
                'created'
            ] }, params, options);
    }

    /**
     * Delete a reusable link
     *
     * Deletes the link. Its address then responds as if it had never existed, and is never reused. To keep a page that says that the link has ended, call `link.update` with `ended` instead. Sessions that were started from it remain, with its `link_id`. Called by your backend with an API key, or in the portal.
     */
    delete(params: LinkDeleteParams, options?: CallOptions): Result<LinkDeleteResponse> {
        return this.client.call({ name: 'link.delete' }, params, options);
    }
}

export class Policy extends Resource {
    /**
     * Create a policy
     *
     * Names a set of rules for sessions. `session.create` binds the current version, so later changes leave existing sessions alone. The name of a deleted policy can be used again and continues with the next version. Called by your backend with an API key, or in the portal.
     */
    create(params: PolicyCreateParams, options?: CallOptions): Result<PolicyCreateResponse> {
        return this.client.call({ name: 'policy.create', answer: [
                'name',
                'version',
                'rules',
                'created'
            ] }, params, options);
    }

    /**
     * List policies
     *
     * Returns the current version of each policy of the account, the policy created last first. Deleted policies are left out. Called by your backend with an API key, or in the portal.
     */
    list(params?: PolicyListParams, options?: CallOptions): Result<PolicyListResponse> {
        return this.client.call({ name: 'policy.list', reads: true, answer: ['policies'] }, params, options);
    }

    /**
     * Get a policy with its versions
     *
     * Returns the policy, also a deleted one, with its versions. Called by your backend with an API key, or in the portal.
     */
    get(params: PolicyGetParams, options?: CallOptions): Result<PolicyGetResponse> {
        return this.client.call({ name: 'policy.get', reads: true, answer: [
                'name',
                'version',
                'rules',
                'created',
                'versions'
            ] }, params, options);
    }

    /**
     * Change a policy
     *
     * Replaces all rules of the policy with a new version. Sessions that exist keep their version. Rules that are the same as before make no new version. Called by your backend with an API key, or in the portal.
     */
    update(params: PolicyUpdateParams, options?: CallOptions): Result<PolicyUpdateResponse> {
        return this.client.call({ name: 'policy.update', answer: [
                'name',
                'version',
                'rules',
                'created'
            ] }, params, options);
    }

    /**
     * Delete a policy
     *
     * No new session can be created with the policy. Sessions that exist keep it, and still name it. Called by your backend with an API key, or in the portal.
     */
    delete(params: PolicyDeleteParams, options?: CallOptions): Result<PolicyDeleteResponse> {
        return this.client.call({ name: 'policy.delete' }, params, options);
    }

    /**
     * Preview rules on past specimens
     *
     * Says how the account's last 100 specimen sessions with a verdict would have ended under a policy, or under `rules` that are not saved yet, and how each specimen of the catalogue would end. Nothing is changed. Sessions whose data no longer exists, or whose rejection does not show how these rules would decide, are only counted. Called by your backend with an API key, or in the portal.
     */
    preview(params: PolicyPreviewParams, options?: CallOptions): Result<PolicyPreviewResponse> {
        return this.client.call({ name: 'policy.preview', reads: true, answer: [
                'sessions',
                'not_judged',
                'face_not_compared',
                'specimens'
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
     * Resend a callback
     *
     * Queues one more attempt of a callback that was delivered or has failed. The event keeps its id. A callback that is still pending is refused with 409. Called by your backend with an API key, or in the portal.
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
     * Waits up to 25 seconds for the next events of the account, of every type, and returns what is sent for each: signed headers and the exact body, also for sessions without `callback_url`. The first call has no cursor and returns immediately; each further call passes the cursor of the previous response. Events are kept for the listener from the first call until 10 minutes after the last one, and for 24 hours at most. Deliveries to `callback_url` and to endpoints are not affected. At most 5 calls of an account may wait at a time. When too many accounts listen at once, one call of the account with the most returns early. At least one user of the account must have verified their email address. Called on your own machine with an API key, by `sigill listen`.
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
     * Creates a new signing secret. Until `previous_expires`, 24 hours later, callbacks are signed with both the new and the previous secret. Called by your backend with an API key, or in the portal.
     */
    rotateSecret(params?: CallbackRotateSecretParams, options?: CallOptions): Result<CallbackRotateSecretResponse> {
        return this.client.call({ name: 'callback.rotate_secret', answer: ['secret', 'created'] }, params, options);
    }
}

export class CallbackEndpoint extends Resource {
    /**
     * Create a callback endpoint
     *
     * Adds an address that receives the events of all sessions of the account, or those of `event_types`, signed with the secret of the account. Deliveries to each endpoint are attempted and retried like those to `callback_url`, which stays independent. An account has at most 10 endpoints. Called by your backend with an API key, or in the portal.
     */
    create(params: CallbackEndpointCreateParams, options?: CallOptions): Result<CallbackEndpointCreateResponse> {
        return this.client.call({ name: 'callback_endpoint.create', answer: [
                'id',
                'url',
                'enabled',
                'created'
            ] }, params, options);
    }

    /**
     * List callback endpoints
     *
     * Returns the callback endpoints of the account, newest first. Called by your backend with an API key, or in the portal.
     */
    list(params?: CallbackEndpointListParams, options?: CallOptions): Result<CallbackEndpointListResponse> {
        return this.client.call({ name: 'callback_endpoint.list', reads: true, answer: ['endpoints'] }, params, options);
    }

    /**
     * Get a callback endpoint
     *
     * Returns the endpoint. Called by your backend with an API key, or in the portal.
     */
    get(params: CallbackEndpointGetParams, options?: CallOptions): Result<CallbackEndpointGetResponse> {
        return this.client.call({ name: 'callback_endpoint.get', reads: true, answer: [
                'id',
                'url',
                'enabled',
                'created'
            ] }, params, options);
    }

    /**
     * Change a callback endpoint
     *
     * Changes what is given and leaves the rest. With `enabled: false`, no events are sent to it and the attempts that were left are given up; `callback_endpoint.replay` sends them later. Called by your backend with an API key, or in the portal.
     */
    update(params: CallbackEndpointUpdateParams, options?: CallOptions): Result<CallbackEndpointUpdateResponse> {
        return this.client.call({ name: 'callback_endpoint.update', answer: [
                'id',
                'url',
                'enabled',
                'created'
            ] }, params, options);
    }

    /**
     * Delete a callback endpoint
     *
     * Deletes the endpoint with its deliveries. Nothing more is sent to it. Called by your backend with an API key, or in the portal.
     */
    delete(params: CallbackEndpointDeleteParams, options?: CallOptions): Result<CallbackEndpointDeleteResponse> {
        return this.client.call({ name: 'callback_endpoint.delete' }, params, options);
    }

    /**
     * List the deliveries to an endpoint
     *
     * Returns the deliveries of the last 30 days to the endpoint, the newest event first, with the outcome of the last attempt. A delivery is the event of one id at one endpoint: a replay sends the same delivery again. Called by your backend with an API key, or in the portal.
     */
    deliveries(params: CallbackEndpointDeliveriesParams, options?: CallOptions): Result<CallbackEndpointDeliveriesResponse> {
        return this.client.call({ name: 'callback_endpoint.deliveries', reads: true, answer: ['deliveries'] }, params, options);
    }

    /**
     * Replay events to an endpoint
     *
     * Queues the events of a period for the endpoint again, oldest first, with the ids they had: also those that were delivered, that it missed while switched off, or from before it existed. Only types that the endpoint receives are queued, and events that are still pending are not queued twice. Events are kept for 30 days. One call queues at most 1000 and says where the next one continues. Called by your backend with an API key, or in the portal.
     */
    replay(params: CallbackEndpointReplayParams, options?: CallOptions): Result<CallbackEndpointReplayResponse> {
        return this.client.call({ name: 'callback_endpoint.replay', answer: ['queued'] }, params, options);
    }
}

export class User extends Resource {
    /**
     * Rotate the secret of an API key
     *
     * Gives an API key a new secret. The public key stays the same, and the old secret works until the grace period ends. The new secret is returned here and never again. Owners and developers of the account may call it, and an API key for itself.
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
    readonly link: Link;
    readonly policy: Policy;
    readonly callback: Callback;
    readonly callbackEndpoint: CallbackEndpoint;
    readonly user: User;
    readonly dashboard: Dashboard;

    constructor(client: Client) {
        this.session = new Session(client);
        this.link = new Link(client);
        this.policy = new Policy(client);
        this.callback = new Callback(client);
        this.callbackEndpoint = new CallbackEndpoint(client);
        this.user = new User(client);
        this.dashboard = new Dashboard(client);
    }
}
