// Generated from openapi/v1.yaml by `npm run generate`. Do not edit.

import type { Client, ClientMeta, Options as Options2, RequestResult, TDataShape } from '../../client.ts';

import { client } from './client.gen.ts';
import type { AuditListData, AuditListResponses, BearerRenewData, BearerRenewResponses, BearerRevokeData, BearerRevokeResponses, BillGetData, BillGetResponses, BillingChangeVatNumberData, BillingChangeVatNumberResponses, BillingEnableData, BillingEnableResponses, BillingPreviewData, BillingPreviewResponses, BillingSelfData, BillingSelfResponses, BillingUpdateData, BillingUpdateResponses, BillListData, BillListResponses, BillPdfData, BillPdfResponses, CallbackGetData, CallbackGetResponses, CallbackListData, CallbackListResponses, CallbackResendData, CallbackResendResponses, CallbackRotateSecretData, CallbackRotateSecretResponses, CallbackSecretData, CallbackSecretResponses, DashboardGetStartedData, DashboardGetStartedResponses, DashboardUsageData, DashboardUsageResponses, DemoCreateData, DemoCreateResponses, DemoGetData, DemoGetResponses, DemoStateData, DemoStateResponses, GoogleAuthenticateData, GoogleAuthenticateResponses, GoogleUriData, GoogleUriResponses, InviteCreateData, InviteCreateResponses, InviteListData, InviteListResponses, InviteRevokeData, InviteRevokeResponses, MerchantDeleteData, MerchantDeleteResponses, MerchantSelfData, MerchantSelfResponses, MicrosoftAuthenticateData, MicrosoftAuthenticateResponses, MicrosoftUriData, MicrosoftUriResponses, PasswordAuthenticateData, PasswordAuthenticateResponses, PasswordChangeEmailData, PasswordChangeEmailResponses, PasswordChangePasswordData, PasswordChangePasswordResponses, PasswordCreateData, PasswordCreateResponses, PasswordRecoverData, PasswordRecoverResponses, PasswordRecoverSendCodeData, PasswordRecoverSendCodeResponses, PasswordVerifyEmailData, PasswordVerifyEmailResponses, PasswordVerifyEmailSendCodeData, PasswordVerifyEmailSendCodeResponses, PaymentMethodChangePrimaryData, PaymentMethodChangePrimaryResponses, PaymentMethodDeleteData, PaymentMethodDeleteResponses, PaymentMethodGetData, PaymentMethodGetResponses, PaymentMethodListData, PaymentMethodListResponses, ReaderAbortData, ReaderAbortResponses, ReaderChallengeData, ReaderChallengeResponses, ReaderFailData, ReaderFailResponses, ReaderOpenData, ReaderOpenResponses, ReaderStartData, ReaderStartResponses, ReaderStateData, ReaderStateResponses, ReaderSubmitData, ReaderSubmitResponses, SessionAbortData, SessionAbortResponses, SessionCreateData, SessionCreateResponses, SessionGetData, SessionGetResponses, SessionListData, SessionListResponses, SessionRedactData, SessionRedactResponses, SessionStateData, SessionStateResponses, StripeCompleteData, StripeCompleteResponses, StripeStartData, StripeStartResponses, TransactionListData, TransactionListResponses, UserCreateServiceUserData, UserCreateServiceUserResponses, UserDeleteData, UserDeleteResponses, UserGetData, UserGetResponses, UserListData, UserListResponses, UserRenameServiceUserData, UserRenameServiceUserResponses, UserRotateServiceUserData, UserRotateServiceUserResponses, UserSelfData, UserSelfResponses } from './types.gen.ts';

export type Options<TData extends TDataShape = TDataShape, ThrowOnError extends boolean = boolean, TResponse = unknown> = Options2<TData, ThrowOnError, TResponse> & {
    /**
     * You can provide a client instance returned by `createClient()` instead of
     * individual options. This might be also useful if you want to implement a
     * custom client.
     */
    client?: Client;
    /**
     * You can pass arbitrary values through the `meta` object. This can be
     * used to access values that aren't defined as part of the SDK function.
     */
    meta?: keyof ClientMeta extends never ? Record<string, unknown> : ClientMeta;
};

class HeyApiClient {
    protected client: Client;
    
    constructor(args?: {
        client?: Client;
    }) {
        this.client = args?.client ?? client;
    }
}

class HeyApiRegistry<T> {
    private readonly defaultKey = 'default';
    
    private readonly instances: Map<string, T> = new Map();
    
