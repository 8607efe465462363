// Generated from openapi/v1.yaml by `npm run generate`. Do not edit.

import * as v from 'valibot';

/**
 * What went wrong, for programs. New codes may be added.
 */
export const vProblemCode = v.picklist([
    'missing_property',
    'wrong_type',
    'invalid_value',
    'unknown_property',
    'malformed_body',
    'missing_credentials',
    'invalid_credentials',
    'wrong_credentials',
    'forbidden',
    'wrong_user_type',
    'csrf_failed',
    'role_not_allowed',
    'account_suspended',
    'cannot_delete_self',
    'fresh_proof_required',
    'second_factor_required',
    'second_factor_setup_required',
    'last_sign_in_method',
    'billing_inactive',
    'credit_exhausted',
    'spending_cap_reached',
    'specimen_limit',
    'email_not_verified',
    'payment_method_missing',
    'primary_payment_method',
    'not_found',
    'method_not_allowed',
    'unsupported_media_type',
    'payload_too_large',
    'last_owner',
    'email_taken',
    'invite_used',
    'invite_for_another_email',
    'idempotency_conflict',
    'idempotency_in_progress',
    'answer_not_kept',
    'session_not_open',
    'proof_unavailable',
    'session_already_started',
    'challenge_limit',
    'challenge_invalid',
    'callback_not_resendable',
    'invalid_code',
    'code_expired',
    'invalid_link',
    'too_many_attempts',
    'rate_limited',
    'face_verification_unavailable',
    'callback_url_not_allowed',
    'invalid_vat_number',
    'card_declined',
    'sign_in_refused',
    'provider_unavailable',
    'not_implemented',
    'internal_error',
    'service_unavailable'
]);

/**
 * Id of a request.
 */
export const vRequestIdentifier = v.pipe(v.string(), v.maxLength(64), v.regex(/^[A-Za-z0-9_-]{1,64}$/));

/**
 * An error.
 */
export const vProblem = v.object({
    error: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
    code: vProblemCode,
    request_id: vRequestIdentifier,
    details: v.optional(v.pipe(v.array(v.object({
        path: v.pipe(v.string(), v.maxLength(255)),
        expected: v.pipe(v.string(), v.maxLength(1000)),
        received: v.pipe(v.string(), v.maxLength(255))
    })), v.maxLength(50)))
});

/**
 * Id, random and not in order of time.
 */
export const vId = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9007199254740991));

/**
 * Point in time, ISO 8601 in UTC with Z.
 */
export const vTimestamp = v.pipe(v.string(), v.isoTimestamp(), v.maxLength(30), v.regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})?Z$/));

/**
 * Date, YYYY-MM-DD.
 */
export const vCalendarDate = v.pipe(v.string(), v.isoDate(), v.maxLength(10));

/**
 * Decimal number as text.
 */
export const vDecimal = v.pipe(v.string(), v.maxLength(20), v.regex(/^-?[0-9]{1,12}\.[0-9]{2,6}$/));

/**
 * Country, ISO 3166-1 alpha-2.
 */
export const vCountryCode = v.pipe(v.string(), v.length(2), v.regex(/^[A-Z]{2}$/));

/**
 * Currency, ISO 4217.
 */
export const vCurrency = v.picklist(['USD']);

/**
 * E-mail address.
 */
export const vEmailAddress = v.pipe(v.string(), v.minLength(6), v.maxLength(254), v.regex(/^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]{2,}$/));

/**
 * E-mail address that can get mail. Letters that only look different, such as full-width ones, are stored as the usual ones.
 */
export const vNewEmailAddress = v.pipe(v.string(), v.minLength(6), v.maxLength(254), v.regex(/^[^\x00-\x20\x7F-\xA0\xAD\u061c\u180e -\u200f\u2028-  -\u206f　\ufeff\ufff9-\ufffb@<>()\[\]\\,;:"]+@(?:[^\x00-\x20\x7F-\xA0\xAD\u061c\u180e -\u200f\u2028-  -\u206f　\ufeff\ufff9-\ufffb!-\/:-@\[-\x60{-~][^\x00-\x20\x7F-\xA0\xAD\u061c\u180e -\u200f\u2028-  -\u206f　\ufeff\ufff9-\ufffb!-,.\/:-@\[-\x60{-~]*\.)+[^\x00-\x20\x7F-\xA0\xAD\u061c\u180e -\u200f\u2028-  -\u206f　\ufeff\ufff9-\ufffb!-\/:-@\[-\x60{-~][^\x00-\x20\x7F-\xA0\xAD\u061c\u180e -\u200f\u2028-  -\u206f　\ufeff\ufff9-\ufffb!-,.\/:-@\[-\x60{-~]+$/));

/**
 * Text on one line, without control characters and without those that turn the direction of writing.
 */
export const vLineOfText = v.pipe(v.string(), v.maxLength(255), v.regex(/^[^\x00-\x1F\x7F-\x9F\u2028-\u202e\u2066-\u2069]*$/));

/**
 * Password of at least 4 characters.
 */
export const vPlainPassword = v.pipe(v.string(), v.minLength(4), v.maxLength(1024));

/**
 * The 6 characters that were sent by mail. Upper and lower case are the same.
 */
export const vOneTimeCode = v.pipe(v.string(), v.length(6), v.regex(/^[^\x00]*$/));

/**
 * Token. Do not look into it.
 */
export const vOpaqueToken = v.pipe(v.string(), v.minLength(16), v.maxLength(512), v.regex(/^[^\x00]*$/));

/**
 * Where a page begins: the `next_cursor` of the page before.
 */
export const vCursor = v.pipe(v.string(), v.minLength(1), v.maxLength(512), v.regex(/^[^\x00]*$/));

/**
 * How many to return in a page.
 */
export const vPageSize = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)), 20);

/**
 * Bytes in base64 with padding.
 */
export const vBase64 = v.pipe(v.string(), v.maxLength(8388608), v.regex(/^[A-Za-z0-9+\/]*={0,2}$/));

/**
 * Web address.
 */
export const vUrl = v.pipe(v.string(), v.maxLength(2048), v.regex(/^https?:\/\/[^\s]+$/));

/**
 * Nothing yet: properties may be added.
 */
export const vEmptyObject = v.record(v.string(), v.unknown());

/**
 * IPv4 or IPv6 address.
 */
export const vIpAddress = v.pipe(v.string(), v.maxLength(45), v.regex(/^[0-9A-Fa-f.:]{2,45}$/));

/**
 * Your own name for the session, such as an order number.
 */
export const vSessionReference = v.pipe(v.string(), v.minLength(1), v.maxLength(255), v.regex(/^[^\x00]*$/));

/**
 * The id of a session, or how its reference begins, with the same upper and lower case. Where both could be meant, the session with that id is the answer.
 */
export const vSessionSearch = v.pipe(v.string(), v.minLength(1), v.maxLength(255), v.regex(/^[^\x00]*$/));

/**
 * Where changes of state are sent: https, on a public address.
 */
export const vCallbackUrl = v.pipe(v.string(), v.maxLength(2048), v.regex(/^https?:\/\/[^\s]+$/));

/**
 * Language of the end user: English, Spanish, Swedish, German, French, Polish, Portuguese or Arabic.
 */
export const vPersonLocale = v.picklist([
    'en',
    'es',
    'sv',
    'de',
    'fr',
    'pl',
    'pt',
    'ar'
]);

/**
 * CREATED, INITIATED when the end user has started, COMPLETED when the chip was read and is being verified. FAILED, ABORTED, REJECTED and APPROVED are ends; after them create a new session.
 */
export const vSessionState = v.picklist([
    'CREATED',
    'INITIATED',
    'FAILED',
    'ABORTED',
    'COMPLETED',
    'REJECTED',
    'APPROVED'
]);

/**
 * Only sessions in one of these states.
 */
export const vSessionStates = v.pipe(v.array(vSessionState), v.minLength(1), v.maxLength(7));

/**
 * A session and the link for its end user.
 */
export const vNewSession = v.object({
    id: vId,
    token: vOpaqueToken,
    expires: vTimestamp,
    open_url: vUrl,
    specimen: v.optional(v.boolean())
});

/**
 * Where the page at `open_url` leads the end user when the session has ended: a web address, or one with the scheme of an app. `open_url` has it in its query. Where the account names `return_addresses`, it must be one of them.
 */
export const vRedirectUrl = v.pipe(v.string(), v.maxLength(2048), v.regex(/^[A-Za-z][A-Za-z0-9+.-]*:[^\s]+$/));

/**
 * The state of a session.
 */
export const vStateOnly = v.object({
    state: vSessionState
});

/**
 * Why a session ended without approval. `session_expired` and the codes from nfc_unavailable on belong to FAILED, the others to REJECTED.
 */
