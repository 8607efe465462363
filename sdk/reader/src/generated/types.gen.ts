// Generated from openapi/v1.yaml by `npm run generate`. Do not edit.

/**
 * An error.
 */
export type Problem = {
    /**
     * What is wrong and what would be right, in words.
     */
    error: string;
    code: ProblemCode;
    /**
     * The same as in the header `X-Request-Id`.
     */
    request_id: RequestIdentifier;
    /**
     * The properties that were refused.
     */
    details?: Array<{
        /**
         * Where the property is in the body.
         */
        path: string;
        /**
         * What is accepted.
         */
        expected: string;
        /**
         * The kind of value that was sent. Never the value itself.
         */
        received: string;
    }>;
};

/**
 * What went wrong, for programs. New codes may be added.
 */
export type KnownProblemCode = 'missing_property' | 'wrong_type' | 'invalid_value' | 'unknown_property' | 'malformed_body' | 'missing_credentials' | 'invalid_credentials' | 'wrong_credentials' | 'forbidden' | 'wrong_user_type' | 'csrf_failed' | 'role_not_allowed' | 'account_suspended' | 'cannot_delete_self' | 'fresh_proof_required' | 'second_factor_required' | 'second_factor_setup_required' | 'last_sign_in_method' | 'billing_inactive' | 'credit_exhausted' | 'spending_cap_reached' | 'usage_limit_reached' | 'specimen_limit' | 'email_not_verified' | 'payment_method_missing' | 'payment_declined' | 'payment_limit' | 'billing_details_missing' | 'primary_payment_method' | 'not_found' | 'method_not_allowed' | 'unsupported_media_type' | 'payload_too_large' | 'last_owner' | 'email_taken' | 'invite_used' | 'invite_for_another_email' | 'idempotency_conflict' | 'idempotency_in_progress' | 'answer_not_kept' | 'session_not_open' | 'proof_unavailable' | 'policy_exists' | 'proof_sealed' | 'session_already_started' | 'challenge_limit' | 'challenge_invalid' | 'callback_not_resendable' | 'callback_endpoint_limit' | 'callback_endpoint_disabled' | 'link_ended' | 'link_unavailable' | 'link_busy' | 'invalid_code' | 'code_expired' | 'invalid_link' | 'too_many_attempts' | 'rate_limited' | 'face_verification_unavailable' | 'callback_url_not_allowed' | 'invalid_vat_number' | 'unprintable_letters' | 'card_declined' | 'sign_in_refused' | 'provider_unavailable' | 'not_implemented' | 'internal_error' | 'service_unavailable';

/**
 * What went wrong, for programs. New codes may be added. Other values may be added.
 */
export type ProblemCode = KnownProblemCode | (string & {});

/**
 * Id of a request.
 */
export type RequestIdentifier = string;

/**
 * Point in time, ISO 8601 in UTC with Z.
 */
export type Timestamp = string;

/**
 * Text on one line, without control characters and characters that change the writing direction.
 */
export type LineOfText = string;

/**
 * Token. Treat it as opaque.
 */
export type OpaqueToken = string;

/**
 * Bytes in base64 with padding.
 */
export type Base64 = string;

/**
 * Web address.
 */
export type Url = string;

/**
 * Something that a session can answer about the holder or the document.
 */
export type KnownSessionClaim = 'age_over_12' | 'age_over_14' | 'age_over_16' | 'age_over_18' | 'age_over_21' | 'age_over_25' | 'age_over_65' | 'nationality' | 'issuing_country' | 'document_type';

/**
 * Something that a session can answer about the holder or the document. Other values may be added.
 */
export type SessionClaim = KnownSessionClaim | (string & {});

/**
 * The only answers that a session keeps.
 */
export type SessionClaims = Array<SessionClaim>;

/**
 * Language of the end user: English, Spanish, Swedish, German, French, Polish, Portuguese or Arabic.
 */
export type KnownPersonLocale = 'en' | 'es' | 'sv' | 'de' | 'fr' | 'pl' | 'pt' | 'ar';

/**
 * Language of the end user: English, Spanish, Swedish, German, French, Polish, Portuguese or Arabic. Other values may be added.
 */
export type PersonLocale = KnownPersonLocale | (string & {});

/**
 * CREATED, INITIATED when the end user has started, COMPLETED when the chip was read and is being verified. FAILED, ABORTED, REJECTED and APPROVED are final: to try again, create a new session.
 */
export type KnownSessionState = 'CREATED' | 'INITIATED' | 'FAILED' | 'ABORTED' | 'COMPLETED' | 'REJECTED' | 'APPROVED';