    get(key?: string): T {
        const instance = this.instances.get(key ?? this.defaultKey);
        if (!instance) {
            throw new Error(`No SDK client found. Create one with "new PortalOperations()" to fix this error.`);
        }
        return instance;
    }
    
    set(value: T, key?: string): void {
        this.instances.set(key ?? this.defaultKey, value);
    }
}

export class Session extends HeyApiClient {
    /**
     * Create a verification session
     *
     * Creates a session in state CREATED and returns the token for the end user. Called by your backend with an API key. The session expires after 24 hours. The token is returned here and never again. Each later change of state is sent to `callback_url`.
     */
    public create<ThrowOnError extends boolean = false>(options?: Options<SessionCreateData, ThrowOnError>): RequestResult<SessionCreateResponses, unknown, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).post<SessionCreateResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/api/v1/session.create',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers
            }
        });
    }
    
    /**
     * Get a session with its verified data
     *
     * Returns the session. Identity fields are present only in state APPROVED, until they are deleted 24 hours after the end of the session or at once by `session.redact`. Called by your backend with an API key, or in the portal.
     */
    public get<ThrowOnError extends boolean = false>(options: Options<SessionGetData, ThrowOnError>): RequestResult<SessionGetResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<SessionGetResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }, { scheme: 'bearer', type: 'http' }],
            url: '/api/v1/session.get',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List sessions
     *
     * Returns the sessions of the account, newest first, without identity data. Demo sessions are not included. Called by your backend with an API key, or in the portal.
     */
    public list<ThrowOnError extends boolean = false>(options?: Options<SessionListData, ThrowOnError>): RequestResult<SessionListResponses, unknown, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).post<SessionListResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }, { scheme: 'bearer', type: 'http' }],
            url: '/api/v1/session.list',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers
            }
        });
    }
    
    /**
     * Get the state of a session
     *
     * Returns nothing but the state, for polling. Called by your backend with an API key.
     */
    public state<ThrowOnError extends boolean = false>(options: Options<SessionStateData, ThrowOnError>): RequestResult<SessionStateResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<SessionStateResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/api/v1/session.state',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Abort a session
     *
     * Moves the session from CREATED or INITIATED to ABORTED, as when the person leaves your checkout, and returns its state. The link no longer works, and the callback follows. Called by your backend with an API key.
     */
    public abort<ThrowOnError extends boolean = false>(options: Options<SessionAbortData, ThrowOnError>): RequestResult<SessionAbortResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<SessionAbortResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }],
            url: '/api/v1/session.abort',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Delete the identity data of a session
     *
     * Deletes the identity data and the key that sealed it at once instead of 24 hours after the end, and returns the session. What cannot identify a person stays. A session that has not ended holds no identity data and is returned unchanged. Called by your backend with an API key, or in the portal.
     */
    public redact<ThrowOnError extends boolean = false>(options: Options<SessionRedactData, ThrowOnError>): RequestResult<SessionRedactResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<SessionRedactResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }, { scheme: 'bearer', type: 'http' }],
            url: '/api/v1/session.redact',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
}

export class Callback extends HeyApiClient {
    /**
     * List callbacks
     *
     * Returns the callbacks of the account, newest first. Called by your backend with an API key, or in the portal.
     */
    public list<ThrowOnError extends boolean = false>(options?: Options<CallbackListData, ThrowOnError>): RequestResult<CallbackListResponses, unknown, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).post<CallbackListResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }, { scheme: 'bearer', type: 'http' }],
            url: '/api/v1/callback.list',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers
            }
        });
    }
    
    /**
     * Get a callback with its attempts
     *
     * Returns the callback, the body that is sent, and each attempt with its outcome. Called by your backend with an API key, or in the portal.
     */
    public get<ThrowOnError extends boolean = false>(options: Options<CallbackGetData, ThrowOnError>): RequestResult<CallbackGetResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<CallbackGetResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }, { scheme: 'bearer', type: 'http' }],
            url: '/api/v1/callback.get',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Send a callback again
     *
     * Queues one more attempt of a callback that was delivered or has failed. The event keeps its id. A callback that is still pending answers 409. Called by your backend with an API key, or in the portal.
     */
    public resend<ThrowOnError extends boolean = false>(options: Options<CallbackResendData, ThrowOnError>): RequestResult<CallbackResendResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<CallbackResendResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }, { scheme: 'bearer', type: 'http' }],
            url: '/api/v1/callback.resend',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Get the signing secret
     *
     * Returns the secret that signs the callbacks of the account. Called by your backend with an API key, or in the portal.
     */
    public secret<ThrowOnError extends boolean = false>(options?: Options<CallbackSecretData, ThrowOnError>): RequestResult<CallbackSecretResponses, unknown, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).post<CallbackSecretResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }, { scheme: 'bearer', type: 'http' }],
            url: '/api/v1/callback.secret',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers
            }
        });
    }
    
    /**
     * Rotate the signing secret
     *
     * Makes a new signing secret. Until `previous_expires`, 24 hours later, callbacks carry a signature of the new and of the previous secret. Called by your backend with an API key, or in the portal.
     */
    public rotateSecret<ThrowOnError extends boolean = false>(options?: Options<CallbackRotateSecretData, ThrowOnError>): RequestResult<CallbackRotateSecretResponses, unknown, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).post<CallbackRotateSecretResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }, { scheme: 'bearer', type: 'http' }],
            url: '/api/v1/callback.rotate_secret',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers
            }
        });
    }
}