export const vFailureCode = v.picklist([
    'session_expired',
    'malformed',
    'unsupported_algorithm',
    'sod_digest_mismatch',
    'sod_signature_invalid',
    'issuer_unknown',
    'certificate_expired',
    'certificate_revoked',
    'country_mismatch',
    'dg_hash_mismatch',
    'dg_missing',
    'mrz_invalid',
    'document_expired',
    'document_type_not_allowed',
    'weak_algorithm',
    'chip_auth_missing',
    'chip_auth_failed',
    'portrait_unreadable',
    'face_missing',
    'face_mismatch',
    'liveness_failed',
    'face_unavailable',
    'specimen_required',
    'nfc_unavailable',
    'nfc_lost',
    'access_denied',
    'read_error',
    'unsupported_document',
    'camera_denied',
    'timeout',
    'internal'
]);

/**
 * What exactly went wrong between reader and chip, in the words of ICAO Doc 9303-11 and ISO/IEC 7816-4. Each belongs to one code of `reader.fail`. Absent where nobody said it.
 */
export const vReaderFailCause = v.picklist([
    'chip_lost',
    'active_authentication_lost',
    'chip_authentication_lost',
    'chip_silent',
    'challenges_expired',
    'access_key_invalid',
    'mrz_refused',
    'can_refused',
    'password_blocked',
    'application_missing',
    'pace_unsupported',
    'bac_unsupported',
    'can_unsupported',
    'pace_token_wrong',
    'bac_response_wrong',
    'access_malformed',
    'public_key_invalid',
    'checksum_wrong',
    'secure_messaging_ended',
    'secured_response_malformed',
    'security_status_not_satisfied',
    'file_not_found',
    'file_refused',
    'file_incomplete',
    'file_too_long',
    'file_malformed',
    'chip_failure',
    'response_malformed',
    'response_endless',
    'data_object_malformed'
]);

/**
 * Why the session ended without approval.
 */
export const vSessionFailure = v.object({
    code: vFailureCode,
    message: v.pipe(v.string(), v.minLength(1), v.maxLength(500)),
    retryable: v.boolean(),
    cause: v.optional(vReaderFailCause),
    help_url: v.optional(vUrl)
});

/**
 * What is said of every session, in lists too.
 */
export const vSessionSummary = v.object({
    id: vId,
    created: vTimestamp,
    expires: vTimestamp,
    initiated: v.optional(vTimestamp),
    ended: v.optional(vTimestamp),
    identity_data_until: v.optional(vTimestamp),
    redacted: v.optional(vTimestamp),
    reference: v.optional(vSessionReference),
    locale: v.optional(vPersonLocale),
    face_verification: v.boolean(),
    passport_only: v.boolean(),
    require_clone_protection: v.optional(v.boolean()),
    refuse_weak: v.optional(v.boolean()),
    specimen: v.boolean()
});

/**
 * What is said of a session in every state.
 */
export const vSessionDetails = v.intersect([vSessionSummary, v.object({
        callback_url: v.optional(vCallbackUrl),
        user_ip: v.optional(vIpAddress),
        user_agent: v.optional(v.pipe(v.string(), v.maxLength(512)))
    })]);

/**
 * A session for which no document was verified.
 */
export const vUnverifiedSession = v.intersect([vSessionDetails, v.object({
        state: v.picklist([
            'CREATED',
            'INITIATED',
            'ABORTED'
        ])
    })]);

/**
 * A session that failed before a document was verified.
 */
export const vFailedSession = v.intersect([vSessionDetails, v.object({
        state: v.picklist(['FAILED']),
        ended: vTimestamp,
        failure: vSessionFailure
    })]);

/**
 * A proof of an approved session.
 */
export const vSessionProof = v.object({
    proof: v.pipe(v.string(), v.maxLength(65536), v.regex(/^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+~([A-Za-z0-9_-]+~)*$/)),
    specimen: v.boolean()
});

/**
 * What the machine readable zone says, as it says it.
 */
export const vMrzData = v.object({
    document_code: v.pipe(v.string(), v.maxLength(2)),
    issuing_state: v.pipe(v.string(), v.maxLength(3)),
    nationality: v.pipe(v.string(), v.maxLength(3)),
    surname: v.pipe(v.string(), v.maxLength(39)),
    given_names: v.pipe(v.string(), v.maxLength(39)),
    date_of_birth: v.pipe(v.string(), v.maxLength(6), v.regex(/^[0-9<]{6}$/))
});

/**
 * DG1 is the MRZ, DG11 has more about the person, DG12 more about the document.
 */
export const vDataSource = v.picklist([
    'DG1',
    'DG11',
    'DG12'
]);

/**
 * The data group that each identity field was taken from.
 */
export const vDataSources = v.object({
    given_names: v.optional(vDataSource),
    surname: v.optional(vDataSource),
    nationality: v.optional(vDataSource),
    sex: v.optional(vDataSource),
    date_of_birth: v.optional(vDataSource),
    partial_date_of_birth: v.optional(vDataSource),
    latest_date_of_birth: v.optional(vDataSource),
    personal_number: v.optional(vDataSource),
    document_type: v.optional(vDataSource),
    document_number: v.optional(vDataSource),
    issue_date: v.optional(vDataSource),
    expiry_date: v.optional(vDataSource),
    issuing_country: v.optional(vDataSource),
    issuer: v.optional(vDataSource)
});

/**
 * A session without identity data.
 */
export const vSessionListItem = v.intersect([vSessionSummary, v.object({
        state: vSessionState,
        failure_code: v.optional(vFailureCode),
        document_country: v.optional(vCountryCode)
    })]);

/**
 * A file of the chip, as `reader.submit` names it.
 */
export const vChipFile = v.picklist([
    'com',
    'sod',
    'dg1',
    'dg2',
    'dg7',
    'dg11',
    'dg12',
    'dg14',
    'dg15'
]);

/**
 * A file that was read.
 */
export const vFileRead = v.object({
    file: vChipFile,
    bytes: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(262144)),
    duration_ms: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(86400000)))
});

/**
 * An outdated algorithm or a short key, which is accepted.
 */
export const vChipWeakness = v.object({
    where: v.picklist([
        'DATA_GROUPS',
        'SECURITY_OBJECT',
        'DOCUMENT_SIGNER',
        'CSCA',
        'ACTIVE_AUTHENTICATION'
    ]),
    algorithm: v.pipe(v.string(), v.maxLength(64))
});

/**
 * What is unusual. The first five refuse the document: the signer is no document signer (`signer_is_ca`, `signer_key_usage`, `signer_purpose`), its certificate demands something unknown (`signer_critical_extension`), or it may not sign documents of this type (`signer_document_type`). The other `signer_`, `signing_` and `csca_` flags tell where certificates depart from ICAO Doc 9303-12. The chip offers Chip Authentication of a kind that is not supported (`chip_authentication_unsupported`), or no proof that it is the original but that of PACE with Chip Authentication Mapping, which does not count (`chip_authentication_mapping_only`). Those that begin with `deviation_` repeat what the issuing State has published about its documents.
 */
export const vChipFlagCode = v.picklist([
    'signer_is_ca',
    'signer_key_usage',
    'signer_purpose',
    'signer_critical_extension',
    'signer_document_type',
    'signer_version',
    'signer_key_usage_absent',
    'signer_key_usage_unusual',
    'signer_purpose_unusual',
    'signer_document_type_unlisted',
    'signer_issuer_name',
    'signer_validity',
    'signer_key_period',
    'signing_time',
    'csca_key_period',
    'chip_authentication_unsupported',
    'chip_authentication_mapping_only',
    'deviation_certificate',
    'deviation_active_authentication_key',
    'deviation_data',
    'deviation_mrz',
    'deviation_chip',
    'deviation_other'
]);

/**
 * Something unusual about a document.
 */
export const vChipFlag = v.object({
    code: vChipFlagCode,
    message: v.pipe(v.string(), v.minLength(1), v.maxLength(500))
});

/**
 * SHA-256 of the certificate as it was read. It is not the identity of whom the certificate names.
 */
export const vFingerprint = v.pipe(v.string(), v.maxLength(64), v.regex(/^[0-9a-f]{64}$/));

/**
 * A decimal from 0.0000 to 1.0000. Scores of different matchers do not compare.
 */
export const vScore = v.pipe(v.string(), v.maxLength(6), v.regex(/^(0\.[0-9]{4}|1\.0000)$/));

/**
 * How the face was compared with the portrait. Absent where no face was compared.
 */
export const vFaceMatch = v.object({
    matcher: v.picklist([
        'http',
        'onnx',
        'specimen'
    ]),
    score: vScore,
    threshold: vScore,
    liveness: v.optional(v.object({
        score: vScore,
        threshold: vScore
    }))
});

/**
 * NOT_PRESENT when the document or the session has nothing to check.
 */
