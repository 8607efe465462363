// Generated from openapi/v1.yaml by `npm run generate`. Do not edit.

import type { SigillError } from '../../../errors.ts';
import { queryOptions, type UseMutationOptions } from '@tanstack/react-query';

import { client } from '../client.gen.ts';
import { type Options, PortalOperations } from '../sdk.gen.ts';
import type { AuditListData, AuditListResponse, BearerRenewData, BearerRenewResponse, BearerRevokeData, BearerRevokeResponse, BillGetData, BillGetResponse, BillingChangeVatNumberData, BillingChangeVatNumberResponse, BillingEnableData, BillingEnableResponse, BillingPreviewData, BillingPreviewResponse, BillingSelfData, BillingSelfResponse, BillingUpdateData, BillingUpdateResponse, BillListData, BillListResponse, BillPdfData, BillPdfResponse, CallbackGetData, CallbackGetResponse, CallbackListData, CallbackListResponse, CallbackResendData, CallbackResendResponse, CallbackRotateSecretData, CallbackRotateSecretResponse, CallbackSecretData, CallbackSecretResponse, DashboardGetStartedData, DashboardGetStartedResponse, DashboardUsageData, DashboardUsageResponse, DemoCreateData, DemoCreateResponse, DemoGetData, DemoGetResponse, DemoStateData, DemoStateResponse, GoogleAuthenticateData, GoogleAuthenticateResponse, GoogleUriData, GoogleUriResponse, InviteCreateData, InviteCreateResponse, InviteListData, InviteListResponse, InviteRevokeData, InviteRevokeResponse, MerchantDeleteData, MerchantDeleteResponse, MerchantSelfData, MerchantSelfResponse, MicrosoftAuthenticateData, MicrosoftAuthenticateResponse, MicrosoftUriData, MicrosoftUriResponse, PasswordAuthenticateData, PasswordAuthenticateResponse, PasswordChangeEmailData, PasswordChangeEmailResponse, PasswordChangePasswordData, PasswordChangePasswordResponse, PasswordCreateData, PasswordCreateResponse, PasswordRecoverData, PasswordRecoverResponse, PasswordRecoverSendCodeData, PasswordRecoverSendCodeResponse, PasswordVerifyEmailData, PasswordVerifyEmailResponse, PasswordVerifyEmailSendCodeData, PasswordVerifyEmailSendCodeResponse, PaymentMethodChangePrimaryData, PaymentMethodChangePrimaryResponse, PaymentMethodDeleteData, PaymentMethodDeleteResponse, PaymentMethodGetData, PaymentMethodGetResponse, PaymentMethodListData, PaymentMethodListResponse, ReaderAbortData, ReaderAbortResponse, ReaderChallengeData, ReaderChallengeResponse, ReaderFailData, ReaderFailResponse, ReaderOpenData, ReaderOpenResponse, ReaderStartData, ReaderStartResponse, ReaderStateData, ReaderStateResponse, ReaderSubmitData, ReaderSubmitResponse, SessionAbortData, SessionAbortResponse, SessionCreateData, SessionCreateResponse, SessionGetData, SessionGetResponse, SessionListData, SessionListResponse, SessionRedactData, SessionRedactResponse, SessionStateData, SessionStateResponse, StripeCompleteData, StripeCompleteResponse, StripeStartData, StripeStartResponse, TransactionListData, TransactionListResponse, UserCreateServiceUserData, UserCreateServiceUserResponse, UserDeleteData, UserDeleteResponse, UserGetData, UserGetResponse, UserListData, UserListResponse, UserRenameServiceUserData, UserRenameServiceUserResponse, UserRotateServiceUserData, UserRotateServiceUserResponse, UserSelfData, UserSelfResponse } from '../types.gen.ts';

/**
 * Create a verification session
 *
 * Creates a session in state CREATED and returns the token for the end user. Called by your backend with an API key. The session expires after 24 hours. The token is returned here and never again. Each later change of state is sent to `callback_url`.
 */