export class Reader extends HeyApiClient {
    /**
     * Look at a session before reading
     *
     * Returns what the end user sees before starting. Changes nothing, so a link preview cannot start a session. Anyone with the token may call it.
     */
    public open<ThrowOnError extends boolean = false>(options: Options<ReaderOpenData, ThrowOnError>): RequestResult<ReaderOpenResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<ReaderOpenResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/api/v1/reader.open',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Start reading
     *
     * Moves the session from CREATED to INITIATED and gives this device the key for the following calls. The address and user agent of the device are stored with the session. A repeated call with the same `Idempotency-Key` gives the same answer; a start by another device answers 409 `session_already_started`. Anyone with the token may call it.
     */
    public start<ThrowOnError extends boolean = false>(options: Options<ReaderStartData, ThrowOnError>): RequestResult<ReaderStartResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<ReaderStartResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/api/v1/reader.start',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Get a challenge for Active Authentication
     *
     * Returns 8 random bytes for the chip to sign. A challenge is good for one `reader.submit` within 120 seconds; a session gets at most 5. Called by the device that started the session.
     */
    public challenge<ThrowOnError extends boolean = false>(options: Options<ReaderChallengeData, ThrowOnError>): RequestResult<ReaderChallengeResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<ReaderChallengeResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/api/v1/reader.challenge',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Submit what was read
     *
     * Takes the files of the chip exactly as read, verifies them and moves the session from INITIATED over COMPLETED to APPROVED or REJECTED. The body may be up to 6 MB. Called by the device that started the session, which says so in two headers: both are verified before the body is read.
     */
    public submit<ThrowOnError extends boolean = false>(options: Options<ReaderSubmitData, ThrowOnError>): RequestResult<ReaderSubmitResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<ReaderSubmitResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/api/v1/reader.submit',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Report that reading failed
     *
     * Moves the session from CREATED or INITIATED to FAILED with the given code. Before `reader.start` anyone with the token may call it, after it only the device that started the session.
     */
    public fail<ThrowOnError extends boolean = false>(options: Options<ReaderFailData, ThrowOnError>): RequestResult<ReaderFailResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<ReaderFailResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/api/v1/reader.fail',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Abort a session
     *
     * Moves the session from CREATED or INITIATED to ABORTED because the end user gave up. Anyone with the token may call it, so the page on another screen can cancel too.
     */
    public abort<ThrowOnError extends boolean = false>(options: Options<ReaderAbortData, ThrowOnError>): RequestResult<ReaderAbortResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<ReaderAbortResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/api/v1/reader.abort',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Get the state by token
     *
     * Returns the state for the page that waits on another screen. Anyone with the token may call it, also from a page of another site.
     */
    public state<ThrowOnError extends boolean = false>(options: Options<ReaderStateData, ThrowOnError>): RequestResult<ReaderStateResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<ReaderStateResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/api/v1/reader.state',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
}