export const vCheckResult = v.picklist([
    'PASSED',
    'FAILED',
    'NOT_PRESENT'
]);

/**
 * How the five checks went, once the document is verified. Nothing of it is about the person.
 */
export const vCheckResults = v.object({
    issuer: vCheckResult,
    signature: vCheckResult,
    data: vCheckResult,
    clone: vCheckResult,
    face: vCheckResult
});

/**
 * The verdict of one check.
 */
export const vChipCheck = v.object({
    result: vCheckResult,
    code: v.optional(vFailureCode),
    message: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(500)))
});

/**
 * What was verified and how.
 */
export const vChipVerification = v.object({
    checks: v.object({
        issuer: vChipCheck,
        signature: vChipCheck,
        data: vChipCheck,
        document: vChipCheck,
        clone: vChipCheck,
        portrait: vChipCheck,
        face: vChipCheck
    }),
    clone_protection: v.picklist([
        'ACTIVE_AUTHENTICATION',
        'CHIP_AUTHENTICATION',
        'NONE'
    ]),
    clone_protection_offered: v.optional(v.pipe(v.array(v.picklist(['ACTIVE_AUTHENTICATION', 'CHIP_AUTHENTICATION'])), v.maxLength(2))),
    data_groups: v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(16))), v.maxLength(16)),
    data_groups_read: v.optional(v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(16))), v.maxLength(16))),
    digest_algorithm: v.optional(v.pipe(v.string(), v.maxLength(64))),
    signature_algorithm: v.optional(v.pipe(v.string(), v.maxLength(128))),
    signer: v.optional(v.object({
        subject: v.pipe(v.string(), v.maxLength(1024)),
        issuer: v.pipe(v.string(), v.maxLength(1024)),
        serial_number: v.pipe(v.string(), v.maxLength(80), v.regex(/^[0-9a-f]{1,80}$/)),
        not_before: vTimestamp,
        not_after: vTimestamp,
        fingerprint: v.optional(vFingerprint)
    })),
    trust_anchor: v.optional(v.object({
        subject: v.pipe(v.string(), v.maxLength(1024)),
        country: v.optional(vCountryCode),
        source: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
        source_date: v.optional(vCalendarDate),
        fingerprint: v.optional(vFingerprint)
    })),
    weak_algorithms: v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.maxLength(16)),
    weaknesses: v.optional(v.pipe(v.array(vChipWeakness), v.maxLength(32))),
    flags: v.optional(v.pipe(v.array(vChipFlag), v.maxLength(64))),
    specimen: v.boolean(),
    face_match: v.optional(vFaceMatch)
});

/**
 * A session whose document was read and is being verified.
 */
export const vCompletedSession = v.intersect([vSessionDetails, v.object({
        state: v.picklist(['COMPLETED']),
        initiated: vTimestamp,
        chip: vChipVerification
    })]);

/**
 * A session whose document could not be verified.
 */
export const vRejectedSession = v.intersect([vSessionDetails, v.object({
        state: v.picklist(['REJECTED']),
        initiated: vTimestamp,
        ended: vTimestamp,
        failure: vSessionFailure,
        chip: vChipVerification
    })]);

/**
 * A session whose document was verified. The identity fields are absent after `redacted`.
 */
export const vApprovedSession = v.intersect([vSessionDetails, v.object({
        state: v.picklist(['APPROVED']),
        initiated: vTimestamp,
        ended: vTimestamp,
        chip: vChipVerification,
        given_names: v.optional(v.pipe(v.string(), v.maxLength(255))),
        surname: v.optional(v.pipe(v.string(), v.maxLength(255))),
        nationality: v.optional(vCountryCode),
        sex: v.optional(v.picklist([
            'MALE',
            'FEMALE',
            'UNSPECIFIED'
        ])),
        date_of_birth: v.optional(vCalendarDate),
        partial_date_of_birth: v.optional(v.pipe(v.string(), v.maxLength(7), v.regex(/^[0-9]{4}(-[0-9]{2})?$/))),
        latest_date_of_birth: v.optional(vCalendarDate),
        personal_number: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(64))),
        document_type: v.optional(v.picklist([
            'PASSPORT',
            'ID_CARD',
            'OTHER'
        ])),
        document_number: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(32))),
        issue_date: v.optional(vCalendarDate),
        expiry_date: v.optional(vCalendarDate),
        issuing_country: v.optional(vCountryCode),
        issuer: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(255))),
        mrz: v.optional(vMrzData),
        sources: v.optional(vDataSources),
        portrait: v.optional(vBase64),
        signature_image: v.optional(vBase64),
        face: v.optional(vBase64)
    })]);

/**
 * A verification session. `state` says which fields it has.
 */
export const vVerificationSession = v.union([
    v.intersect([v.object({
            state: v.literal('CREATED')
        }), vUnverifiedSession]),
    v.intersect([v.object({
            state: v.literal('INITIATED')
        }), vUnverifiedSession]),
    v.intersect([v.object({
            state: v.literal('ABORTED')
        }), vUnverifiedSession]),
    v.intersect([v.object({
            state: v.literal('COMPLETED')
        }), vCompletedSession]),
    v.intersect([v.object({
            state: v.literal('FAILED')
        }), vFailedSession]),
    v.intersect([v.object({
            state: v.literal('REJECTED')
        }), vRejectedSession]),
    v.intersect([v.object({
            state: v.literal('APPROVED')
        }), vApprovedSession])
]);

/**
 * Id of an event, the same over all attempts.
 */
export const vEventId = v.pipe(v.string(), v.maxLength(68), v.regex(/^msg_[A-Za-z0-9_-]{16,64}$/));

/**
 * A try of delivering a callback.
 */
export const vCallbackTry = v.object({
    id: vEventId,
    session_state: vSessionState,
    number: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)),
    duration_ms: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(86400000)),
    status_code: v.optional(v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(599)))
});

/**
 * Something that happened in a session.
 */
export const vSessionEvent = v.object({
    at: vTimestamp,
    kind: v.picklist([
        'CREATED',
        'OPENED',
        'STARTED',
        'CHIP_AUTHENTICATION',
        'READ',
        'APPROVED',
        'REJECTED',
        'FAILED',
        'ABORTED',
        'CALLBACK_SENT',
        'REDACTED',
        'VIEWED',
        'PROOF_ISSUED',
        'CALLBACK_RESENT'
    ]),
    failure_code: v.optional(vFailureCode),
    user_id: v.optional(vId),
    files: v.optional(v.pipe(v.array(vFileRead), v.maxLength(16))),
    callback: v.optional(vCallbackTry)
});

/**
 * A state whose beginning is reported to `callback_url`.
 */
export const vReportedState = v.picklist([
    'INITIATED',
    'COMPLETED',
    'APPROVED',
    'REJECTED',
    'FAILED',
    'ABORTED'
]);

/**
 * A host that callbacks are sent to, and what became of those of the last 7 days.
 */
export const vCallbackHost = v.object({
    host: v.pipe(v.string(), v.minLength(1), v.maxLength(300)),
    delivered: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1000000000)),
    delivered_at_first: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1000000000)),
    failed: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1000000000)),
    waiting: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1000)),
    median_ms: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(600000))),
    failing_since: v.optional(vTimestamp),
    last_failure: v.optional(v.object({
        created: vTimestamp,
        status_code: v.optional(v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(599))),
        error: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(500)))
    }))
});

/**
 * Kind of event.
 */
export const vCallbackType = v.picklist(['session.state_changed']);

/**
 * What is sent to `callback_url`. It never holds identity data.
 */
export const vCallbackEvent = v.object({
    id: vEventId,
    type: vCallbackType,
    created: vTimestamp,
    test: v.optional(v.boolean()),
    data: v.object({
        id: vId,
        state: vSessionState,
        previous_state: vSessionState,
        reference: v.optional(vSessionReference),
        failure: v.optional(vSessionFailure),
        specimen: v.optional(v.boolean())
    })
});

/**
 * PENDING while attempts remain, DELIVERED after a 2xx, FAILED when no attempt is left.
 */
export const vCallbackState = v.picklist([
    'PENDING',
    'DELIVERED',
    'FAILED'
]);

/**
 * A callback and how far it got.
 */
export const vCallbackDelivery = v.object({
    id: vEventId,
    session_id: vId,
    type: vCallbackType,
    url: vCallbackUrl,
    state: vCallbackState,
    session_state: vSessionState,
    created: vTimestamp,
    next_attempt: v.optional(vTimestamp),
    attempts: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1000))
});

/**
 * One attempt.
 */
export const vCallbackAttempt = v.object({
    number: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)),
    created: vTimestamp,
    duration_ms: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(600000)),
    status_code: v.optional(v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(599))),
    error: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(500)))
});

/**
 * A callback as it is sent.
 */
