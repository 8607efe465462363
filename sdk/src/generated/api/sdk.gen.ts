// Generated from openapi/v1.yaml by `npm run generate`. Do not edit.

import type { Client, ClientMeta, Options as Options2, RequestResult, TDataShape } from '../../client.ts';

import { client } from './client.gen.ts';
import type { CallbackGetData, CallbackGetResponses, CallbackListData, CallbackListResponses, CallbackResendData, CallbackResendResponses, CallbackRotateSecretData, CallbackRotateSecretResponses, CallbackSecretData, CallbackSecretResponses, DashboardUsageData, DashboardUsageResponses, SessionAbortData, SessionAbortResponses, SessionCreateData, SessionCreateResponses, SessionGetData, SessionGetResponses, SessionListData, SessionListResponses, SessionRedactData, SessionRedactResponses, SessionStateData, SessionStateResponses, UserRotateServiceUserData, UserRotateServiceUserResponses } from './types.gen.ts';

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
            throw new Error(`No SDK client found. Create one with "new ApiKeyOperations()" to fix this error.`);
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

export class User extends HeyApiClient {
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
}

export class Dashboard extends HeyApiClient {
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

export class ApiKeyOperations extends HeyApiClient {
    public static readonly __registry: HeyApiRegistry<ApiKeyOperations> = new HeyApiRegistry<ApiKeyOperations>();
    
    constructor(args?: {
        client?: Client;
        key?: string;
    }) {
        super(args);
        ApiKeyOperations.__registry.set(this, args?.key);
    }
    
    private _session?: Session;
    get session(): Session {
        return this._session ??= new Session({ client: this.client });
    }
    
    private _callback?: Callback;
    get callback(): Callback {
        return this._callback ??= new Callback({ client: this.client });
    }
    
    private _user?: User;
    get user(): User {
        return this._user ??= new User({ client: this.client });
    }
    
    private _dashboard?: Dashboard;
    get dashboard(): Dashboard {
        return this._dashboard ??= new Dashboard({ client: this.client });
    }
}