export class Demo extends HeyApiClient {
    /**
     * Create a demo session
     *
     * Creates a session that takes specimen documents, is never billed and expires after 1 hour. Anyone may call it.
     */
    public create<ThrowOnError extends boolean = false>(options?: Options<DemoCreateData, ThrowOnError>): RequestResult<DemoCreateResponses, unknown, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).post<DemoCreateResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/api/v1/demo.create',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers
            }
        });
    }
    
    /**
     * Get a demo session with its data
     *
     * Returns the demo session in the shape of `session.get`. Tokens of other sessions answer 404. Anyone with the token may call it.
     */
    public get<ThrowOnError extends boolean = false>(options: Options<DemoGetData, ThrowOnError>): RequestResult<DemoGetResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<DemoGetResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/api/v1/demo.get',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Get the state of a demo session
     *
     * Returns nothing but the state, for polling. Tokens of other sessions answer 404. Anyone with the token may call it.
     */
    public state<ThrowOnError extends boolean = false>(options: Options<DemoStateData, ThrowOnError>): RequestResult<DemoStateResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<DemoStateResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/api/v1/demo.state',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
}

export class User extends HeyApiClient {
    /**
     * Get the signed-in user
     *
     * Returns the user who owns the access token. Any signed-in user of the account may call it.
     */
    public self<ThrowOnError extends boolean = false>(options?: Options<UserSelfData, ThrowOnError>): RequestResult<UserSelfResponses, unknown, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).post<UserSelfResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/api/v1/user.self',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers
            }
        });
    }
    
    /**
     * Create an API key
     *
     * Creates a service user and its key pair for the public API. The secret is returned here and never again. Any signed-in user of the account may call it.
     */
    public createServiceUser<ThrowOnError extends boolean = false>(options?: Options<UserCreateServiceUserData, ThrowOnError>): RequestResult<UserCreateServiceUserResponses, unknown, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).post<UserCreateServiceUserResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/api/v1/user.create_service_user',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers
            }
        });
    }
    
    /**
     * Get a user or API key
     *
     * Returns one user or API key of the account. Any signed-in user of the account may call it.
     */
    public get<ThrowOnError extends boolean = false>(options: Options<UserGetData, ThrowOnError>): RequestResult<UserGetResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<UserGetResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/api/v1/user.get',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List users and API keys
     *
     * Returns the users and API keys of the account, newest first. Any signed-in user of the account may call it.
     */
    public list<ThrowOnError extends boolean = false>(options?: Options<UserListData, ThrowOnError>): RequestResult<UserListResponses, unknown, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).post<UserListResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/api/v1/user.list',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers
            }
        });
    }
    
    /**
     * Rotate the secret of an API key
     *
     * Gives an API key a new secret. The public key stays the same, and the old secret is accepted until the grace period is over. The new secret is returned here and never again. Any signed-in user of the account may call it, and an API key for itself.
     */
    public rotateServiceUser<ThrowOnError extends boolean = false>(options: Options<UserRotateServiceUserData, ThrowOnError>): RequestResult<UserRotateServiceUserResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<UserRotateServiceUserResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }, { scheme: 'basic', type: 'http' }],
            url: '/api/v1/user.rotate_service_user',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Rename an API key
     *
     * Gives an API key another name. The key and its secret stay as they are. Any signed-in user of the account may call it.
     */
    public renameServiceUser<ThrowOnError extends boolean = false>(options: Options<UserRenameServiceUserData, ThrowOnError>): RequestResult<UserRenameServiceUserResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<UserRenameServiceUserResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/api/v1/user.rename_service_user',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Delete a user or API key
     *
     * Deletes a user or API key of the account. Its tokens, keys and open invitations stop working at once. Users cannot delete themselves. Any signed-in user of the account may call it.
     */
    public delete<ThrowOnError extends boolean = false>(options: Options<UserDeleteData, ThrowOnError>): RequestResult<UserDeleteResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<UserDeleteResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/api/v1/user.delete',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
}

export class Invite extends HeyApiClient {
    /**
     * Invite a user
     *
     * Sends an e-mail with a link to sign up. Whoever signs up through it with the invited address joins the account. The link works once, for 7 days, and as long as the inviter is in the account; a new one for the same address voids it. Any signed-in user of the account with a verified e-mail address may call it.
     */
    public create<ThrowOnError extends boolean = false>(options: Options<InviteCreateData, ThrowOnError>): RequestResult<InviteCreateResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<InviteCreateResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/api/v1/invite.create',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List open invitations
     *
     * Returns the invitations of the account that can still be accepted, newest first. Any signed-in user of the account may call it.
     */
    public list<ThrowOnError extends boolean = false>(options?: Options<InviteListData, ThrowOnError>): RequestResult<InviteListResponses, unknown, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).post<InviteListResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/api/v1/invite.list',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers
            }
        });
    }
    
    /**
     * Revoke an invitation
     *
     * Takes an open invitation back; its link no longer works. Any signed-in user of the account may call it.
     */
    public revoke<ThrowOnError extends boolean = false>(options: Options<InviteRevokeData, ThrowOnError>): RequestResult<InviteRevokeResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<InviteRevokeResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/api/v1/invite.revoke',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
}