export const vCallbackMessage = v.object({
    headers: v.object({
        'webhook-id': vEventId,
        'webhook-timestamp': v.pipe(v.string(), v.maxLength(12), v.regex(/^[0-9]{1,12}$/)),
        'webhook-signature': v.pipe(v.string(), v.maxLength(95), v.regex(/^v1,[A-Za-z0-9+\/]{43}=( v1,[A-Za-z0-9+\/]{43}=)?$/))
    }),
    body: v.pipe(v.string(), v.maxLength(8192))
});

/**
 * A callback with its body and attempts.
 */
export const vCallbackRecord = v.object({
    id: vEventId,
    session_id: vId,
    type: vCallbackType,
    url: vCallbackUrl,
    state: vCallbackState,
    session_state: vSessionState,
    created: vTimestamp,
    next_attempt: v.optional(vTimestamp),
    attempts: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1000)),
    payload: vCallbackEvent,
    message: v.optional(vCallbackMessage),
    attempt_list: v.pipe(v.array(vCallbackAttempt), v.maxLength(1000))
});

/**
 * The secret that signs callbacks.
 */
export const vSigningSecret = v.object({
    secret: v.pipe(v.string(), v.maxLength(96), v.regex(/^whsec_[A-Za-z0-9+\/]{24,88}={0,2}$/)),
    created: vTimestamp,
    previous_expires: v.optional(vTimestamp)
});

/**
 * What `reader.submit` and `reader.challenge` accept.
 */
export const vReaderLimits = v.object({
    dg2_bytes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(16777216)),
    file_bytes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(16777216)),
    face_bytes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(16777216)),
    frame_bytes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(16777216)),
    frames: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
    body_bytes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(16777216)),
    challenges: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100))
});

/**
 * 8 bytes in base64.
 */
export const vChallenge = v.pipe(v.string(), v.length(12), v.regex(/^[A-Za-z0-9+\/]{11}=$/));

/**
 * What a reader does with a chip for Chip Authentication (ICAO Doc 9303-11, 6.2).
 */
export const vChipAuthenticationRequest = v.object({
    protocol: v.pipe(v.string(), v.minLength(3), v.maxLength(64), v.regex(/^[0-9]+(\.[0-9]+){1,20}$/)),
    key_id: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2147483647))),
    ephemeral_public_key: v.pipe(v.string(), v.minLength(4), v.maxLength(1368), v.regex(/^[A-Za-z0-9+\/]*={0,2}$/)),
    probe_apdu: v.pipe(v.string(), v.minLength(4), v.maxLength(348), v.regex(/^[A-Za-z0-9+\/]*={0,2}$/)),
    expires: vTimestamp
});

/**
 * The files of the chip in base64, byte for byte as read. At most 64 KB each, DG2 256 KB. Without DG1 or DG2 a document is rejected with `dg_missing`.
 */
export const vDocumentFiles = v.strictObject({
    com: v.optional(v.pipe(v.string(), v.minLength(4), v.maxLength(87384), v.regex(/^[A-Za-z0-9+\/]*={0,2}$/))),
    sod: v.pipe(v.string(), v.minLength(4), v.maxLength(87384), v.regex(/^[A-Za-z0-9+\/]*={0,2}$/)),
    dg1: v.optional(v.pipe(v.string(), v.minLength(4), v.maxLength(87384), v.regex(/^[A-Za-z0-9+\/]*={0,2}$/))),
    dg2: v.optional(v.pipe(v.string(), v.minLength(4), v.maxLength(349528), v.regex(/^[A-Za-z0-9+\/]*={0,2}$/))),
    dg7: v.optional(v.pipe(v.string(), v.minLength(4), v.maxLength(87384), v.regex(/^[A-Za-z0-9+\/]*={0,2}$/))),
    dg11: v.optional(v.pipe(v.string(), v.minLength(4), v.maxLength(87384), v.regex(/^[A-Za-z0-9+\/]*={0,2}$/))),
    dg12: v.optional(v.pipe(v.string(), v.minLength(4), v.maxLength(87384), v.regex(/^[A-Za-z0-9+\/]*={0,2}$/))),
    dg14: v.optional(v.pipe(v.string(), v.minLength(4), v.maxLength(87384), v.regex(/^[A-Za-z0-9+\/]*={0,2}$/))),
    dg15: v.optional(v.pipe(v.string(), v.minLength(4), v.maxLength(87384), v.regex(/^[A-Za-z0-9+\/]*={0,2}$/)))
});

/**
 * Why reading failed.
 */
export const vReaderFailCode = v.picklist([
    'nfc_unavailable',
    'nfc_lost',
    'access_denied',
    'read_error',
    'unsupported_document',
    'camera_denied',
    'timeout',
    'internal'
]);

/**
 * How a user signs in: NATURAL with a password, GOOGLE and MICROSOFT with single sign-on, SERVICE with an API key.
 */
export const vUserType = v.picklist([
    'NATURAL',
    'SERVICE',
    'GOOGLE',
    'MICROSOFT'
]);

/**
 * What a signed-in user may do in the account. An `owner` may do everything, a `developer` builds and runs the integration, `support` looks after sessions, and `billing` pays. Each call names its roles in `x-roles`.
 */
export const vUserRole = v.picklist([
    'owner',
    'developer',
    'support',
    'billing'
]);

/**
 * The signed-in user.
 */
export const vUserProfile = v.object({
    id: vId,
    type: vUserType,
    role: vUserRole,
    email: vEmailAddress,
    email_verified: v.boolean(),
    alias: v.pipe(v.string(), v.minLength(1), v.maxLength(254)),
    created: vTimestamp
});

/**
 * A user or API key of the account.
 */
export const vAccountUser = v.object({
    id: vId,
    type: vUserType,
    role: v.optional(vUserRole),
    alias: v.pipe(v.string(), v.minLength(1), v.maxLength(254)),
    public_key: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(100), v.regex(/^public-key-[A-Za-z0-9_-]{8,80}$/))),
    name: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(100))),
    email: v.optional(vEmailAddress),
    email_verified: v.optional(v.boolean()),
    created: vTimestamp,
    last_used: v.optional(vTimestamp)
});

/**
 * A new API key pair.
 */
export const vServiceKey = v.object({
    id: vId,
    public_key: v.pipe(v.string(), v.minLength(1), v.maxLength(100), v.regex(/^public-key-[A-Za-z0-9_-]{8,80}$/)),
    secret: v.pipe(v.string(), v.minLength(1), v.maxLength(200), v.regex(/^secret-[A-Za-z0-9_-]{16,180}$/))
});

/**
 * An invitation that can be accepted.
 */
export const vInvitation = v.object({
    id: vId,
    email: vEmailAddress,
    role: vUserRole,
    user_id: vId,
    created: vTimestamp,
    expires: vTimestamp
});

/**
 * The tokens of one sign-in.
 */
export const vCredentials = v.object({
    access_token: vOpaqueToken,
    access_token_expires: vTimestamp,
    refresh_token: vOpaqueToken,
    refresh_token_expires: vTimestamp
});

/**
 * A device on which a user is signed in.
 */
export const vSignedInDevice = v.object({
    id: vId,
    created: vTimestamp,
    last_used: vTimestamp,
    browser: v.optional(v.pipe(v.string(), v.maxLength(64))),
    system: v.optional(v.pipe(v.string(), v.maxLength(64))),
    is_current: v.boolean()
});

/**
 * What a user has beside the password.
 */
export const vSecondFactorState = v.object({
    is_enabled: v.boolean(),
    created: v.optional(vTimestamp),
    recovery_codes_left: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10))
});

/**
 * A secret of an authenticator app (RFC 6238), with codes of 6 digits that change every 30 seconds.
 */
export const vTotpSecret = v.object({
    secret: v.pipe(v.string(), v.maxLength(64)),
    uri: v.pipe(v.string(), v.maxLength(1024))
});

/**
 * Code of an authenticator app.
 */
export const vTotpCode = v.pipe(v.string(), v.length(6), v.regex(/^[0-9]{6}$/));

/**
 * Recovery code. Upper and lower case are the same.
 */
export const vRecoveryCodeText = v.pipe(v.string(), v.minLength(10), v.maxLength(11), v.regex(/^[A-Za-z0-9]{5}-?[A-Za-z0-9]{5}$/));

/**
 * Bytes in base64url without padding.
 */
export const vEncodedBytes = v.pipe(v.string(), v.minLength(1), v.maxLength(16384), v.regex(/^[A-Za-z0-9_-]+$/));

/**
 * Name of a passkey.
 */
export const vPasskeyName = v.pipe(v.string(), v.minLength(1), v.maxLength(64), v.regex(/^[^\p{Cc}]*$/u));

/**
 * What `navigator.credentials.create` has made.
 */