export const sessionCreateMutation = (options?: Partial<Options<SessionCreateData>>): UseMutationOptions<SessionCreateResponse, SigillError, Options<SessionCreateData>> => {
    const mutationOptions: UseMutationOptions<SessionCreateResponse, SigillError, Options<SessionCreateData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().session.create({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};

export type QueryKey<TOptions extends Options> = [
    Pick<TOptions, 'baseUrl' | 'body' | 'headers' | 'path' | 'query'> & {
        _id: string;
        _infinite?: boolean;
        tags?: ReadonlyArray<string>;
    }
];

const createQueryKey = <TOptions extends Options>(id: string, options?: TOptions, infinite?: boolean, tags?: ReadonlyArray<string>): [
    QueryKey<TOptions>[0]
] => {
    const params: QueryKey<TOptions>[0] = { _id: id, baseUrl: options?.baseUrl || (options?.client ?? client).getConfig().baseUrl } as QueryKey<TOptions>[0];
    if (infinite) {
        params._infinite = infinite;
    }
    if (tags) {
        params.tags = tags;
    }
    if (options?.body) {
        params.body = options.body;
    }
    if (options?.headers) {
        params.headers = options.headers;
    }
    if (options?.path) {
        params.path = options.path;
    }
    if (options?.query) {
        params.query = options.query;
    }
    return [params];
};

export const sessionGetQueryKey = (options: Options<SessionGetData>) => createQueryKey('sessionGet', options);

/**
 * Get a session with its verified data
 *
 * Returns the session. Identity fields are present only in state APPROVED, until they are deleted 24 hours after the end of the session or at once by `session.redact`. Called by your backend with an API key, or in the portal.
 */
export const sessionGetOptions = (options: Options<SessionGetData>) => queryOptions<SessionGetResponse, SigillError, SessionGetResponse, ReturnType<typeof sessionGetQueryKey>>({
    queryFn: async ({ queryKey, signal }) => await PortalOperations.__registry.get().session.get({
        ...options,
        ...queryKey[0],
        signal,
        throwOnError: true
    }),
    queryKey: sessionGetQueryKey(options)
});

export const sessionListQueryKey = (options?: Options<SessionListData>) => createQueryKey('sessionList', options);

/**
 * List sessions
 *
 * Returns the sessions of the account, newest first, without identity data. Demo sessions are not included. Called by your backend with an API key, or in the portal.
 */
export const sessionListOptions = (options?: Options<SessionListData>) => queryOptions<SessionListResponse, SigillError, SessionListResponse, ReturnType<typeof sessionListQueryKey>>({
    queryFn: async ({ queryKey, signal }) => await PortalOperations.__registry.get().session.list({
        ...options,
        ...queryKey[0],
        signal,
        throwOnError: true
    }),
    queryKey: sessionListQueryKey(options)
});

export const sessionStateQueryKey = (options: Options<SessionStateData>) => createQueryKey('sessionState', options);

/**
 * Get the state of a session
 *
 * Returns nothing but the state, for polling. Called by your backend with an API key.
 */
export const sessionStateOptions = (options: Options<SessionStateData>) => queryOptions<SessionStateResponse, SigillError, SessionStateResponse, ReturnType<typeof sessionStateQueryKey>>({
    queryFn: async ({ queryKey, signal }) => await PortalOperations.__registry.get().session.state({
        ...options,
        ...queryKey[0],
        signal,
        throwOnError: true
    }),
    queryKey: sessionStateQueryKey(options)
});

/**
 * Abort a session
 *
 * Moves the session from CREATED or INITIATED to ABORTED, as when the person leaves your checkout, and returns its state. The link no longer works, and the callback follows. Called by your backend with an API key.
 */
export const sessionAbortMutation = (options?: Partial<Options<SessionAbortData>>): UseMutationOptions<SessionAbortResponse, SigillError, Options<SessionAbortData>> => {
    const mutationOptions: UseMutationOptions<SessionAbortResponse, SigillError, Options<SessionAbortData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().session.abort({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};

/**
 * Delete the identity data of a session
 *
 * Deletes the identity data and the key that sealed it at once instead of 24 hours after the end, and returns the session. What cannot identify a person stays. A session that has not ended holds no identity data and is returned unchanged. Called by your backend with an API key, or in the portal.
 */
export const sessionRedactMutation = (options?: Partial<Options<SessionRedactData>>): UseMutationOptions<SessionRedactResponse, SigillError, Options<SessionRedactData>> => {
    const mutationOptions: UseMutationOptions<SessionRedactResponse, SigillError, Options<SessionRedactData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().session.redact({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};

export const callbackListQueryKey = (options?: Options<CallbackListData>) => createQueryKey('callbackList', options);

/**
 * List callbacks
 *
 * Returns the callbacks of the account, newest first. Called by your backend with an API key, or in the portal.
 */
export const callbackListOptions = (options?: Options<CallbackListData>) => queryOptions<CallbackListResponse, SigillError, CallbackListResponse, ReturnType<typeof callbackListQueryKey>>({
    queryFn: async ({ queryKey, signal }) => await PortalOperations.__registry.get().callback.list({
        ...options,
        ...queryKey[0],
        signal,
        throwOnError: true
    }),
    queryKey: callbackListQueryKey(options)
});

export const callbackGetQueryKey = (options: Options<CallbackGetData>) => createQueryKey('callbackGet', options);

/**
 * Get a callback with its attempts
 *
 * Returns the callback, the body that is sent, and each attempt with its outcome. Called by your backend with an API key, or in the portal.
 */
export const callbackGetOptions = (options: Options<CallbackGetData>) => queryOptions<CallbackGetResponse, SigillError, CallbackGetResponse, ReturnType<typeof callbackGetQueryKey>>({
    queryFn: async ({ queryKey, signal }) => await PortalOperations.__registry.get().callback.get({
        ...options,
        ...queryKey[0],
        signal,
        throwOnError: true
    }),
    queryKey: callbackGetQueryKey(options)
});

/**
 * Send a callback again
 *
 * Queues one more attempt of a callback that was delivered or has failed. The event keeps its id. A callback that is still pending answers 409. Called by your backend with an API key, or in the portal.
 */
export const callbackResendMutation = (options?: Partial<Options<CallbackResendData>>): UseMutationOptions<CallbackResendResponse, SigillError, Options<CallbackResendData>> => {
    const mutationOptions: UseMutationOptions<CallbackResendResponse, SigillError, Options<CallbackResendData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().callback.resend({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};

export const callbackSecretQueryKey = (options?: Options<CallbackSecretData>) => createQueryKey('callbackSecret', options);

/**
 * Get the signing secret
 *
 * Returns the secret that signs the callbacks of the account. Called by your backend with an API key, or in the portal.
 */
export const callbackSecretOptions = (options?: Options<CallbackSecretData>) => queryOptions<CallbackSecretResponse, SigillError, CallbackSecretResponse, ReturnType<typeof callbackSecretQueryKey>>({
    queryFn: async ({ queryKey, signal }) => await PortalOperations.__registry.get().callback.secret({
        ...options,
        ...queryKey[0],
        signal,
        throwOnError: true
    }),
    queryKey: callbackSecretQueryKey(options)
});

/**
 * Rotate the signing secret
 *
 * Makes a new signing secret. Until `previous_expires`, 24 hours later, callbacks carry a signature of the new and of the previous secret. Called by your backend with an API key, or in the portal.
 */
export const callbackRotateSecretMutation = (options?: Partial<Options<CallbackRotateSecretData>>): UseMutationOptions<CallbackRotateSecretResponse, SigillError, Options<CallbackRotateSecretData>> => {
    const mutationOptions: UseMutationOptions<CallbackRotateSecretResponse, SigillError, Options<CallbackRotateSecretData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().callback.rotateSecret({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};

export const readerOpenQueryKey = (options: Options<ReaderOpenData>) => createQueryKey('readerOpen', options);

/**
 * Look at a session before reading
 *
 * Returns what the end user sees before starting. Changes nothing, so a link preview cannot start a session. Anyone with the token may call it.
 */
export const readerOpenOptions = (options: Options<ReaderOpenData>) => queryOptions<ReaderOpenResponse, SigillError, ReaderOpenResponse, ReturnType<typeof readerOpenQueryKey>>({
    queryFn: async ({ queryKey, signal }) => await PortalOperations.__registry.get().reader.open({
        ...options,
        ...queryKey[0],
        signal,
        throwOnError: true
    }),
    queryKey: readerOpenQueryKey(options)
});

/**
 * Start reading
 *
 * Moves the session from CREATED to INITIATED and gives this device the key for the following calls. The address and user agent of the device are stored with the session. A repeated call with the same `Idempotency-Key` gives the same answer; a start by another device answers 409 `session_already_started`. Anyone with the token may call it.
 */
export const readerStartMutation = (options?: Partial<Options<ReaderStartData>>): UseMutationOptions<ReaderStartResponse, SigillError, Options<ReaderStartData>> => {
    const mutationOptions: UseMutationOptions<ReaderStartResponse, SigillError, Options<ReaderStartData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().reader.start({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};

/**
 * Get a challenge for Active Authentication
 *
 * Returns 8 random bytes for the chip to sign. A challenge is good for one `reader.submit` within 120 seconds; a session gets at most 5. Called by the device that started the session.
 */
export const readerChallengeMutation = (options?: Partial<Options<ReaderChallengeData>>): UseMutationOptions<ReaderChallengeResponse, SigillError, Options<ReaderChallengeData>> => {
    const mutationOptions: UseMutationOptions<ReaderChallengeResponse, SigillError, Options<ReaderChallengeData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().reader.challenge({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};

/**
 * Submit what was read
 *
 * Takes the files of the chip exactly as read, verifies them and moves the session from INITIATED over COMPLETED to APPROVED or REJECTED. The body may be up to 6 MB. Called by the device that started the session, which says so in two headers: both are verified before the body is read.
 */
export const readerSubmitMutation = (options?: Partial<Options<ReaderSubmitData>>): UseMutationOptions<ReaderSubmitResponse, SigillError, Options<ReaderSubmitData>> => {
    const mutationOptions: UseMutationOptions<ReaderSubmitResponse, SigillError, Options<ReaderSubmitData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().reader.submit({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};

/**
 * Report that reading failed
 *
 * Moves the session from CREATED or INITIATED to FAILED with the given code. Before `reader.start` anyone with the token may call it, after it only the device that started the session.
 */
export const readerFailMutation = (options?: Partial<Options<ReaderFailData>>): UseMutationOptions<ReaderFailResponse, SigillError, Options<ReaderFailData>> => {
    const mutationOptions: UseMutationOptions<ReaderFailResponse, SigillError, Options<ReaderFailData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().reader.fail({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};

/**
 * Abort a session
 *
 * Moves the session from CREATED or INITIATED to ABORTED because the end user gave up. Anyone with the token may call it, so the page on another screen can cancel too.
 */
export const readerAbortMutation = (options?: Partial<Options<ReaderAbortData>>): UseMutationOptions<ReaderAbortResponse, SigillError, Options<ReaderAbortData>> => {
    const mutationOptions: UseMutationOptions<ReaderAbortResponse, SigillError, Options<ReaderAbortData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().reader.abort({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};

export const readerStateQueryKey = (options: Options<ReaderStateData>) => createQueryKey('readerState', options);

/**
 * Get the state by token
 *
 * Returns the state for the page that waits on another screen. Anyone with the token may call it, also from a page of another site.
 */
export const readerStateOptions = (options: Options<ReaderStateData>) => queryOptions<ReaderStateResponse, SigillError, ReaderStateResponse, ReturnType<typeof readerStateQueryKey>>({
    queryFn: async ({ queryKey, signal }) => await PortalOperations.__registry.get().reader.state({
        ...options,
        ...queryKey[0],
        signal,
        throwOnError: true
    }),
    queryKey: readerStateQueryKey(options)
});

/**
 * Create a demo session
 *
 * Creates a session that takes specimen documents, is never billed and expires after 1 hour. Anyone may call it.
 */
export const demoCreateMutation = (options?: Partial<Options<DemoCreateData>>): UseMutationOptions<DemoCreateResponse, SigillError, Options<DemoCreateData>> => {
    const mutationOptions: UseMutationOptions<DemoCreateResponse, SigillError, Options<DemoCreateData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().demo.create({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};

export const demoGetQueryKey = (options: Options<DemoGetData>) => createQueryKey('demoGet', options);

/**
 * Get a demo session with its data
 *
 * Returns the demo session in the shape of `session.get`. Tokens of other sessions answer 404. Anyone with the token may call it.
 */
export const demoGetOptions = (options: Options<DemoGetData>) => queryOptions<DemoGetResponse, SigillError, DemoGetResponse, ReturnType<typeof demoGetQueryKey>>({
    queryFn: async ({ queryKey, signal }) => await PortalOperations.__registry.get().demo.get({
        ...options,
        ...queryKey[0],
        signal,
        throwOnError: true
    }),
    queryKey: demoGetQueryKey(options)
});

export const demoStateQueryKey = (options: Options<DemoStateData>) => createQueryKey('demoState', options);

/**
 * Get the state of a demo session
 *
 * Returns nothing but the state, for polling. Tokens of other sessions answer 404. Anyone with the token may call it.
 */
export const demoStateOptions = (options: Options<DemoStateData>) => queryOptions<DemoStateResponse, SigillError, DemoStateResponse, ReturnType<typeof demoStateQueryKey>>({
    queryFn: async ({ queryKey, signal }) => await PortalOperations.__registry.get().demo.state({
        ...options,
        ...queryKey[0],
        signal,
        throwOnError: true
    }),
    queryKey: demoStateQueryKey(options)
});

export const userSelfQueryKey = (options?: Options<UserSelfData>) => createQueryKey('userSelf', options);

/**
 * Get the signed-in user
 *
 * Returns the user who owns the access token. Any signed-in user of the account may call it.
 */
export const userSelfOptions = (options?: Options<UserSelfData>) => queryOptions<UserSelfResponse, SigillError, UserSelfResponse, ReturnType<typeof userSelfQueryKey>>({
    queryFn: async ({ queryKey, signal }) => await PortalOperations.__registry.get().user.self({
        ...options,
        ...queryKey[0],
        signal,
        throwOnError: true
    }),
    queryKey: userSelfQueryKey(options)
});

/**
 * Create an API key
 *
 * Creates a service user and its key pair for the public API. The secret is returned here and never again. Any signed-in user of the account may call it.
 */
export const userCreateServiceUserMutation = (options?: Partial<Options<UserCreateServiceUserData>>): UseMutationOptions<UserCreateServiceUserResponse, SigillError, Options<UserCreateServiceUserData>> => {
    const mutationOptions: UseMutationOptions<UserCreateServiceUserResponse, SigillError, Options<UserCreateServiceUserData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().user.createServiceUser({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};

export const userGetQueryKey = (options: Options<UserGetData>) => createQueryKey('userGet', options);

/**
 * Get a user or API key
 *
 * Returns one user or API key of the account. Any signed-in user of the account may call it.
 */
export const userGetOptions = (options: Options<UserGetData>) => queryOptions<UserGetResponse, SigillError, UserGetResponse, ReturnType<typeof userGetQueryKey>>({
    queryFn: async ({ queryKey, signal }) => await PortalOperations.__registry.get().user.get({
        ...options,
        ...queryKey[0],
        signal,
        throwOnError: true
    }),
    queryKey: userGetQueryKey(options)
});

export const userListQueryKey = (options?: Options<UserListData>) => createQueryKey('userList', options);

/**
 * List users and API keys
 *
 * Returns the users and API keys of the account, newest first. Any signed-in user of the account may call it.
 */
export const userListOptions = (options?: Options<UserListData>) => queryOptions<UserListResponse, SigillError, UserListResponse, ReturnType<typeof userListQueryKey>>({
    queryFn: async ({ queryKey, signal }) => await PortalOperations.__registry.get().user.list({
        ...options,
        ...queryKey[0],
        signal,
        throwOnError: true
    }),
    queryKey: userListQueryKey(options)
});

/**
 * Rotate the secret of an API key
 *
 * Gives an API key a new secret. The public key stays the same, and the old secret is accepted until the grace period is over. The new secret is returned here and never again. Any signed-in user of the account may call it, and an API key for itself.
 */
export const userRotateServiceUserMutation = (options?: Partial<Options<UserRotateServiceUserData>>): UseMutationOptions<UserRotateServiceUserResponse, SigillError, Options<UserRotateServiceUserData>> => {
    const mutationOptions: UseMutationOptions<UserRotateServiceUserResponse, SigillError, Options<UserRotateServiceUserData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().user.rotateServiceUser({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};

/**
 * Rename an API key
 *
 * Gives an API key another name. The key and its secret stay as they are. Any signed-in user of the account may call it.
 */
export const userRenameServiceUserMutation = (options?: Partial<Options<UserRenameServiceUserData>>): UseMutationOptions<UserRenameServiceUserResponse, SigillError, Options<UserRenameServiceUserData>> => {
    const mutationOptions: UseMutationOptions<UserRenameServiceUserResponse, SigillError, Options<UserRenameServiceUserData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().user.renameServiceUser({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};

/**
 * Delete a user or API key
 *
 * Deletes a user or API key of the account. Its tokens, keys and open invitations stop working at once. Users cannot delete themselves. Any signed-in user of the account may call it.
 */
export const userDeleteMutation = (options?: Partial<Options<UserDeleteData>>): UseMutationOptions<UserDeleteResponse, SigillError, Options<UserDeleteData>> => {
    const mutationOptions: UseMutationOptions<UserDeleteResponse, SigillError, Options<UserDeleteData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().user.delete({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};

/**
 * Invite a user
 *
 * Sends an e-mail with a link to sign up. Whoever signs up through it with the invited address joins the account. The link works once, for 7 days, and as long as the inviter is in the account; a new one for the same address voids it. Any signed-in user of the account with a verified e-mail address may call it.
 */
export const inviteCreateMutation = (options?: Partial<Options<InviteCreateData>>): UseMutationOptions<InviteCreateResponse, SigillError, Options<InviteCreateData>> => {
    const mutationOptions: UseMutationOptions<InviteCreateResponse, SigillError, Options<InviteCreateData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().invite.create({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};

export const inviteListQueryKey = (options?: Options<InviteListData>) => createQueryKey('inviteList', options);

/**
 * List open invitations
 *
 * Returns the invitations of the account that can still be accepted, newest first. Any signed-in user of the account may call it.
 */
export const inviteListOptions = (options?: Options<InviteListData>) => queryOptions<InviteListResponse, SigillError, InviteListResponse, ReturnType<typeof inviteListQueryKey>>({
    queryFn: async ({ queryKey, signal }) => await PortalOperations.__registry.get().invite.list({
        ...options,
        ...queryKey[0],
        signal,
        throwOnError: true
    }),
    queryKey: inviteListQueryKey(options)
});

/**
 * Revoke an invitation
 *
 * Takes an open invitation back; its link no longer works. Any signed-in user of the account may call it.
 */
export const inviteRevokeMutation = (options?: Partial<Options<InviteRevokeData>>): UseMutationOptions<InviteRevokeResponse, SigillError, Options<InviteRevokeData>> => {
    const mutationOptions: UseMutationOptions<InviteRevokeResponse, SigillError, Options<InviteRevokeData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().invite.revoke({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};

/**
 * Sign up with a password
 *
 * Creates a user and, unless the reference is an invitation, a new account in its trial. Anyone may call it. The e-mail address starts unverified.
 */
export const passwordCreateMutation = (options?: Partial<Options<PasswordCreateData>>): UseMutationOptions<PasswordCreateResponse, SigillError, Options<PasswordCreateData>> => {
    const mutationOptions: UseMutationOptions<PasswordCreateResponse, SigillError, Options<PasswordCreateData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().password.create({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};

/**
 * Sign in with a password
 *
 * Signs a natural user in. Anyone may call it. Wrong attempts are limited per network, user and device; what others guess does not count against a device on which the user signed in before, named by a cookie.
 */
export const passwordAuthenticateMutation = (options?: Partial<Options<PasswordAuthenticateData>>): UseMutationOptions<PasswordAuthenticateResponse, SigillError, Options<PasswordAuthenticateData>> => {
    const mutationOptions: UseMutationOptions<PasswordAuthenticateResponse, SigillError, Options<PasswordAuthenticateData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().password.authenticate({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};

/**
 * Send a recovery code
 *
 * Sends a 6-character code, valid for 10 minutes, with which to set a new password. Anyone may call it. The answer is the same for an unknown address.
 */
export const passwordRecoverSendCodeMutation = (options?: Partial<Options<PasswordRecoverSendCodeData>>): UseMutationOptions<PasswordRecoverSendCodeResponse, SigillError, Options<PasswordRecoverSendCodeData>> => {
    const mutationOptions: UseMutationOptions<PasswordRecoverSendCodeResponse, SigillError, Options<PasswordRecoverSendCodeData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().password.recoverSendCode({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};

/**
 * Set a new password with a recovery code
 *
 * Sets a new password with the code from the e-mail and ends all sign-ins of the user. Anyone may call it. A caller has 5 attempts for each code. The code proves the address: it is verified from then on, and when it never was before, all API keys, other users and invitations of the account go.
 */
export const passwordRecoverMutation = (options?: Partial<Options<PasswordRecoverData>>): UseMutationOptions<PasswordRecoverResponse, SigillError, Options<PasswordRecoverData>> => {
    const mutationOptions: UseMutationOptions<PasswordRecoverResponse, SigillError, Options<PasswordRecoverData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().password.recover({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};

/**
 * Send an e-mail verification code
 *
 * Sends a 6-character code, valid for 10 minutes, to the address of the signed-in user. A new code voids the one before. Nothing is sent when the address is already verified.
 */
export const passwordVerifyEmailSendCodeMutation = (options?: Partial<Options<PasswordVerifyEmailSendCodeData>>): UseMutationOptions<PasswordVerifyEmailSendCodeResponse, SigillError, Options<PasswordVerifyEmailSendCodeData>> => {
    const mutationOptions: UseMutationOptions<PasswordVerifyEmailSendCodeResponse, SigillError, Options<PasswordVerifyEmailSendCodeData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().password.verifyEmailSendCode({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};

/**
 * Verify the e-mail address
 *
 * Marks the address of the signed-in user as verified with the code from the e-mail. A code is void after 5 wrong attempts.
 */
export const passwordVerifyEmailMutation = (options?: Partial<Options<PasswordVerifyEmailData>>): UseMutationOptions<PasswordVerifyEmailResponse, SigillError, Options<PasswordVerifyEmailData>> => {
    const mutationOptions: UseMutationOptions<PasswordVerifyEmailResponse, SigillError, Options<PasswordVerifyEmailData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().password.verifyEmail({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};

/**
 * Change the e-mail address
 *
 * Replaces the address of the signed-in natural user. The new address starts unverified, and an e-mail tells the old one.
 */
export const passwordChangeEmailMutation = (options?: Partial<Options<PasswordChangeEmailData>>): UseMutationOptions<PasswordChangeEmailResponse, SigillError, Options<PasswordChangeEmailData>> => {
    const mutationOptions: UseMutationOptions<PasswordChangeEmailResponse, SigillError, Options<PasswordChangeEmailData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().password.changeEmail({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};

/**
 * Change the password
 *
 * Replaces the password of the signed-in natural user. All other sign-ins of the user end.
 */
export const passwordChangePasswordMutation = (options?: Partial<Options<PasswordChangePasswordData>>): UseMutationOptions<PasswordChangePasswordResponse, SigillError, Options<PasswordChangePasswordData>> => {
    const mutationOptions: UseMutationOptions<PasswordChangePasswordResponse, SigillError, Options<PasswordChangePasswordData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().password.changePassword({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};

/**
 * Renew the tokens
 *
 * Exchanges a refresh token for new tokens. Anyone who holds the token may call it. The token just replaced is honoured for 60 seconds and gives the same tokens; a later reuse ends the sign-in.
 */
export const bearerRenewMutation = (options?: Partial<Options<BearerRenewData>>): UseMutationOptions<BearerRenewResponse, SigillError, Options<BearerRenewData>> => {
    const mutationOptions: UseMutationOptions<BearerRenewResponse, SigillError, Options<BearerRenewData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().bearer.renew({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};

/**
 * Sign out
 *
 * Ends the sign-in that the access token belongs to. Anyone who holds the token may call it. An unknown or expired token gets the same answer.
 */
export const bearerRevokeMutation = (options?: Partial<Options<BearerRevokeData>>): UseMutationOptions<BearerRevokeResponse, SigillError, Options<BearerRevokeData>> => {
    const mutationOptions: UseMutationOptions<BearerRevokeResponse, SigillError, Options<BearerRevokeData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().bearer.revoke({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};

/**
 * Start signing in with Google
 *
 * Returns the address at Google to send the browser to, and ties the attempt to this browser with a cookie. Anyone may call it.
 */
export const googleUriMutation = (options?: Partial<Options<GoogleUriData>>): UseMutationOptions<GoogleUriResponse, SigillError, Options<GoogleUriData>> => {
    const mutationOptions: UseMutationOptions<GoogleUriResponse, SigillError, Options<GoogleUriData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().google.uri({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};

/**
 * Sign in or up with Google
 *
 * Completes a sign-in with the code that Google returned to this browser. The first sign-in creates the user and, unless the reference is an invitation, a new account. Anyone may call it. An address that is unverified, or registered in another way, is refused and never linked.
 */
export const googleAuthenticateMutation = (options?: Partial<Options<GoogleAuthenticateData>>): UseMutationOptions<GoogleAuthenticateResponse, SigillError, Options<GoogleAuthenticateData>> => {
    const mutationOptions: UseMutationOptions<GoogleAuthenticateResponse, SigillError, Options<GoogleAuthenticateData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().google.authenticate({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};

/**
 * Start signing in with Microsoft
 *
 * Returns the address at Microsoft to send the browser to, and ties the attempt to this browser with a cookie. Anyone may call it.
 */
export const microsoftUriMutation = (options?: Partial<Options<MicrosoftUriData>>): UseMutationOptions<MicrosoftUriResponse, SigillError, Options<MicrosoftUriData>> => {
    const mutationOptions: UseMutationOptions<MicrosoftUriResponse, SigillError, Options<MicrosoftUriData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().microsoft.uri({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};

/**
 * Sign in or up with Microsoft
 *
 * Completes a sign-in with the code that Microsoft returned to this browser. The first sign-in creates the user and, unless the reference is an invitation, a new account. Anyone may call it. An address that is unverified, or registered in another way, is refused and never linked.
 */
export const microsoftAuthenticateMutation = (options?: Partial<Options<MicrosoftAuthenticateData>>): UseMutationOptions<MicrosoftAuthenticateResponse, SigillError, Options<MicrosoftAuthenticateData>> => {
    const mutationOptions: UseMutationOptions<MicrosoftAuthenticateResponse, SigillError, Options<MicrosoftAuthenticateData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().microsoft.authenticate({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};

export const merchantSelfQueryKey = (options?: Options<MerchantSelfData>) => createQueryKey('merchantSelf', options);

/**
 * Get the account
 *
 * Returns the account of the signed-in user, with the name that end users see when a session of it is opened.
 */
export const merchantSelfOptions = (options?: Options<MerchantSelfData>) => queryOptions<MerchantSelfResponse, SigillError, MerchantSelfResponse, ReturnType<typeof merchantSelfQueryKey>>({
    queryFn: async ({ queryKey, signal }) => await PortalOperations.__registry.get().merchant.self({
        ...options,
        ...queryKey[0],
        signal,
        throwOnError: true
    }),
    queryKey: merchantSelfQueryKey(options)
});

/**
 * Delete the account
 *
 * Deletes the account with all its users and API keys. Tokens and keys stop working at once and identity data is destroyed; bills are kept as the law requires. Any signed-in user of the account may call it.
 */
export const merchantDeleteMutation = (options?: Partial<Options<MerchantDeleteData>>): UseMutationOptions<MerchantDeleteResponse, SigillError, Options<MerchantDeleteData>> => {
    const mutationOptions: UseMutationOptions<MerchantDeleteResponse, SigillError, Options<MerchantDeleteData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().merchant.delete({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};

export const dashboardGetStartedQueryKey = (options?: Options<DashboardGetStartedData>) => createQueryKey('dashboardGetStarted', options);

/**
 * Get the steps of getting started
 *
 * Tells which of the four first steps are done. Any signed-in user of the account may call it.
 */
export const dashboardGetStartedOptions = (options?: Options<DashboardGetStartedData>) => queryOptions<DashboardGetStartedResponse, SigillError, DashboardGetStartedResponse, ReturnType<typeof dashboardGetStartedQueryKey>>({
    queryFn: async ({ queryKey, signal }) => await PortalOperations.__registry.get().dashboard.getStarted({
        ...options,
        ...queryKey[0],
        signal,
        throwOnError: true
    }),
    queryKey: dashboardGetStartedQueryKey(options)
});

export const dashboardUsageQueryKey = (options?: Options<DashboardUsageData>) => createQueryKey('dashboardUsage', options);

/**
 * Get usage
 *
 * Counts the sessions created through the public API, without demo sessions. Called by your backend with an API key, or in the portal.
 */
export const dashboardUsageOptions = (options?: Options<DashboardUsageData>) => queryOptions<DashboardUsageResponse, SigillError, DashboardUsageResponse, ReturnType<typeof dashboardUsageQueryKey>>({
    queryFn: async ({ queryKey, signal }) => await PortalOperations.__registry.get().dashboard.usage({
        ...options,
        ...queryKey[0],
        signal,
        throwOnError: true
    }),
    queryKey: dashboardUsageQueryKey(options)
});

export const auditListQueryKey = (options?: Options<AuditListData>) => createQueryKey('auditList', options);

/**
 * List account actions
 *
 * Returns who did what in the account and when, newest first. It holds no personal data. Any signed-in user of the account may call it.
 */
export const auditListOptions = (options?: Options<AuditListData>) => queryOptions<AuditListResponse, SigillError, AuditListResponse, ReturnType<typeof auditListQueryKey>>({
    queryFn: async ({ queryKey, signal }) => await PortalOperations.__registry.get().audit.list({
        ...options,
        ...queryKey[0],
        signal,
        throwOnError: true
    }),
    queryKey: auditListQueryKey(options)
});

export const billingSelfQueryKey = (options?: Options<BillingSelfData>) => createQueryKey('billingSelf', options);

/**
 * Get the billing account
 *
 * Returns terms, credit and state of billing. Any signed-in user of the account may call it.
 */
export const billingSelfOptions = (options?: Options<BillingSelfData>) => queryOptions<BillingSelfResponse, SigillError, BillingSelfResponse, ReturnType<typeof billingSelfQueryKey>>({
    queryFn: async ({ queryKey, signal }) => await PortalOperations.__registry.get().billing.self({
        ...options,
        ...queryKey[0],
        signal,
        throwOnError: true
    }),
    queryKey: billingSelfQueryKey(options)
});

export const billingPreviewQueryKey = (options?: Options<BillingPreviewData>) => createQueryKey('billingPreview', options);

/**
 * Preview the bill of this billing cycle
 *
 * Returns the bill that the open billing cycle comes to with the sessions approved so far: as if it ended today, like at the deletion of the account, or on its last day. Nothing is stored or charged. Any signed-in user of the account may call it.
 */
export const billingPreviewOptions = (options?: Options<BillingPreviewData>) => queryOptions<BillingPreviewResponse, SigillError, BillingPreviewResponse, ReturnType<typeof billingPreviewQueryKey>>({
    queryFn: async ({ queryKey, signal }) => await PortalOperations.__registry.get().billing.preview({
        ...options,
        ...queryKey[0],
        signal,
        throwOnError: true
    }),
    queryKey: billingPreviewQueryKey(options)
});

/**
 * Update company and country
 *
 * Replaces the company name and the billing country. A VAT number that is not valid in the new country is removed. Any signed-in user of the account may call it.
 */
export const billingUpdateMutation = (options?: Partial<Options<BillingUpdateData>>): UseMutationOptions<BillingUpdateResponse, SigillError, Options<BillingUpdateData>> => {
    const mutationOptions: UseMutationOptions<BillingUpdateResponse, SigillError, Options<BillingUpdateData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().billing.update({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};

/**
 * Change the VAT number
 *
 * Sets the VAT number. It must be valid in the billing country, which must be in the EU; it then exempts from VAT where the law allows. Any signed-in user of the account may call it.
 */
export const billingChangeVatNumberMutation = (options?: Partial<Options<BillingChangeVatNumberData>>): UseMutationOptions<BillingChangeVatNumberResponse, SigillError, Options<BillingChangeVatNumberData>> => {
    const mutationOptions: UseMutationOptions<BillingChangeVatNumberResponse, SigillError, Options<BillingChangeVatNumberData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().billing.changeVatNumber({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};

/**
 * Enable billing
 *
 * Ends the trial and makes billing ACTIVE. It needs a verified e-mail address of the caller and a payment method. Credit that is left is used first. Any signed-in user of the account may call it.
 */
export const billingEnableMutation = (options?: Partial<Options<BillingEnableData>>): UseMutationOptions<BillingEnableResponse, SigillError, Options<BillingEnableData>> => {
    const mutationOptions: UseMutationOptions<BillingEnableResponse, SigillError, Options<BillingEnableData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().billing.enable({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};

export const billGetQueryKey = (options: Options<BillGetData>) => createQueryKey('billGet', options);

/**
 * Get a bill
 *
 * Returns one bill with its lines. Any signed-in user of the account may call it.
 */
export const billGetOptions = (options: Options<BillGetData>) => queryOptions<BillGetResponse, SigillError, BillGetResponse, ReturnType<typeof billGetQueryKey>>({
    queryFn: async ({ queryKey, signal }) => await PortalOperations.__registry.get().bill.get({
        ...options,
        ...queryKey[0],
        signal,
        throwOnError: true
    }),
    queryKey: billGetQueryKey(options)
});

export const billListQueryKey = (options?: Options<BillListData>) => createQueryKey('billList', options);

/**
 * List bills
 *
 * Returns the bills of the account, newest first. Any signed-in user of the account may call it.
 */
export const billListOptions = (options?: Options<BillListData>) => queryOptions<BillListResponse, SigillError, BillListResponse, ReturnType<typeof billListQueryKey>>({
    queryFn: async ({ queryKey, signal }) => await PortalOperations.__registry.get().bill.list({
        ...options,
        ...queryKey[0],
        signal,
        throwOnError: true
    }),
    queryKey: billListQueryKey(options)
});

export const billPdfQueryKey = (options: Options<BillPdfData>) => createQueryKey('billPdf', options);

/**
 * Get a bill as PDF
 *
 * Returns the document of one bill, tagged for screen readers. Any signed-in user of the account may call it.
 */
export const billPdfOptions = (options: Options<BillPdfData>) => queryOptions<BillPdfResponse, SigillError, BillPdfResponse, ReturnType<typeof billPdfQueryKey>>({
    queryFn: async ({ queryKey, signal }) => await PortalOperations.__registry.get().bill.pdf({
        ...options,
        ...queryKey[0],
        signal,
        throwOnError: true
    }),
    queryKey: billPdfQueryKey(options)
});

export const transactionListQueryKey = (options: Options<TransactionListData>) => createQueryKey('transactionList', options);

/**
 * List the transactions of a bill
 *
 * Returns the payments made for one bill, newest first. Any signed-in user of the account may call it.
 */
export const transactionListOptions = (options: Options<TransactionListData>) => queryOptions<TransactionListResponse, SigillError, TransactionListResponse, ReturnType<typeof transactionListQueryKey>>({
    queryFn: async ({ queryKey, signal }) => await PortalOperations.__registry.get().transaction.list({
        ...options,
        ...queryKey[0],
        signal,
        throwOnError: true
    }),
    queryKey: transactionListQueryKey(options)
});

export const paymentMethodGetQueryKey = (options: Options<PaymentMethodGetData>) => createQueryKey('paymentMethodGet', options);

/**
 * Get a payment method
 *
 * Returns one payment method of the account. Any signed-in user of the account may call it.
 */
export const paymentMethodGetOptions = (options: Options<PaymentMethodGetData>) => queryOptions<PaymentMethodGetResponse, SigillError, PaymentMethodGetResponse, ReturnType<typeof paymentMethodGetQueryKey>>({
    queryFn: async ({ queryKey, signal }) => await PortalOperations.__registry.get().paymentMethod.get({
        ...options,
        ...queryKey[0],
        signal,
        throwOnError: true
    }),
    queryKey: paymentMethodGetQueryKey(options)
});

export const paymentMethodListQueryKey = (options?: Options<PaymentMethodListData>) => createQueryKey('paymentMethodList', options);

/**
 * List payment methods
 *
 * Returns the payment methods of the account, or those that a bill was charged to, the primary one first and then the newest. Any signed-in user of the account may call it.
 */
export const paymentMethodListOptions = (options?: Options<PaymentMethodListData>) => queryOptions<PaymentMethodListResponse, SigillError, PaymentMethodListResponse, ReturnType<typeof paymentMethodListQueryKey>>({
    queryFn: async ({ queryKey, signal }) => await PortalOperations.__registry.get().paymentMethod.list({
        ...options,
        ...queryKey[0],
        signal,
        throwOnError: true
    }),
    queryKey: paymentMethodListQueryKey(options)
});

/**
 * Make a payment method primary
 *
 * Charges future bills to this method instead of the present primary one. Any signed-in user of the account may call it.
 */
export const paymentMethodChangePrimaryMutation = (options?: Partial<Options<PaymentMethodChangePrimaryData>>): UseMutationOptions<PaymentMethodChangePrimaryResponse, SigillError, Options<PaymentMethodChangePrimaryData>> => {
    const mutationOptions: UseMutationOptions<PaymentMethodChangePrimaryResponse, SigillError, Options<PaymentMethodChangePrimaryData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().paymentMethod.changePrimary({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};

/**
 * Delete a payment method
 *
 * Removes a payment method here and at the card provider. The primary method cannot be deleted. Any signed-in user of the account may call it.
 */
export const paymentMethodDeleteMutation = (options?: Partial<Options<PaymentMethodDeleteData>>): UseMutationOptions<PaymentMethodDeleteResponse, SigillError, Options<PaymentMethodDeleteData>> => {
    const mutationOptions: UseMutationOptions<PaymentMethodDeleteResponse, SigillError, Options<PaymentMethodDeleteData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().paymentMethod.delete({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};

/**
 * Start adding a card
 *
 * Prepares a card setup that the browser confirms with the script of the card provider. Card numbers never reach this service. Any signed-in user of the account may call it.
 */
export const stripeStartMutation = (options?: Partial<Options<StripeStartData>>): UseMutationOptions<StripeStartResponse, SigillError, Options<StripeStartData>> => {
    const mutationOptions: UseMutationOptions<StripeStartResponse, SigillError, Options<StripeStartData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().stripe.start({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};

/**
 * Finish adding a card
 *
 * Stores the card of a confirmed setup as a payment method. The first method of an account becomes primary. A setup already stored gives the same answer. Any signed-in user of the account may call it.
 */
export const stripeCompleteMutation = (options?: Partial<Options<StripeCompleteData>>): UseMutationOptions<StripeCompleteResponse, SigillError, Options<StripeCompleteData>> => {
    const mutationOptions: UseMutationOptions<StripeCompleteResponse, SigillError, Options<StripeCompleteData>> = {
        mutationFn: async (fnOptions) => await PortalOperations.__registry.get().stripe.complete({
            ...options,
            ...fnOptions,
            throwOnError: true
        })
    };
    return mutationOptions;
};