export class Password extends HeyApiClient {
    /**
     * Sign up with a password
     *
     * Creates a user and, unless the reference is an invitation, a new account in its trial. Anyone may call it. The e-mail address starts unverified.
     */
    public create<ThrowOnError extends boolean = false>(options: Options<PasswordCreateData, ThrowOnError>): RequestResult<PasswordCreateResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<PasswordCreateResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/api/v1/password.create',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Sign in with a password
     *
     * Signs a natural user in. Anyone may call it. Wrong attempts are limited per network, user and device; what others guess does not count against a device on which the user signed in before, named by a cookie.
     */
    public authenticate<ThrowOnError extends boolean = false>(options: Options<PasswordAuthenticateData, ThrowOnError>): RequestResult<PasswordAuthenticateResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<PasswordAuthenticateResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/api/v1/password.authenticate',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Send a recovery code
     *
     * Sends a 6-character code, valid for 10 minutes, with which to set a new password. Anyone may call it. The answer is the same for an unknown address.
     */
    public recoverSendCode<ThrowOnError extends boolean = false>(options: Options<PasswordRecoverSendCodeData, ThrowOnError>): RequestResult<PasswordRecoverSendCodeResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<PasswordRecoverSendCodeResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/api/v1/password.recover_send_code',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Set a new password with a recovery code
     *
     * Sets a new password with the code from the e-mail and ends all sign-ins of the user. Anyone may call it. A caller has 5 attempts for each code. The code proves the address: it is verified from then on, and when it never was before, all API keys, other users and invitations of the account go.
     */
    public recover<ThrowOnError extends boolean = false>(options: Options<PasswordRecoverData, ThrowOnError>): RequestResult<PasswordRecoverResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<PasswordRecoverResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/api/v1/password.recover',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Send an e-mail verification code
     *
     * Sends a 6-character code, valid for 10 minutes, to the address of the signed-in user. A new code voids the one before. Nothing is sent when the address is already verified.
     */
    public verifyEmailSendCode<ThrowOnError extends boolean = false>(options?: Options<PasswordVerifyEmailSendCodeData, ThrowOnError>): RequestResult<PasswordVerifyEmailSendCodeResponses, unknown, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).post<PasswordVerifyEmailSendCodeResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/api/v1/password.verify_email_send_code',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers
            }
        });
    }
    
    /**
     * Verify the e-mail address
     *
     * Marks the address of the signed-in user as verified with the code from the e-mail. A code is void after 5 wrong attempts.
     */
    public verifyEmail<ThrowOnError extends boolean = false>(options: Options<PasswordVerifyEmailData, ThrowOnError>): RequestResult<PasswordVerifyEmailResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<PasswordVerifyEmailResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/api/v1/password.verify_email',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Change the e-mail address
     *
     * Replaces the address of the signed-in natural user. The new address starts unverified, and an e-mail tells the old one.
     */
    public changeEmail<ThrowOnError extends boolean = false>(options: Options<PasswordChangeEmailData, ThrowOnError>): RequestResult<PasswordChangeEmailResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<PasswordChangeEmailResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/api/v1/password.change_email',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Change the password
     *
     * Replaces the password of the signed-in natural user. All other sign-ins of the user end.
     */
    public changePassword<ThrowOnError extends boolean = false>(options: Options<PasswordChangePasswordData, ThrowOnError>): RequestResult<PasswordChangePasswordResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<PasswordChangePasswordResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/api/v1/password.change_password',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
}

export class Bearer extends HeyApiClient {
    /**
     * Renew the tokens
     *
     * Exchanges a refresh token for new tokens. Anyone who holds the token may call it. The token just replaced is honoured for 60 seconds and gives the same tokens; a later reuse ends the sign-in.
     */
    public renew<ThrowOnError extends boolean = false>(options: Options<BearerRenewData, ThrowOnError>): RequestResult<BearerRenewResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<BearerRenewResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/api/v1/bearer.renew',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Sign out
     *
     * Ends the sign-in that the access token belongs to. Anyone who holds the token may call it. An unknown or expired token gets the same answer.
     */
    public revoke<ThrowOnError extends boolean = false>(options: Options<BearerRevokeData, ThrowOnError>): RequestResult<BearerRevokeResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<BearerRevokeResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/api/v1/bearer.revoke',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
}