export const vNewPasskey = v.strictObject({
    id: vEncodedBytes,
    client_data: vEncodedBytes,
    attestation: vEncodedBytes,
    transports: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(32))), v.maxLength(8)))
});

/**
 * What `navigator.credentials.get` has answered.
 */
export const vPasskeyAssertion = v.strictObject({
    id: vEncodedBytes,
    client_data: vEncodedBytes,
    authenticator_data: vEncodedBytes,
    signature: vEncodedBytes
});

/**
 * A passkey of a user.
 */
export const vStoredPasskey = v.object({
    id: vId,
    name: vPasskeyName,
    created: vTimestamp,
    last_used: v.optional(vTimestamp)
});

/**
 * Options to make a passkey with, spelled as Web Authentication spells them.
 */
export const vPasskeyCreation = v.object({
    challenge: vEncodedBytes,
    rp: v.object({
        id: v.pipe(v.string(), v.maxLength(255)),
        name: v.pipe(v.string(), v.maxLength(64))
    }),
    user: v.object({
        id: vEncodedBytes,
        name: v.pipe(v.string(), v.maxLength(320)),
        displayName: v.pipe(v.string(), v.maxLength(320))
    }),
    pubKeyCredParams: v.pipe(v.array(v.object({
        type: v.picklist(['public-key']),
        alg: v.pipe(v.number(), v.integer(), v.minValue(-65535), v.maxValue(65535))
    })), v.maxLength(8)),
    timeout: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(600000)),
    excludeCredentials: v.pipe(v.array(v.object({
        type: v.picklist(['public-key']),
        id: vEncodedBytes
    })), v.maxLength(100)),
    authenticatorSelection: v.object({
        residentKey: v.picklist(['required']),
        requireResidentKey: v.boolean(),
        userVerification: v.picklist(['required'])
    }),
    attestation: v.picklist(['none'])
});

/**
 * Options to ask for a passkey with, spelled as Web Authentication spells them.
 */
export const vPasskeyRequest = v.object({
    challenge: vEncodedBytes,
    rpId: v.pipe(v.string(), v.maxLength(255)),
    userVerification: v.picklist(['required']),
    timeout: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(600000))
});

/**
 * Where single sign-on starts.
 */
export const vSignInUri = v.object({
    uri: v.pipe(v.string(), v.url(), v.minLength(1), v.maxLength(8192))
});

/**
 * How many hours the identity data of a session is kept after its end, 24 at most. With 0 it is deleted a minute after `session.get` first answered it to an API key, so that a lost answer can be fetched again, and an hour after the end at the latest. A session keeps what the account had when it was created.
 */
export const vRetentionHours = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(24));

/**
 * A host such as `shop.example`, or the scheme of an app such as `com.example.shop:`.
 */
export const vReturnAddress = v.pipe(v.string(), v.maxLength(255), v.regex(/^[^\x00]*$/));

/**
 * Where end users may be sent back to by `redirect_url`: hosts, with their port where it is not the usual one, and schemes of apps with a colon. When it is empty, any address will do. The page of a session leads nowhere else, whoever made the link.
 */
export const vReturnAddresses = v.pipe(v.array(vReturnAddress), v.maxLength(20));

/**
 * Colour in sRGB: `#` and six hexadecimal digits.
 */
export const vBrandColor = v.pipe(v.string(), v.maxLength(7), v.regex(/^#[0-9A-Fa-f]{6}$/));

/**
 * Address of a logo, in which is the SHA-256 of the file. What it names never changes.
 */
export const vLogoUrl = v.pipe(v.string(), v.maxLength(2048), v.regex(/^https?:\/\/[^\s]+\/logos\/[0-9a-f]{64}\.png$/));

/**
 * A session as the end user sees it.
 */
export const vReaderSession = v.object({
    state: vSessionState,
    merchant_name: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(255))),
    merchant_logo_url: v.optional(vLogoUrl),
    brand_color: v.optional(vBrandColor),
    locale: v.optional(vPersonLocale),
    face_verification: v.boolean(),
    passport_only: v.boolean(),
    require_clone_protection: v.optional(v.boolean()),
    refuse_weak: v.optional(v.boolean()),
    expires: vTimestamp,
    app_link: v.pipe(v.string(), v.maxLength(2048), v.regex(/^[a-z][a-z0-9+.-]*:\/\/[^\s]+$/)),
    specimen: v.boolean(),
    demo: v.boolean(),
    failure: v.optional(vSessionFailure),
    checks: v.optional(vCheckResults)
});

/**
 * The account.
 */
export const vMerchantProfile = v.object({
    id: vId,
    name: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
    created: vTimestamp,
    require_clone_protection: v.boolean(),
    refuse_weak: v.boolean(),
    require_second_factor: v.boolean(),
    retention_hours: vRetentionHours,
    return_addresses: vReturnAddresses,
    default_locale: v.optional(vPersonLocale),
    brand_color: v.optional(vBrandColor),
    brand_logo_url: v.optional(vLogoUrl)
});

/**
 * A master list, by which a State vouches for the signing certificates of others.
 */
export const vTrustedList = v.object({
    publisher: v.optional(vCountryCode),
    date: v.optional(vCalendarDate),
    anchors: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1000000))
});

/**
 * The newest list of certificates that the State has revoked. Absent when none is known.
 */
export const vTrustedRevocations = v.object({
    date: vCalendarDate,
    overdue: v.boolean()
});

/**
 * A State whose documents can be verified.
 */
export const vTrustedState = v.object({
    country: vCountryCode,
    anchors: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000000)),
    list_date: v.optional(vCalendarDate),
    revocations: v.optional(vTrustedRevocations)
});

/**
 * Which States' documents can be verified, and how old that knowledge is.
 */
export const vTrustOverview = v.object({
    as_of: vTimestamp,
    specimens: v.boolean(),
    lists: v.pipe(v.array(vTrustedList), v.maxLength(1000)),
    states: v.pipe(v.array(vTrustedState), v.maxLength(1000))
});

/**
 * The four steps of getting started.
 */
export const vGetStarted = v.object({
    email_verified: v.boolean(),
    credentials_generated: v.boolean(),
    integrated: v.boolean(),
    billing_enabled: v.boolean()
});

/**
 * Sessions of one day.
 */
export const vUsageDay = v.object({
    date: vCalendarDate,
    created: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9007199254740991)),
    approved: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9007199254740991)),
    rejected: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9007199254740991)),
    failed: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9007199254740991))
});

/**
 * Sessions created through the public API. Demo and specimen sessions are not counted.
 */
export const vUsage = v.object({
    today: vCalendarDate,
    last_30_days: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9007199254740991)),
    last_90_days: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9007199254740991)),
    days: v.pipe(v.array(vUsageDay), v.maxLength(90))
});

/**
 * How many sessions were created, and what has become of them.
 */
export const vOverviewCounts = v.object({
    created: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9007199254740991)),
    opened: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9007199254740991)),
    initiated: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9007199254740991)),
    completed: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9007199254740991)),
    approved: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9007199254740991)),
    rejected: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9007199254740991)),
    failed: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9007199254740991)),
    aborted: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9007199254740991))
});

/**
 * The figures of a window.
 */
export const vOverviewFigures = v.intersect([vOverviewCounts, v.object({
        median_seconds: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9007199254740991))),
        p90_seconds: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9007199254740991)))
    })]);

/**
 * The sessions of one day.
 */
export const vOverviewDay = v.intersect([vOverviewCounts, v.object({
        date: vCalendarDate
    })]);

/**
 * How many sessions ended for this reason.
 */
export const vOverviewReason = v.object({
    code: vFailureCode,
    count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9007199254740991))
});

/**
 * Sessions with documents of a country.
 */
export const vOverviewCountry = v.object({
    country: vCountryCode,
    approved: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9007199254740991)),
    rejected: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9007199254740991))
});

/**
 * How many sessions were started on it.
 */
export const vOverviewPlatform = v.object({
    platform: v.picklist([
        'IOS',
        'ANDROID',
        'WEB',
        'CLI'
    ]),
    count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9007199254740991))
});

/**
 * A session without identity data, and how its checks went.
 */
export const vOverviewSession = v.intersect([vSessionListItem, v.object({
        checks: v.optional(vCheckResults)
    })]);

/**
 * What became of the sessions of a window. Nothing of it is about a person.
 */
export const vOverview = v.object({
    today: vCalendarDate,
    current: vOverviewFigures,
    previous: vOverviewFigures,
    days: v.pipe(v.array(vOverviewDay), v.maxLength(90)),
    rejections: v.pipe(v.array(vOverviewReason), v.maxLength(100)),
    failures: v.pipe(v.array(vOverviewReason), v.maxLength(100)),
    countries: v.pipe(v.array(vOverviewCountry), v.maxLength(300)),
    platforms: v.pipe(v.array(vOverviewPlatform), v.maxLength(10)),
    sessions: v.pipe(v.array(vOverviewSession), v.maxLength(5))
});