/**
 * CREATED, INITIATED when the end user has started, COMPLETED when the chip was read and is being verified. FAILED, ABORTED, REJECTED and APPROVED are final: to try again, create a new session. Other values may be added.
 */
export type SessionState = KnownSessionState | (string & {});

/**
 * The state of a session.
 */
export type StateOnly = {
    state: SessionState;
};

/**
 * Why a session ended without approval. `session_expired` and the codes from nfc_unavailable on belong to FAILED, the others to REJECTED.
 */
export type KnownFailureCode = 'session_expired' | 'malformed' | 'unsupported_algorithm' | 'sod_digest_mismatch' | 'sod_signature_invalid' | 'issuer_unknown' | 'certificate_expired' | 'certificate_revoked' | 'country_mismatch' | 'dg_hash_mismatch' | 'dg_missing' | 'mrz_invalid' | 'document_expired' | 'document_type_not_allowed' | 'country_not_allowed' | 'expires_too_soon' | 'minimum_age_not_met' | 'weak_algorithm' | 'chip_auth_missing' | 'chip_auth_failed' | 'portrait_unreadable' | 'face_missing' | 'face_mismatch' | 'liveness_failed' | 'face_unavailable' | 'specimen_required' | 'nfc_unavailable' | 'nfc_lost' | 'access_denied' | 'read_error' | 'unsupported_document' | 'camera_denied' | 'timeout' | 'internal';

/**
 * Why a session ended without approval. `session_expired` and the codes from nfc_unavailable on belong to FAILED, the others to REJECTED. Other values may be added.
 */
export type FailureCode = KnownFailureCode | (string & {});

/**
 * What exactly went wrong between reader and chip, in the terms of ICAO Doc 9303-11 and ISO/IEC 7816-4. Each cause belongs to one code of `reader.fail`. Absent when it was not reported.
 */
export type KnownReaderFailCause = 'chip_lost' | 'active_authentication_lost' | 'chip_authentication_lost' | 'chip_silent' | 'challenges_expired' | 'access_key_invalid' | 'mrz_refused' | 'can_refused' | 'password_blocked' | 'application_missing' | 'pace_unsupported' | 'bac_unsupported' | 'can_unsupported' | 'pace_token_wrong' | 'bac_response_wrong' | 'access_malformed' | 'public_key_invalid' | 'checksum_wrong' | 'secure_messaging_ended' | 'secured_response_malformed' | 'security_status_not_satisfied' | 'file_not_found' | 'file_refused' | 'file_incomplete' | 'file_too_long' | 'file_malformed' | 'chip_failure' | 'response_malformed' | 'response_endless' | 'data_object_malformed';

/**
 * What exactly went wrong between reader and chip, in the terms of ICAO Doc 9303-11 and ISO/IEC 7816-4. Each cause belongs to one code of `reader.fail`. Absent when it was not reported. Other values may be added.
 */
export type ReaderFailCause = KnownReaderFailCause | (string & {});

/**
 * Why the session ended without approval.
 */
export type SessionFailure = {
    code: FailureCode;
    /**
     * The reason, in words.
     */
    message: string;
    /**
     * True when a new session with the same document may succeed. Usually the code decides; sometimes the document does, because another reading cannot provide what its chip lacks.
     */
    retryable: boolean;
    cause?: ReaderFailCause;
    /**
     * Page that says what the code means, and what the person and you can do; in Spanish if the session’s `locale` is `es`, otherwise in English. Absent in callbacks from before this field existed.
     */
    help_url?: Url;
};

/**
 * A file of the chip, as `reader.submit` names it.
 */
export type ChipFile = 'com' | 'sod' | 'dg1' | 'dg2' | 'dg7' | 'dg11' | 'dg12' | 'dg14' | 'dg15';

/**
 * Results of the five checks, once the document is verified. They say nothing about the person.
 */
export type CheckResults = {
    /**
     * Whether the issuing State is known.
     */
    issuer: CheckResult;
    /**
     * Whether the State signed the chip.
     */
    signature: CheckResult;
    /**
     * Whether the data matches what was signed.
     */
    data: CheckResult;
    /**
     * Whether the chip is the original.
     */
    clone: CheckResult;
    /**
     * Whether the face matches the portrait.
     */
    face: CheckResult;
};

/**
 * NOT_PRESENT when the document or the session has nothing to check.
 */
export type KnownCheckResult = 'PASSED' | 'FAILED' | 'NOT_PRESENT';

/**
 * NOT_PRESENT when the document or the session has nothing to check. Other values may be added.
 */
export type CheckResult = KnownCheckResult | (string & {});