export class Google extends HeyApiClient {
    /**
     * Start signing in with Google
     *
     * Returns the address at Google to send the browser to, and ties the attempt to this browser with a cookie. Anyone may call it.
     */
    public uri<ThrowOnError extends boolean = false>(options?: Options<GoogleUriData, ThrowOnError>): RequestResult<GoogleUriResponses, unknown, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).post<GoogleUriResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/api/v1/google.uri',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers
            }
        });
    }
    
    /**
     * Sign in or up with Google
     *
     * Completes a sign-in with the code that Google returned to this browser. The first sign-in creates the user and, unless the reference is an invitation, a new account. Anyone may call it. An address that is unverified, or registered in another way, is refused and never linked.
     */
    public authenticate<ThrowOnError extends boolean = false>(options: Options<GoogleAuthenticateData, ThrowOnError>): RequestResult<GoogleAuthenticateResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<GoogleAuthenticateResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/api/v1/google.authenticate',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
}

export class Microsoft extends HeyApiClient {
    /**
     * Start signing in with Microsoft
     *
     * Returns the address at Microsoft to send the browser to, and ties the attempt to this browser with a cookie. Anyone may call it.
     */
    public uri<ThrowOnError extends boolean = false>(options?: Options<MicrosoftUriData, ThrowOnError>): RequestResult<MicrosoftUriResponses, unknown, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).post<MicrosoftUriResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/api/v1/microsoft.uri',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers
            }
        });
    }
    
    /**
     * Sign in or up with Microsoft
     *
     * Completes a sign-in with the code that Microsoft returned to this browser. The first sign-in creates the user and, unless the reference is an invitation, a new account. Anyone may call it. An address that is unverified, or registered in another way, is refused and never linked.
     */
    public authenticate<ThrowOnError extends boolean = false>(options: Options<MicrosoftAuthenticateData, ThrowOnError>): RequestResult<MicrosoftAuthenticateResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<MicrosoftAuthenticateResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/api/v1/microsoft.authenticate',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
}

export class Merchant extends HeyApiClient {
    /**
     * Get the account
     *
     * Returns the account of the signed-in user, with the name that end users see when a session of it is opened.
     */
    public self<ThrowOnError extends boolean = false>(options?: Options<MerchantSelfData, ThrowOnError>): RequestResult<MerchantSelfResponses, unknown, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).post<MerchantSelfResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/api/v1/merchant.self',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers
            }
        });
    }
    
    /**
     * Delete the account
     *
     * Deletes the account with all its users and API keys. Tokens and keys stop working at once and identity data is destroyed; bills are kept as the law requires. Any signed-in user of the account may call it.
     */
    public delete<ThrowOnError extends boolean = false>(options?: Options<MerchantDeleteData, ThrowOnError>): RequestResult<MerchantDeleteResponses, unknown, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).post<MerchantDeleteResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/api/v1/merchant.delete',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers
            }
        });
    }
}

export class Dashboard extends HeyApiClient {
    /**
     * Get the steps of getting started
     *
     * Tells which of the four first steps are done. Any signed-in user of the account may call it.
     */
    public getStarted<ThrowOnError extends boolean = false>(options?: Options<DashboardGetStartedData, ThrowOnError>): RequestResult<DashboardGetStartedResponses, unknown, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).post<DashboardGetStartedResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/api/v1/dashboard.get_started',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers
            }
        });
    }
    
    /**
     * Get usage
     *
     * Counts the sessions created through the public API, without demo sessions. Called by your backend with an API key, or in the portal.
     */
    public usage<ThrowOnError extends boolean = false>(options?: Options<DashboardUsageData, ThrowOnError>): RequestResult<DashboardUsageResponses, unknown, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).post<DashboardUsageResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'basic', type: 'http' }, { scheme: 'bearer', type: 'http' }],
            url: '/api/v1/dashboard.usage',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers
            }
        });
    }
}

export class Audit extends HeyApiClient {
    /**
     * List account actions
     *
     * Returns who did what in the account and when, newest first. It holds no personal data. Any signed-in user of the account may call it.
     */
    public list<ThrowOnError extends boolean = false>(options?: Options<AuditListData, ThrowOnError>): RequestResult<AuditListResponses, unknown, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).post<AuditListResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/api/v1/audit.list',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers
            }
        });
    }
}