/**
 * An action in an account, named like the call that did it where a call did it. `session.get` and `session.proof` are there when a person read identity data in the portal, once per person, session and hour; calls with an API key are in the log of requests instead. New actions may be added.
 */
export const vAuditAction = v.picklist([
    'password.create',
    'password.authenticate',
    'google.authenticate',
    'microsoft.authenticate',
    'password.verify_email',
    'password.change_email',
    'password.undo_change_email',
    'password.change_password',
    'password.recover',
    'passkey.sign_up',
    'passkey.authenticate',
    'passkey.register',
    'passkey.delete',
    'sign_in.revoke',
    'sign_in.revoke_others',
    'totp.confirm',
    'totp.delete',
    'recovery_code.create',
    'invite.create',
    'invite.revoke',
    'user.create_service_user',
    'user.rotate_service_user',
    'user.rename_service_user',
    'user.change_role',
    'user.delete',
    'user.end_sign_ins',
    'user.reset_factors',
    'user.withdraw_key',
    'callback.rotate_secret',
    'callback.test',
    'callback.resend',
    'session.get',
    'session.proof',
    'session.renew_link',
    'session.abort',
    'session.redact',
    'session.export',
    'merchant.update',
    'merchant.delete',
    'merchant.suspend',
    'merchant.resume',
    'billing.update',
    'billing.change_vat_number',
    'billing.change_spending_cap',
    'billing.enable',
    'billing.activate',
    'billing.deactivate',
    'billing.end_trial',
    'billing.change_plan',
    'billing.schedule_cancel',
    'billing.keep',
    'billing.cancel',
    'bill.create',
    'bill.pay',
    'bill.decline',
    'payment_method.create',
    'payment_method.change_primary',
    'payment_method.delete'
]);

/**
 * One action in the account. It holds no personal data.
 */
export const vAuditEntry = v.object({
    id: vId,
    created: vTimestamp,
    action: vAuditAction,
    actor: v.picklist([
        'USER',
        'OPERATOR',
        'SYSTEM'
    ]),
    user_id: v.optional(vId),
    target_id: v.optional(vId),
    reason: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
    request_id: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(128)))
});

/**
 * Name of an operation, as in its path.
 */
export const vOperationName = v.pipe(v.string(), v.maxLength(81), v.regex(/^[a-z_]{1,40}\.[a-z_]{1,40}$/));

/**
 * Status of the answer. 499 when the caller left before there was one.
 */
export const vAnswerStatus = v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(599));

/**
 * A call that was made with an API key. What was sent and answered is not kept.
 */
export const vApiRequest = v.object({
    request_id: vRequestIdentifier,
    created: vTimestamp,
    user_id: vId,
    operation: vOperationName,
    status: vAnswerStatus,
    code: v.optional(vProblemCode),
    duration_ms: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(600000)),
    session_id: v.optional(vId)
});

/**
 * TRIAL for 30 days from the creation of the account, ACTIVE once billing is enabled, INACTIVE when the trial is over or a charge has failed for good.
 */
export const vBillingState = v.picklist([
    'TRIAL',
    'ACTIVE',
    'INACTIVE'
]);

/**
 * Terms and state of billing.
 */
export const vBillingAccount = v.object({
    id: vId,
    state: vBillingState,
    credit: vDecimal,
    company: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
    country: v.optional(vCountryCode),
    currency: vCurrency,
    unit_price: vDecimal,
    monthly_commitment: vDecimal,
    vat_number: v.optional(v.pipe(v.string(), v.minLength(4), v.maxLength(20))),
    vat_number_check: v.optional(v.picklist(['FORMAT', 'ONLINE'])),
    vat_rate: vDecimal,
    cycle_start_day: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(28)),
    cycle_start: vCalendarDate,
    cycle_end: vCalendarDate,
    cycle_cost: vDecimal,
    spending_cap: v.optional(vDecimal),
    reserved_cost: v.optional(vDecimal),
    trial_days_left: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(30))),
    created: vTimestamp
});

/**
 * One line of a bill.
 */
export const vBillable = v.object({
    name: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
    description: v.pipe(v.string(), v.minLength(0), v.maxLength(255)),
    quantity: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9007199254740991)),
    unit_price: vDecimal,
    total: vDecimal
});

/**
 * Which rule of VAT applies (EN 16931, codes S, AE and O): VAT at the rate of the customer's country; VAT due by the customer, who has a VAT number of another EU country than ours; or no VAT, outside the EU.
 */
export const vVatCategory = v.picklist([
    'STANDARD',
    'REVERSE_CHARGE',
    'OUT_OF_SCOPE'
]);

/**
 * What the open billing cycle comes to, by the rules of a bill.
 */
export const vBillPreview = v.object({
    cycle_start: vCalendarDate,
    cycle_end: vCalendarDate,
    billables: v.pipe(v.array(vBillable), v.maxLength(100)),
    subtotal: vDecimal,
    vat_rate: vDecimal,
    vat: vDecimal,
    vat_number: v.optional(v.pipe(v.string(), v.minLength(4), v.maxLength(20))),
    vat_category: v.optional(vVatCategory),
    total: vDecimal
});

/**
 * The bill of one billing cycle.
 */
export const vCustomerBill = v.object({
    id: vId,
    created: vTimestamp,
    cycle_start: vCalendarDate,
    cycle_end: vCalendarDate,
    company: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
    billables: v.pipe(v.array(vBillable), v.maxLength(100)),
    subtotal: vDecimal,
    vat_rate: vDecimal,
    vat: vDecimal,
    vat_number: v.optional(v.pipe(v.string(), v.minLength(4), v.maxLength(20))),
    vat_category: v.optional(vVatCategory),
    total: vDecimal,
    state: v.optional(v.picklist([
        'OPEN',
        'PAID',
        'WAIVED'
    ]))
});

/**
 * A bill as a document.
 */
export const vBillDocument = v.object({
    pdf: vBase64,
    file_name: v.pipe(v.string(), v.minLength(5), v.maxLength(100), v.regex(/^[a-z0-9-]+\.pdf$/))
});

/**
 * One movement of money for a bill.
 */
export const vBillTransaction = v.object({
    type: v.picklist(['CHARGE']),
    amount: vDecimal,
    payment_method_id: vId,
    created: v.optional(vTimestamp)
});

/**
 * A way to pay bills.
 */
export const vStoredPaymentMethod = v.object({
    id: vId,
    type: v.picklist(['CARD', 'INVOICE']),
    state: v.picklist(['ACTIVE', 'INACTIVE']),
    alias: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(16), v.regex(/^[0-9]{1,16}$/))),
    reference: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(255))),
    primary: v.boolean(),
    name: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
    expires: v.optional(v.pipe(v.string(), v.length(7), v.regex(/^[0-9]{4}-[0-9]{2}$/))),
    address_line_1: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
    address_line_2: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
    address_postal_code: v.pipe(v.string(), v.minLength(1), v.maxLength(20)),
    address_city: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
    address_state: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(100))),
    address_country: vCountryCode
});

/**
 * What the browser needs to collect a card with the card provider.
 */
export const vCardSetup = v.object({
    publishable_key: v.pipe(v.string(), v.minLength(1), v.maxLength(255), v.regex(/^pk_[A-Za-z0-9_]{4,250}$/)),
    setup_intent_id: v.pipe(v.string(), v.minLength(1), v.maxLength(255), v.regex(/^seti_[A-Za-z0-9_]{4,249}$/)),
    setup_intent_client_secret: v.pipe(v.string(), v.minLength(1), v.maxLength(512), v.regex(/^seti_[A-Za-z0-9_]{4,506}$/))
});

/**
 * Any text of 1 to 255 characters.
 */
export const vIdempotencyKey = v.pipe(v.string(), v.minLength(1), v.maxLength(255));

/**
 * Token of the session.
 */
export const vSubmittedToken = vOpaqueToken;

/**
 * Key from `reader.start`.
 */
export const vSubmittedReaderKey = vOpaqueToken;

/**
 * Nothing.
 */
export const vNoInput = v.strictObject({});

/**
 * The id of the session.
 */
export const vSessionById = v.strictObject({
    id: vId
});

/**
 * The token of the session.
 */
export const vSessionByToken = v.strictObject({
    token: vOpaqueToken
});

/**
 * The id of the callback.
 */
export const vCallbackById = v.strictObject({
    id: vEventId
});

/**
 * Which page of the list.
 */
export const vAnyPage = v.strictObject({
    cursor: v.optional(vCursor),
    limit: v.optional(vPageSize)
});

/**
 * The options of the session.
 */