/**
 * A session as the end user sees it.
 */
export type ReaderSession = {
    state: SessionState;
    /**
     * Who requests the verification: the company name of the account, otherwise its own name. Absent when it has neither.
     */
    merchant_name?: string;
    /**
     * Logo of the account, a PNG. Absent when the account has none.
     */
    merchant_logo_url?: LogoUrl;
    /**
     * Brand colour of the account. Absent when the account has none.
     */
    brand_color?: BrandColor;
    /**
     * Language for the end user. Absent when their device decides.
     */
    locale?: PersonLocale;
    /**
     * Whether an image of the face is needed.
     */
    face_verification: boolean;
    /**
     * Whether ID cards are rejected.
     */
    passport_only: boolean;
    /**
     * Whether a document is rejected when its chip does not prove that it is the original.
     */
    require_clone_protection?: boolean;
    /**
     * Whether a document with an outdated algorithm or a short key is rejected.
     */
    refuse_weak?: boolean;
    /**
     * When the session becomes FAILED.
     */
    expires: Timestamp;
    /**
     * Link that opens the app with this session.
     */
    app_link: string;
    /**
     * Whether specimen documents are accepted.
     */
    specimen: boolean;
    /**
     * Whether this is a demo session.
     */
    demo: boolean;
    claims?: SessionClaims;
    /**
     * Why, when FAILED or REJECTED.
     */
    failure?: SessionFailure;
    checks?: CheckResults;
};

/**
 * What `reader.submit` and `reader.challenge` accept.
 */
export type ReaderLimits = {
    /**
     * Largest DG2.
     */
    dg2_bytes: number;
    /**
     * Largest other file.
     */
    file_bytes: number;
    /**
     * Largest image of the face.
     */
    face_bytes: number;
    /**
     * Largest of the further pictures.
     */
    frame_bytes: number;
    /**
     * How many further pictures are accepted.
     */
    frames: number;
    /**
     * Largest request body.
     */
    body_bytes: number;
    /**
     * How many challenges a session gets.
     */
    challenges: number;
};

/**
 * 8 bytes in base64.
 */
export type Challenge = string;

/**
 * What a reader does with a chip for Chip Authentication (ICAO Doc 9303-11, 6.2).
 */
export type ChipAuthenticationRequest = {
    /**
     * Object identifier for MSE:Set AT, which GENERAL AUTHENTICATE follows. One that ends in `.1`, which is 3DES, takes MSE:Set KAT instead.
     */
    protocol: string;
    /**
     * Number of the key of the chip, where DG14 numbers its keys.
     */
    key_id?: number;
    /**
     * Public key of the service, to send to the chip unchanged.
     */
    ephemeral_public_key: string;
    /**
     * Command to send to the chip next, unchanged. It is already secured with the new keys.
     */
    probe_apdu: string;
    /**
     * When a response stops being accepted.
     */
    expires: Timestamp;
};

/**
 * The files of the chip in base64, byte for byte as read. At most 64 KB each, DG2 256 KB. Without DG1 or DG2 a document is rejected with `dg_missing`.
 */
export type DocumentFiles = {
    /**
     * EF.COM. It is not signed and nothing depends on it, so it may be left out.
     */
    com?: string;
    /**
     * EF.SOD, the Document Security Object.
     */
    sod: string;
    /**
     * DG1, the MRZ.
     */
    dg1?: string;
    /**
     * DG2, the portrait.
     */
    dg2?: string;
    /**
     * DG7, the image of the signature.
     */
    dg7?: string;
    /**
     * DG11, more about the person.
     */
    dg11?: string;
    /**
     * DG12, more about the document.
     */
    dg12?: string;
    /**
     * DG14, security options.
     */
    dg14?: string;
    /**
     * DG15, the key of Active Authentication.
     */
    dg15?: string;
};

/**
 * Why reading failed.
 */
export type ReaderFailCode = 'nfc_unavailable' | 'nfc_lost' | 'access_denied' | 'read_error' | 'unsupported_document' | 'camera_denied' | 'timeout' | 'internal';

/**
 * Colour in sRGB: `#` and six hexadecimal digits.
 */
export type BrandColor = string;

/**
 * Address of a logo, which contains the SHA-256 of the file. The file at this address never changes.
 */
export type LogoUrl = string;

/**
 * Any text of 1 to 255 characters.
 */
export type IdempotencyKey = string;

/**
 * Token of the session.
 */
export type SubmittedToken = OpaqueToken;

/**
 * Key from `reader.start`.
 */
export type SubmittedReaderKey = OpaqueToken;

/**
 * The token of the session.
 */