export class Billing extends HeyApiClient {
    /**
     * Get the billing account
     *
     * Returns terms, credit and state of billing. Any signed-in user of the account may call it.
     */
    public self<ThrowOnError extends boolean = false>(options?: Options<BillingSelfData, ThrowOnError>): RequestResult<BillingSelfResponses, unknown, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).post<BillingSelfResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/api/v1/billing.self',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers
            }
        });
    }
    
    /**
     * Preview the bill of this billing cycle
     *
     * Returns the bill that the open billing cycle comes to with the sessions approved so far: as if it ended today, like at the deletion of the account, or on its last day. Nothing is stored or charged. Any signed-in user of the account may call it.
     */
    public preview<ThrowOnError extends boolean = false>(options?: Options<BillingPreviewData, ThrowOnError>): RequestResult<BillingPreviewResponses, unknown, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).post<BillingPreviewResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/api/v1/billing.preview',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers
            }
        });
    }
    
    /**
     * Update company and country
     *
     * Replaces the company name and the billing country. A VAT number that is not valid in the new country is removed. Any signed-in user of the account may call it.
     */
    public update<ThrowOnError extends boolean = false>(options: Options<BillingUpdateData, ThrowOnError>): RequestResult<BillingUpdateResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<BillingUpdateResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/api/v1/billing.update',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Change the VAT number
     *
     * Sets the VAT number. It must be valid in the billing country, which must be in the EU; it then exempts from VAT where the law allows. Any signed-in user of the account may call it.
     */
    public changeVatNumber<ThrowOnError extends boolean = false>(options: Options<BillingChangeVatNumberData, ThrowOnError>): RequestResult<BillingChangeVatNumberResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<BillingChangeVatNumberResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/api/v1/billing.change_vat_number',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Enable billing
     *
     * Ends the trial and makes billing ACTIVE. It needs a verified e-mail address of the caller and a payment method. Credit that is left is used first. Any signed-in user of the account may call it.
     */
    public enable<ThrowOnError extends boolean = false>(options?: Options<BillingEnableData, ThrowOnError>): RequestResult<BillingEnableResponses, unknown, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).post<BillingEnableResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/api/v1/billing.enable',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers
            }
        });
    }
}

export class Bill extends HeyApiClient {
    /**
     * Get a bill
     *
     * Returns one bill with its lines. Any signed-in user of the account may call it.
     */
    public get<ThrowOnError extends boolean = false>(options: Options<BillGetData, ThrowOnError>): RequestResult<BillGetResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<BillGetResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/api/v1/bill.get',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List bills
     *
     * Returns the bills of the account, newest first. Any signed-in user of the account may call it.
     */
    public list<ThrowOnError extends boolean = false>(options?: Options<BillListData, ThrowOnError>): RequestResult<BillListResponses, unknown, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).post<BillListResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/api/v1/bill.list',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers
            }
        });
    }
    
    /**
     * Get a bill as PDF
     *
     * Returns the document of one bill, tagged for screen readers. Any signed-in user of the account may call it.
     */
    public pdf<ThrowOnError extends boolean = false>(options: Options<BillPdfData, ThrowOnError>): RequestResult<BillPdfResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<BillPdfResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/api/v1/bill.pdf',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
}

export class Transaction extends HeyApiClient {
    /**
     * List the transactions of a bill
     *
     * Returns the payments made for one bill, newest first. Any signed-in user of the account may call it.
     */
    public list<ThrowOnError extends boolean = false>(options: Options<TransactionListData, ThrowOnError>): RequestResult<TransactionListResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<TransactionListResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/api/v1/transaction.list',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
}

export class PaymentMethod extends HeyApiClient {
    /**
     * Get a payment method
     *
     * Returns one payment method of the account. Any signed-in user of the account may call it.
     */
    public get<ThrowOnError extends boolean = false>(options: Options<PaymentMethodGetData, ThrowOnError>): RequestResult<PaymentMethodGetResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<PaymentMethodGetResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/api/v1/payment_method.get',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List payment methods
     *
     * Returns the payment methods of the account, or those that a bill was charged to, the primary one first and then the newest. Any signed-in user of the account may call it.
     */
    public list<ThrowOnError extends boolean = false>(options?: Options<PaymentMethodListData, ThrowOnError>): RequestResult<PaymentMethodListResponses, unknown, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).post<PaymentMethodListResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/api/v1/payment_method.list',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers
            }
        });
    }
    
    /**
     * Make a payment method primary
     *
     * Charges future bills to this method instead of the present primary one. Any signed-in user of the account may call it.
     */
    public changePrimary<ThrowOnError extends boolean = false>(options: Options<PaymentMethodChangePrimaryData, ThrowOnError>): RequestResult<PaymentMethodChangePrimaryResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<PaymentMethodChangePrimaryResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/api/v1/payment_method.change_primary',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Delete a payment method
     *
     * Removes a payment method here and at the card provider. The primary method cannot be deleted. Any signed-in user of the account may call it.
     */
    public delete<ThrowOnError extends boolean = false>(options: Options<PaymentMethodDeleteData, ThrowOnError>): RequestResult<PaymentMethodDeleteResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<PaymentMethodDeleteResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/api/v1/payment_method.delete',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
}