export const vSessionCreateParams = v.strictObject({
    face_verification: v.optional(v.boolean(), false),
    passport_only: v.optional(v.boolean(), false),
    require_clone_protection: v.optional(v.boolean()),
    refuse_weak: v.optional(v.boolean()),
    reference: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(255), v.regex(/^[^\x00-\x1F\x7F-\x9F\u2028-\u202e\u2066-\u2069]*$/))),
    callback_url: v.optional(vCallbackUrl),
    locale: v.optional(vPersonLocale),
    redirect_url: v.optional(vRedirectUrl),
    specimen: v.optional(v.boolean(), false)
});

/**
 * The session and the form of its images.
 */
export const vSessionGetParams = v.strictObject({
    id: vId,
    portrait_format: v.optional(v.picklist(['png', 'jpeg']), 'png')
});

/**
 * Filter and page.
 */
export const vSessionListParams = v.strictObject({
    cursor: v.optional(vCursor),
    limit: v.optional(vPageSize),
    state: v.optional(vSessionState),
    reference: v.optional(vSessionReference),
    search: v.optional(vSessionSearch),
    states: v.optional(vSessionStates),
    failure_code: v.optional(vFailureCode),
    created_from: v.optional(vTimestamp),
    created_to: v.optional(vTimestamp),
    document_country: v.optional(vCountryCode),
    specimen: v.optional(v.boolean())
});

/**
 * The id of the session.
 */
export const vSessionStateParams = vSessionById;

/**
 * The id of the session.
 */
export const vSessionAbortParams = vSessionById;

/**
 * The session, and the way back.
 */
export const vSessionRenewLinkParams = v.strictObject({
    id: vId,
    redirect_url: v.optional(vRedirectUrl)
});

/**
 * The id of the session.
 */
export const vSessionProofParams = vSessionById;

/**
 * The id of the session.
 */
export const vSessionRedactParams = vSessionById;

/**
 * Form and filter.
 */
export const vSessionExportParams = v.strictObject({
    format: v.picklist(['csv', 'json']),
    state: v.optional(vSessionState),
    reference: v.optional(vSessionReference),
    search: v.optional(vSessionSearch),
    states: v.optional(vSessionStates),
    failure_code: v.optional(vFailureCode),
    created_from: v.optional(vTimestamp),
    created_to: v.optional(vTimestamp),
    document_country: v.optional(vCountryCode),
    specimen: v.optional(v.boolean())
});

/**
 * The id of the session.
 */
export const vSessionTimelineParams = vSessionById;

/**
 * Filter and page.
 */
export const vCallbackListParams = v.strictObject({
    cursor: v.optional(vCursor),
    limit: v.optional(vPageSize),
    session_id: v.optional(vId),
    state: v.optional(vCallbackState)
});

/**
 * The id of the callback.
 */
export const vCallbackGetParams = vCallbackById;

/**
 * The id of the callback.
 */
export const vCallbackResendParams = vCallbackById;

/**
 * From where, and how long.
 */
export const vCallbackListenParams = v.strictObject({
    cursor: v.optional(vCursor),
    since: v.optional(vTimestamp),
    wait_seconds: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(25)), 25)
});

/**
 * Nothing. An empty body is the same as `{}`.
 */
export const vCallbackSecretParams = vNoInput;

/**
 * Nothing. An empty body is the same as `{}`.
 */
export const vCallbackRotateSecretParams = vNoInput;

/**
 * Nothing. An empty body is the same as `{}`.
 */
export const vCallbackHealthParams = vNoInput;

/**
 * Where to send it, and which change it reports.
 */
export const vCallbackTestParams = v.strictObject({
    url: vCallbackUrl,
    state: vReportedState
});

/**
 * The token of the session.
 */
export const vReaderOpenParams = vSessionByToken;

/**
 * The session and the device.
 */
export const vReaderStartParams = v.strictObject({
    token: vOpaqueToken,
    platform: v.picklist([
        'IOS',
        'ANDROID',
        'WEB',
        'CLI'
    ]),
    app_version: v.pipe(v.string(), v.minLength(1), v.maxLength(32), v.regex(/^[0-9A-Za-z.+_-]+$/))
});

/**
 * The session and the key of the device.
 */
export const vReaderChallengeParams = v.strictObject({
    token: vOpaqueToken,
    reader_key: vOpaqueToken
});

/**
 * The session, the key of the device and DG14.
 */
export const vReaderChipAuthenticationParams = v.strictObject({
    token: vOpaqueToken,
    reader_key: vOpaqueToken,
    dg14: v.pipe(v.string(), v.minLength(4), v.maxLength(21848), v.regex(/^[A-Za-z0-9+\/]*={0,2}$/))
});

/**
 * The files of the chip and what proves it genuine.
 */
export const vReaderSubmitParams = v.strictObject({
    challenge: vChallenge,
    files: vDocumentFiles,
    aa_signature: v.optional(v.pipe(v.string(), v.minLength(4), v.maxLength(2732), v.regex(/^[A-Za-z0-9+\/]*={0,2}$/))),
    ca_response: v.optional(v.pipe(v.string(), v.minLength(4), v.maxLength(1368), v.regex(/^[A-Za-z0-9+\/]*={0,2}$/))),
    face: v.optional(v.pipe(v.string(), v.minLength(4), v.maxLength(2796204), v.regex(/^[A-Za-z0-9+\/]*={0,2}$/))),
    face_frames: v.optional(v.pipe(v.array(v.pipe(v.string(), v.minLength(4), v.maxLength(349528), v.regex(/^[A-Za-z0-9+\/]*={0,2}$/))), v.maxLength(4))),
    reading: v.optional(v.pipe(v.array(v.strictObject({
        file: vChipFile,
        duration_ms: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(86400000))
    })), v.maxLength(16)))
});

export const vReaderSubmitHeaders = v.object({
    'Session-Token': vOpaqueToken,
    'Reader-Key': vOpaqueToken
});

/**
 * The session and the reason.
 */
export const vReaderFailParams = v.strictObject({
    token: vOpaqueToken,
    reader_key: v.optional(vOpaqueToken),
    code: vReaderFailCode,
    cause: v.optional(v.pipe(v.string(), v.maxLength(64), v.regex(/^[a-z][a-z0-9_]*$/))),
    message: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(255), v.regex(/^[^\x00-\x1F\x7F-\x9F\u2028-\u202e\u2066-\u2069]*$/)))
});

/**
 * The session.
 */
export const vReaderAbortParams = v.strictObject({
    token: vOpaqueToken,
    reader_key: v.optional(vOpaqueToken)
});

/**
 * The token of the session.
 */
export const vReaderStateParams = vSessionByToken;

/**
 * The options of the demo session.
 */
export const vDemoCreateParams = v.strictObject({
    face_verification: v.optional(v.boolean(), false)
});

/**
 * The token of the session.
 */
export const vDemoGetParams = vSessionByToken;

/**
 * The token of the session.
 */
export const vDemoStateParams = vSessionByToken;

/**
 * Nothing. An empty body is the same as `{}`.
 */
export const vTrustGetParams = vNoInput;

/**
 * Nothing. An empty body is the same as `{}`.
 */
export const vUserSelfParams = vNoInput;

export const vUserCreateServiceUserParams = v.strictObject({
    name: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(100), v.regex(/^[^\x00-\x1F\x7F-\x9F\u2028-\u202e\u2066-\u2069]*$/)))
});

export const vUserGetParams = v.strictObject({
    id: vId
});

/**
 * Which page of the list. All properties are optional.
 */
export const vUserListParams = vAnyPage;

export const vUserRotateServiceUserParams = v.strictObject({
    id: vId,
    grace_period_hours: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(168)), 24)
});

export const vUserRenameServiceUserParams = v.strictObject({
    id: vId,
    name: v.pipe(v.string(), v.minLength(1), v.maxLength(100), v.regex(/^[^\x00-\x1F\x7F-\x9F\u2028-\u202e\u2066-\u2069]*$/))
});

export const vUserChangeRoleParams = v.strictObject({
    id: vId,
    role: vUserRole
});

export const vUserDeleteParams = v.strictObject({
    id: vId
});

export const vInviteCreateParams = v.strictObject({
    email: vNewEmailAddress,
    role: v.optional(vUserRole, 'owner')
});

/**
 * Which page of the list. All properties are optional.
 */
export const vInviteListParams = vAnyPage;

export const vInviteRevokeParams = v.strictObject({
    id: vId
});

export const vPasswordCreateParams = v.strictObject({
    email: vNewEmailAddress,
    password: vPlainPassword,
    reference: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(255), v.regex(/^[^\x00]*$/)))
});

export const vPasswordAuthenticateParams = v.strictObject({
    email: vEmailAddress,
    password: vPlainPassword,
    totp_code: v.optional(vTotpCode),
    recovery_code: v.optional(vRecoveryCodeText),
    passkey: v.optional(vPasskeyAssertion)
});