export type SessionByToken = {
    /**
     * Token of the session.
     */
    token: OpaqueToken;
};

/**
 * The token of the session.
 */
export type ReaderOpenParams = SessionByToken;

/**
 * The session as the end user sees it.
 */
export type ReaderOpenResponse = ReaderSession;

/**
 * The session and the device.
 */
export type ReaderStartParams = {
    /**
     * Token of the session.
     */
    token: OpaqueToken;
    /**
     * Platform of the reader.
     */
    platform: 'IOS' | 'ANDROID' | 'WEB' | 'CLI';
    /**
     * Version of the reader.
     */
    app_version: string;
};

/**
 * The key and the limits of this reading.
 */
export type ReaderStartResponse = {
    /**
     * Key of this device for this session. Keep it in memory only.
     */
    reader_key: OpaqueToken;
    limits: ReaderLimits;
};

/**
 * The session and the key of the device.
 */
export type ReaderChallengeParams = {
    /**
     * Token of the session.
     */
    token: OpaqueToken;
    /**
     * Key from `reader.start`.
     */
    reader_key: OpaqueToken;
};

/**
 * A challenge.
 */
export type ReaderChallengeResponse = {
    challenge: Challenge;
    /**
     * When the challenge stops being accepted.
     */
    expires: Timestamp;
};

/**
 * The session, the key of the device and DG14.
 */
export type ReaderChipAuthenticationParams = {
    /**
     * Token of the session.
     */
    token: OpaqueToken;
    /**
     * Key from `reader.start`.
     */
    reader_key: OpaqueToken;
    /**
     * DG14 as read. Submit the same bytes later.
     */
    dg14: string;
};

/**
 * What to send to the chip.
 */
export type ReaderChipAuthenticationResponse = ChipAuthenticationRequest;

/**
 * The files of the chip, and the evidence that it is genuine.
 */
export type ReaderSubmitParams = {
    /**
     * The challenge from `reader.challenge` that the chip signed.
     */
    challenge: Challenge;
    files: DocumentFiles;
    /**
     * The chip's response to INTERNAL AUTHENTICATE, if it has DG15.
     */
    aa_signature?: string;
    /**
     * The status with which the chip refused INTERNAL AUTHENTICATE, such as `6985`. It decides nothing, and is named in the message of `checks.clone`.
     */
    aa_refusal?: string;
    /**
     * The chip's response to the probe of `reader.chip_authentication`, as received, with its status.
     */
    ca_response?: string;
    /**
     * A JPEG or PNG of the end user, when face verification is on. At most 2 MB and 4 megapixels.
     */
    face?: string;
    /**
     * Further pictures of the end user, taken moments apart, when face verification is on. They help to tell whether the person is live. JPEG or PNG, at most 256 KB each.
     */
    face_frames?: Array<string>;
    /**
     * How long each file took to read, in reading order. Shown in the session's timeline.
     */
    reading?: Array<{
        file: ChipFile;
        /**
         * How long it took to read, over all contacts.
         */
        duration_ms: number;
    }>;
};

export type ReaderSubmitHeaders = {
    /**
     * Token of the session.
     */
    'Session-Token': OpaqueToken;
    /**
     * Key from `reader.start`.
     */
    'Reader-Key': OpaqueToken;
};

/**
 * The outcome.
 */
export type ReaderSubmitResponse = {
    /**
     * APPROVED or REJECTED; COMPLETED while the verdict is pending.
     */
    state: SessionState;
    /**
     * Why, when REJECTED.
     */
    failure?: SessionFailure;
};

/**
 * The session and the reason.
 */
export type ReaderFailParams = {
    /**
     * Token of the session.
     */
    token: OpaqueToken;
    /**
     * Key from `reader.start`. Required once the session is INITIATED.
     */
    reader_key?: OpaqueToken;
    code: ReaderFailCode;
    /**
     * The exact cause: one of `ReaderFailCause`. Causes that the service does not know are ignored.
     */
    cause?: string;
    /**
     * What happened, for the integrator. No personal data.
     */
    message?: string;
};

/**
 * The state.
 */
export type ReaderFailResponse = StateOnly;

/**
 * The session.
 */
export type ReaderAbortParams = {
    /**
     * Token of the session.
     */
    token: OpaqueToken;
    /**
     * Key from `reader.start`, when this device has it. A wrong key is refused.
     */
    reader_key?: OpaqueToken;
};

/**
 * The state.
 */
export type ReaderAbortResponse = StateOnly;

/**
 * The token of the session.
 */
export type ReaderStateParams = SessionByToken;

/**
 * The state.
 */
export type ReaderStateResponse = StateOnly;