export class Stripe extends HeyApiClient {
    /**
     * Start adding a card
     *
     * Prepares a card setup that the browser confirms with the script of the card provider. Card numbers never reach this service. Any signed-in user of the account may call it.
     */
    public start<ThrowOnError extends boolean = false>(options?: Options<StripeStartData, ThrowOnError>): RequestResult<StripeStartResponses, unknown, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).post<StripeStartResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/api/v1/stripe.start',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers
            }
        });
    }
    
    /**
     * Finish adding a card
     *
     * Stores the card of a confirmed setup as a payment method. The first method of an account becomes primary. A setup already stored gives the same answer. Any signed-in user of the account may call it.
     */
    public complete<ThrowOnError extends boolean = false>(options: Options<StripeCompleteData, ThrowOnError>): RequestResult<StripeCompleteResponses, unknown, ThrowOnError, 'data'> {
        return (options.client ?? this.client).post<StripeCompleteResponses, unknown, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ scheme: 'bearer', type: 'http' }],
            url: '/api/v1/stripe.complete',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
}

export class PortalOperations extends HeyApiClient {
    public static readonly __registry: HeyApiRegistry<PortalOperations> = new HeyApiRegistry<PortalOperations>();
    
    constructor(args?: {
        client?: Client;
        key?: string;
    }) {
        super(args);
        PortalOperations.__registry.set(this, args?.key);
    }
    
    private _session?: Session;
    get session(): Session {
        return this._session ??= new Session({ client: this.client });
    }
    
    private _callback?: Callback;
    get callback(): Callback {
        return this._callback ??= new Callback({ client: this.client });
    }
    
    private _reader?: Reader;
    get reader(): Reader {
        return this._reader ??= new Reader({ client: this.client });
    }
    
    private _demo?: Demo;
    get demo(): Demo {
        return this._demo ??= new Demo({ client: this.client });
    }
    
    private _user?: User;
    get user(): User {
        return this._user ??= new User({ client: this.client });
    }
    
    private _invite?: Invite;
    get invite(): Invite {
        return this._invite ??= new Invite({ client: this.client });
    }
    
    private _password?: Password;
    get password(): Password {
        return this._password ??= new Password({ client: this.client });
    }
    
    private _bearer?: Bearer;
    get bearer(): Bearer {
        return this._bearer ??= new Bearer({ client: this.client });
    }
    
    private _google?: Google;
    get google(): Google {
        return this._google ??= new Google({ client: this.client });
    }
    
    private _microsoft?: Microsoft;
    get microsoft(): Microsoft {
        return this._microsoft ??= new Microsoft({ client: this.client });
    }
    
    private _merchant?: Merchant;
    get merchant(): Merchant {
        return this._merchant ??= new Merchant({ client: this.client });
    }
    
    private _dashboard?: Dashboard;
    get dashboard(): Dashboard {
        return this._dashboard ??= new Dashboard({ client: this.client });
    }
    
    private _audit?: Audit;
    get audit(): Audit {
        return this._audit ??= new Audit({ client: this.client });
    }
    
    private _billing?: Billing;
    get billing(): Billing {
        return this._billing ??= new Billing({ client: this.client });
    }
    
    private _bill?: Bill;
    get bill(): Bill {
        return this._bill ??= new Bill({ client: this.client });
    }
    
    private _transaction?: Transaction;
    get transaction(): Transaction {
        return this._transaction ??= new Transaction({ client: this.client });
    }
    
    private _paymentMethod?: PaymentMethod;
    get paymentMethod(): PaymentMethod {
        return this._paymentMethod ??= new PaymentMethod({ client: this.client });
    }
    
    private _stripe?: Stripe;
    get stripe(): Stripe {
        return this._stripe ??= new Stripe({ client: this.client });
    }
}