export const vPasswordRecoverSendCodeParams = v.strictObject({
    email: vEmailAddress
});

export const vPasswordRecoverParams = v.strictObject({
    code: vOneTimeCode,
    email: vEmailAddress,
    new_password: vPlainPassword
});

/**
 * Nothing. An empty body is the same as `{}`.
 */
export const vPasswordVerifyEmailSendCodeParams = vNoInput;

export const vPasswordVerifyEmailParams = v.strictObject({
    code: vOneTimeCode
});

export const vPasswordChangeEmailParams = v.strictObject({
    password: vPlainPassword,
    new_email: vNewEmailAddress
});

export const vPasswordUndoChangeEmailParams = v.strictObject({
    code: v.pipe(v.string(), v.minLength(1), v.maxLength(128), v.regex(/^[\w-]+$/))
});

export const vPasswordChangePasswordParams = v.strictObject({
    password: vPlainPassword,
    new_password: vPlainPassword
});

export const vBearerRenewParams = v.strictObject({
    access_token: v.optional(vOpaqueToken),
    refresh_token: vOpaqueToken
});

export const vBearerRevokeParams = v.strictObject({
    access_token: vOpaqueToken
});

export const vBearerProveParams = v.strictObject({
    method: v.picklist([
        'password',
        'totp',
        'passkey',
        'recovery_code'
    ]),
    password: v.optional(vPlainPassword),
    totp_code: v.optional(vTotpCode),
    recovery_code: v.optional(vRecoveryCodeText),
    passkey: v.optional(vPasskeyAssertion)
});

/**
 * Which page of the list. All properties are optional.
 */
export const vSignInListParams = vAnyPage;

export const vSignInRevokeParams = v.strictObject({
    id: vId
});

/**
 * Nothing. An empty body is the same as `{}`.
 */
export const vSignInRevokeOthersParams = vNoInput;

/**
 * Nothing. An empty body is the same as `{}`.
 */
export const vTotpSelfParams = vNoInput;

/**
 * Nothing. An empty body is the same as `{}`.
 */
export const vTotpCreateParams = vNoInput;

export const vTotpConfirmParams = v.strictObject({
    code: vTotpCode
});

/**
 * Nothing. An empty body is the same as `{}`.
 */
export const vTotpDeleteParams = vNoInput;

/**
 * Nothing. An empty body is the same as `{}`.
 */
export const vRecoveryCodeCreateParams = vNoInput;

export const vPasskeyStartSignUpParams = v.strictObject({
    email: vNewEmailAddress
});

export const vPasskeySignUpParams = v.strictObject({
    email: vNewEmailAddress,
    passkey: vNewPasskey,
    reference: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(255), v.regex(/^[^\x00]*$/)))
});

/**
 * Nothing. An empty body is the same as `{}`.
 */
export const vPasskeyStartAuthenticationParams = vNoInput;

export const vPasskeyAuthenticateParams = v.strictObject({
    passkey: vPasskeyAssertion
});

/**
 * Nothing. An empty body is the same as `{}`.
 */
export const vPasskeyStartRegistrationParams = vNoInput;

export const vPasskeyRegisterParams = v.strictObject({
    name: vPasskeyName,
    passkey: vNewPasskey
});

/**
 * Which page of the list. All properties are optional.
 */
export const vPasskeyListParams = vAnyPage;

export const vPasskeyRenameParams = v.strictObject({
    id: vId,
    name: vPasskeyName
});

export const vPasskeyDeleteParams = v.strictObject({
    id: vId
});

export const vGoogleUriParams = v.strictObject({
    state: v.optional(v.pipe(v.string(), v.minLength(0), v.maxLength(2048), v.regex(/^[^\x00]*$/)))
});

export const vGoogleAuthenticateParams = v.strictObject({
    code: v.pipe(v.string(), v.minLength(1), v.maxLength(4096), v.regex(/^[^\x00]*$/)),
    state: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(8192), v.regex(/^[^\x00]*$/))),
    reference: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(255), v.regex(/^[^\x00]*$/)))
});

export const vMicrosoftUriParams = v.strictObject({
    state: v.optional(v.pipe(v.string(), v.minLength(0), v.maxLength(2048), v.regex(/^[^\x00]*$/)))
});

export const vMicrosoftAuthenticateParams = v.strictObject({
    code: v.pipe(v.string(), v.minLength(1), v.maxLength(4096), v.regex(/^[^\x00]*$/)),
    state: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(8192), v.regex(/^[^\x00]*$/))),
    reference: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(255), v.regex(/^[^\x00]*$/)))
});

/**
 * Nothing. An empty body is the same as `{}`.
 */
export const vMerchantSelfParams = vNoInput;

export const vMerchantUpdateParams = v.strictObject({
    require_clone_protection: v.optional(v.boolean()),
    refuse_weak: v.optional(v.boolean()),
    require_second_factor: v.optional(v.boolean()),
    retention_hours: v.optional(vRetentionHours),
    return_addresses: v.optional(vReturnAddresses),
    default_locale: v.nullish(v.picklist([
        'en',
        'es',
        'sv',
        'de',
        'fr',
        'pl',
        'pt',
        'ar'
    ])),
    brand_color: v.nullish(v.pipe(v.string(), v.maxLength(7), v.regex(/^#[0-9A-Fa-f]{6}$/))),
    brand_logo: v.nullish(v.pipe(v.string(), v.maxLength(349528), v.regex(/^[A-Za-z0-9+\/]*={0,2}$/)))
});

/**
 * Nothing. An empty body is the same as `{}`.
 */
export const vMerchantDeleteParams = vNoInput;

/**
 * Nothing. An empty body is the same as `{}`.
 */
export const vDashboardGetStartedParams = vNoInput;

/**
 * Nothing. An empty body is the same as `{}`.
 */
export const vDashboardUsageParams = vNoInput;

/**
 * The window.
 */
export const vDashboardOverviewParams = v.strictObject({
    days: v.picklist([
        1,
        7,
        30,
        90
    ]),
    specimen: v.optional(v.boolean(), false)
});

/**
 * Which page of the list. All properties are optional.
 */
export const vAuditListParams = vAnyPage;

/**
 * Filter and page.
 */
export const vRequestListParams = v.strictObject({
    cursor: v.optional(vCursor),
    limit: v.optional(vPageSize),
    session_id: v.optional(vId),
    user_id: v.optional(vId),
    operation: v.optional(vOperationName),
    status: v.optional(vAnswerStatus),
    refused: v.optional(v.boolean())
});

/**
 * The id of the request.
 */
export const vRequestGetParams = v.strictObject({
    request_id: vRequestIdentifier
});

/**
 * Nothing. An empty body is the same as `{}`.
 */
export const vBillingSelfParams = vNoInput;

export const vBillingPreviewParams = v.strictObject({
    end: v.optional(v.picklist(['CYCLE_END', 'TODAY']), 'CYCLE_END')
});

export const vBillingUpdateParams = v.strictObject({
    company: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200), v.regex(/^[^\x00-\x1F\x7F-\x9F\u2028-\u202e\u2066-\u2069]*$/))),
    country: vCountryCode
});

export const vBillingChangeVatNumberParams = v.strictObject({
    new_vat_number: v.pipe(v.string(), v.minLength(1), v.maxLength(40), v.regex(/^[^\x00]*$/))
});

export const vBillingChangeSpendingCapParams = v.strictObject({
    spending_cap: v.nullable(v.pipe(v.string(), v.maxLength(10), v.regex(/^[0-9]{1,7}\.[0-9]{2}$/)))
});

/**
 * Nothing. An empty body is the same as `{}`.
 */
export const vBillingEnableParams = vNoInput;

export const vBillGetParams = v.strictObject({
    id: vId
});

/**
 * Which page of the list. All properties are optional.
 */
export const vBillListParams = vAnyPage;

export const vBillPdfParams = v.strictObject({
    id: vId
});

export const vTransactionListParams = v.strictObject({
    bill_id: vId,
    cursor: v.optional(vCursor),
    limit: v.optional(vPageSize)
});

export const vPaymentMethodGetParams = v.strictObject({
    id: vId
});

export const vPaymentMethodListParams = v.strictObject({
    bill_id: v.optional(vId),
    cursor: v.optional(vCursor),
    limit: v.optional(vPageSize)
});

export const vPaymentMethodChangePrimaryParams = v.strictObject({
    id: vId
});

export const vPaymentMethodDeleteParams = v.strictObject({
    id: vId
});

/**
 * Nothing. An empty body is the same as `{}`.
 */
export const vStripeStartParams = vNoInput;

export const vStripeCompleteParams = v.strictObject({
    setup_intent_id: v.pipe(v.string(), v.minLength(1), v.maxLength(255), v.regex(/^seti_[A-Za-z0-9_]{4,249}$/))
});
