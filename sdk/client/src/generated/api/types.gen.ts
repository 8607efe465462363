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
 * Id, random and not in order of time.
 */
export type Id = number;

/**
 * Point in time, ISO 8601 in UTC with Z.
 */
export type Timestamp = string;

/**
 * Date, YYYY-MM-DD.
 */
export type CalendarDate = string;

/**
 * Decimal number as text.
 */
export type Decimal = string;

/**
 * Country, ISO 3166-1 alpha-2.
 */
export type CountryCode = string;

/**
 * Email address that can receive email. Variants of letters, such as full-width ones, are stored as the usual letters.
 */
export type NewEmailAddress = string;

/**
 * Text on one line, without control characters and characters that change the writing direction.
 */
export type LineOfText = string;

/**
 * Token. Treat it as opaque.
 */
export type OpaqueToken = string;

/**
 * Where a page begins: the `next_cursor` of the previous page.
 */
export type Cursor = string;

/**
 * How many to return in a page.
 */
export type PageSize = number;

/**
 * Bytes in base64 with padding.
 */
export type Base64 = string;

/**
 * Web address.
 */
export type Url = string;

/**
 * Nothing yet: properties may be added.
 */
export type EmptyObject = {
    [key: string]: unknown;
};

/**
 * IPv4 or IPv6 address.
 */
export type IpAddress = string;

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
export type SessionClaims = Array<KnownSessionClaim>;

/**
 * Name of a policy.
 */
export type PolicyName = string;

/**
 * Your own name for the session, such as an order number.
 */
export type SessionReference = string;

/**
 * The id of a session, or text in its reference, case-sensitive; references that begin with it come first. If it could be either, the session with that id is returned.
 */
export type SessionSearch = string;

/**
 * Only sessions in one of these states.
 */
export type SessionStates = Array<KnownSessionState>;

/**
 * Where changes of state are sent: https, on a public address.
 */
export type CallbackUrl = string;

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
 * The options of the session.
 */
export type SessionOptions = {
    /**
     * Compare the face of the end user with the portrait of the chip. Except in specimen sessions, this requires a face provider or model that the operator of the service has chosen; otherwise the response is 400 `face_verification_unavailable`.
     */
    face_verification?: boolean;
    /**
     * Accept passports only, no ID cards.
     */
    passport_only?: boolean;
    /**
     * Reject every document whose chip does not prove that it is the original, including chips without that feature. Defaults to the account's setting, which is initially false.
     */
    require_clone_protection?: boolean;
    /**
     * Reject every document with an outdated algorithm or a short key, as listed in `chip.weaknesses`. Defaults to the account's setting, which is initially false.
     */
    refuse_weak?: boolean;
    /**
     * Your own name for the session, such as an order number.
     */
    reference?: string;
    callback_url?: CallbackUrl;
    /**
     * Language of the page at `open_url`. Defaults to the account's setting; without one, the page follows the browser.
     */
    locale?: KnownPersonLocale;
    redirect_url?: RedirectUrl;
    /**
     * Name of a policy of the account. Its current version decides the session, also after later changes. Options beside it may only be stricter, and the account's defaults still apply where they are.
     */
    policy?: PolicyName;
    /**
     * Keep only the answers to these, with the verdict and a proof of them. Everything else that was read is deleted at the verdict.
     */
    claims?: SessionClaims;
    /**
     * Create a specimen session, to try the whole flow in production. It accepts specimen documents only, is never billed, and needs neither credit nor active billing. An account may create 1,000 per day (UTC).
     */
    specimen?: boolean;
    /**
     * Email the link to this address, in the language of the session. The email names your account, says until when the link works and what the person needs. The address is kept only until the email is delivered. At most 5 emails a day go to one address, and 200 a day leave an account. Needs a verified email address in the account.
     */
    send_to?: NewEmailAddress;
};

/**
 * A session and the link for its end user.
 */
export type NewSession = {
    /**
     * Id of the session for `session.get` and `session.state`.
     */
    id: Id;
    /**
     * Token for the end user. It opens this one session and reads no data.
     */
    token: OpaqueToken;
    /**
     * When an unfinished session becomes FAILED.
     */
    expires: Timestamp;
    /**
     * Where to send the end user, with the `redirect_url` that was given. Append `&redirect_url=` with an encoded address where it is known later.
     */
    open_url: Url;
    /**
     * True for a specimen session, which is never proof of a real identity.
     */
    specimen?: boolean;
};

/**
 * Where the page at `open_url` sends the end user when the session has ended: a web address, or one with the scheme of an app. It is in the query of `open_url`. If the account has `return_addresses`, it must be one of them.
 */
export type RedirectUrl = string;

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
 * A verification session. `state` says which fields it has.
 */
export type VerificationSession = ({
    state: 'CREATED' | 'INITIATED' | 'ABORTED';
} & UnverifiedSession) | ({
    state: 'COMPLETED';
} & CompletedSession) | ({
    state: 'FAILED';
} & FailedSession) | ({
    state: 'REJECTED';
} & RejectedSession) | ({
    state: 'APPROVED';
} & ApprovedSession);

/**
 * Fields of every session, in lists too.
 */
export type SessionSummary = {
    /**
     * Id of the session.
     */
    id: Id;
    /**
     * When the session was created.
     */
    created: Timestamp;
    /**
     * When an unfinished session becomes FAILED.
     */
    expires: Timestamp;
    /**
     * When the end user started.
     */
    initiated?: Timestamp;
    /**
     * When the session reached its end.
     */
    ended?: Timestamp;
    /**
     * When the identity data is deleted at the latest. Absent before the end, and once it is deleted.
     */
    identity_data_until?: Timestamp;
    /**
     * When the identity data was deleted.
     */
    redacted?: Timestamp;
    reference?: SessionReference;
    /**
     * Id of the reusable link from which the session was started. Absent for other sessions.
     */
    link_id?: Id;
    /**
     * Language of the end user's page. Absent when their browser decides.
     */
    locale?: PersonLocale;
    /**
     * Whether the face is compared.
     */
    face_verification: boolean;
    /**
     * Whether ID cards are rejected.
     */
    passport_only: boolean;
    /**
     * Whether documents are rejected when their chip does not prove that it is the original.
     */
    require_clone_protection?: boolean;
    /**
     * Whether documents with an outdated algorithm or a short key are rejected.
     */
    refuse_weak?: boolean;
    /**
     * True for a specimen session, which is never proof of a real identity.
     */
    specimen: boolean;
};

/**
 * Fields of a session in every state.
 */
export type SessionDetails = SessionSummary & {
    callback_url?: CallbackUrl;
    /**
     * When the link was last emailed to the person. Absent when it was not.
     */
    link_sent?: Timestamp;
    /**
     * Address of the device that started the session.
     */
    user_ip?: IpAddress;
    /**
     * User agent of the device that started the session.
     */
    user_agent?: string;
    /**
     * What the session keeps answers to, in place of all identity data. Absent when it keeps all.
     */
    claims?: SessionClaims;
    /**
     * The policy that the session was created with.
     */
    policy?: AppliedPolicy;
    /**
     * Key of the account to which the identity data is sealed once the session is approved. Absent when the account had none.
     */
    delivery_kid?: KeyId;
};

/**
 * A version of a policy.
 */
export type AppliedPolicy = {
    name: PolicyName;
    version: PolicyVersionNumber;
};

/**
 * The answers to the claims of a session. What the document does not say is absent.
 */
export type ClaimedFacts = {
    /**
     * Whether the holder had reached the age of 12 at the verdict.
     */
    age_over_12?: boolean;
    /**
     * Whether the holder had reached the age of 14 at the verdict.
     */
    age_over_14?: boolean;
    /**
     * Whether the holder had reached the age of 16 at the verdict.
     */
    age_over_16?: boolean;
    /**
     * Whether the holder had reached the age of 18 at the verdict.
     */
    age_over_18?: boolean;
    /**
     * Whether the holder had reached the age of 21 at the verdict.
     */
    age_over_21?: boolean;
    /**
     * Whether the holder had reached the age of 25 at the verdict.
     */
    age_over_25?: boolean;
    /**
     * Whether the holder had reached the age of 65 at the verdict.
     */
    age_over_65?: boolean;
    /**
     * Nationality.
     */
    nationality?: CountryCode;
    /**
     * Issuing country.
     */
    issuing_country?: CountryCode;
    document_type?: DocumentType;
};

/**
 * Type of the document.
 */
export type KnownDocumentType = 'PASSPORT' | 'ID_CARD' | 'OTHER';

/**
 * Type of the document. Other values may be added.
 */
export type DocumentType = KnownDocumentType | (string & {});

/**
 * A session for which no document was verified.
 */
export type UnverifiedSession = SessionDetails & {
    /**
     * State of the session.
     */
    state: 'CREATED' | 'INITIATED' | 'ABORTED';
};

/**
 * A session whose document was read and is being verified.
 */
export type CompletedSession = SessionDetails & {
    /**
     * State of the session.
     */
    state: 'COMPLETED';
    /**
     * When the end user started.
     */
    initiated: Timestamp;
    chip: ChipVerification;
};

/**
 * A session that failed before a document was verified.
 */
export type FailedSession = SessionDetails & {
    /**
     * State of the session.
     */
    state: 'FAILED';
    /**
     * When the session reached its end.
     */
    ended: Timestamp;
    failure: SessionFailure;
};

/**
 * A session whose document could not be verified.
 */
export type RejectedSession = SessionDetails & {
    /**
     * State of the session.
     */
    state: 'REJECTED';
    /**
     * When the end user started.
     */
    initiated: Timestamp;
    /**
     * When the session reached its end.
     */
    ended: Timestamp;
    failure: SessionFailure;
    chip: ChipVerification;
};

/**
 * A session whose document was verified. The identity fields are absent after `redacted`, and inside `sealed_data` if the account had a delivery key.
 */
export type ApprovedSession = SessionDetails & {
    /**
     * State of the session.
     */
    state: 'APPROVED';
    /**
     * When the end user started.
     */
    initiated: Timestamp;
    /**
     * When the session reached its end.
     */
    ended: Timestamp;
    chip: ChipVerification;
    /**
     * Given names, in the holder's own spelling if DG11 has it, otherwise as in the MRZ. `mrz` always has the MRZ spelling.
     */
    given_names?: string;
    /**
     * Surname, in the same spelling as `given_names`.
     */
    surname?: string;
    /**
     * The names fill the MRZ to its end, so they may be cut, and DG11 does not have them in full. Absent if not.
     */
    names_truncated?: boolean;
    /**
     * Nationality. Absent for codes that ISO 3166 does not have; `mrz.nationality` always has the code.
     */
    nationality?: CountryCode;
    /**
     * Sex as the document states it.
     */
    sex?: 'MALE' | 'FEMALE' | 'UNSPECIFIED' | (string & {});
    /**
     * Date of birth. Absent when the document does not state day and month.
     */
    date_of_birth?: CalendarDate;
    /**
     * `1964-08` or `1964`, in place of `date_of_birth` when the document states no more.
     */
    partial_date_of_birth?: string;
    /**
     * The latest date of birth that the document allows: `date_of_birth` itself when that is known. An age computed from it is never too high. Absent when not even the year is known.
     */
    latest_date_of_birth?: CalendarDate;
    /**
     * The document gives the year in two digits, and the holder may have been born a century before `date_of_birth` or `partial_date_of_birth`. Ages that depend on it are neither in `claimed` nor in a proof. Absent if not.
     */
    birth_date_ambiguous?: boolean;
    /**
     * Personal number, where the country prints one.
     */
    personal_number?: string;
    document_type?: DocumentType;
    /**
     * Number of the document.
     */
    document_number?: string;
    /**
     * Day on which the document was issued, if DG12 states one that is not in the future.
     */
    issue_date?: CalendarDate;
    /**
     * Last day on which the document is valid. Absent when the document has no expiry date.
     */
    expiry_date?: CalendarDate;
    /**
     * Issuing country. Absent for issuers without an ISO code.
     */
    issuing_country?: CountryCode;
    /**
     * Issuing authority as the document names it, otherwise the three-letter code of the issuing State.
     */
    issuer?: string;
    mrz?: MrzData;
    sources?: DataSources;
    /**
     * Portrait of the chip in base64, a PNG unless `portrait_format` says otherwise.
     */
    portrait?: Base64;
    /**
     * Signature of the holder, a PNG in base64, where the chip has one in DG7 and the reader sent it.
     */
    signature_image?: Base64;
    /**
     * Image of the end user in base64, in the format of `portrait`. Only with face verification.
     */
    face?: Base64;
    /**
     * The answers, in a session with `claims`. It has none of the other identity fields.
     */
    claimed?: ClaimedFacts;
    sealed_data?: SealedData;
};

/**
 * Number of a version, from 1.
 */
export type PolicyVersionNumber = number;

/**
 * Issuing States, each by its two-letter code, or by the three letters of the MRZ for those without one, such as UNO, or UTO for specimens.
 */
export type IssuerCodes = Array<string>;

/**
 * What a session of the policy demands. A rule that is absent demands nothing, and `{}` accepts every genuine document.
 */
export type PolicyRules = {
    /**
     * The accepted types of document.
     */
    document_types?: Array<KnownDocumentType>;
    /**
     * The accepted issuing States. With `allow`, all others are rejected, and `deny` rejects its own even if allowed.
     */
    issuing_countries?: {
        allow?: IssuerCodes;
        deny?: IssuerCodes;
    };
    /**
     * For how many more days the document must be valid. A document without an expiry date is rejected.
     */
    minimum_days_valid?: number;
    /**
     * The age in years that the holder must have reached. A document that leaves it open is rejected.
     */
    minimum_age?: number;
    /**
     * Reject every document whose chip does not prove that it is the original.
     */
    require_clone_protection?: boolean;
    /**
     * Reject every document with an outdated algorithm or a short key.
     */
    refuse_weak?: boolean;
    /**
     * Compare the face of the end user with the portrait of the chip.
     */
    face_verification?: boolean;
    /**
     * Keep only the answers to these.
     */
    claims?: SessionClaims;
};

/**
 * A version of a policy.
 */
export type PolicyVersion = {
    version: PolicyVersionNumber;
    rules: PolicyRules;
    /**
     * When this version was made.
     */
    created: Timestamp;
};

/**
 * A policy, with its current version.
 */
export type AccountPolicy = {
    name: PolicyName;
    version: PolicyVersionNumber;
    rules: PolicyRules;
    /**
     * When this version was made.
     */
    created: Timestamp;
    /**
     * When the policy was deleted. Absent while it can be used.
     */
    deleted?: Timestamp;
};

/**
 * How sessions and specimens would end under some rules.
 */
export type PolicyPreview = {
    /**
     * The specimen sessions that could be judged, newest first.
     */
    sessions: Array<{
        /**
         * Id of the session.
         */
        id: Id;
        reference?: SessionReference;
        /**
         * When it ended.
         */
        ended: Timestamp;
        /**
         * How it ended.
         */
        was: PreviewOutcome;
        /**
         * How it would have ended.
         */
        would: PreviewOutcome;
    }>;
    /**
     * How many of the sessions could not be judged, because their data no longer exists or was not kept.
     */
    not_judged: number;
    /**
     * How many of the sessions that would be approved had no face compared, although the rules ask for it.
     */
    face_not_compared: number;
    /**
     * The specimens of the catalogue.
     */
    specimens: Array<{
        /**
         * Name of the specimen.
         */
        name: string;
        /**
         * Title of the specimen.
         */
        title: string;
        /**
         * How a session with it would end.
         */
        would: PreviewOutcome;
    }>;
};

/**
 * How a session ends.
 */
export type PreviewOutcome = {
    /**
     * APPROVED or REJECTED.
     */
    state: 'APPROVED' | 'REJECTED' | (string & {});
    failure_code?: FailureCode;
};

/**
 * In place of the identity fields: a compact JWE (RFC 7516) with their JSON, encrypted to the key `delivery_kid`. Besides the fields it has the images also as `portrait_jpeg` and `face_jpeg`, the `proof`, the complete `chip`, and `user_ip` and `user_agent`, none of which the service keeps. The SDK opens it with the option `decryptionKey`.
 */
export type SealedData = string;

/**
 * A proof of an approved session.
 */
export type SessionProof = {
    /**
     * SD-JWT VC with all its disclosures. Its type `vct` is `urn:sigill:document:1`, for a specimen `urn:sigill:specimen:1`.
     */
    proof: string;
    /**
     * True when the document is a specimen. Never proof of a real identity.
     */
    specimen: boolean;
};

/**
 * The machine readable zone, as printed.
 */
export type MrzData = {
    /**
     * Code of the document, such as `P` or `ID`.
     */
    document_code: string;
    /**
     * Code of the issuing State, such as `SWE`, `D` or `UNO`.
     */
    issuing_state: string;
    /**
     * Code of the nationality, such as `SWE` or `D`. `XXA` is a stateless person, `XXB` and `XXC` are refugees, `XXX` is a person of unspecified nationality.
     */
    nationality: string;
    /**
     * Surname in A to Z, truncated if too long.
     */
    surname: string;
    /**
     * Given names in A to Z, truncated if too long.
     */
    given_names: string;
    /**
     * Date of birth, YYMMDD, with `<<` or `00` for unknown parts.
     */
    date_of_birth: string;
};

/**
 * The data group that each identity field was taken from.
 */
export type DataSources = {
    given_names?: DataSource;
    surname?: DataSource;
    nationality?: DataSource;
    sex?: DataSource;
    date_of_birth?: DataSource;
    partial_date_of_birth?: DataSource;
    latest_date_of_birth?: DataSource;
    personal_number?: DataSource;
    document_type?: DataSource;
    document_number?: DataSource;
    issue_date?: DataSource;
    expiry_date?: DataSource;
    issuing_country?: DataSource;
    issuer?: DataSource;
};

/**
 * DG1 is the MRZ, DG11 has more about the person, DG12 more about the document.
 */
export type KnownDataSource = 'DG1' | 'DG11' | 'DG12';

/**
 * DG1 is the MRZ, DG11 has more about the person, DG12 more about the document. Other values may be added.
 */
export type DataSource = KnownDataSource | (string & {});

/**
 * The end of the link's address. Anyone who knows it can start sessions.
 */
export type LinkCode = string;

/**
 * How many people can be verified. Without it, any number.
 */
export type LinkLimit = number;

/**
 * A link from which each person starts a session of their own.
 */
export type ReusableLink = {
    /**
     * Id of the link.
     */
    id: Id;
    code: LinkCode;
    /**
     * The address to give out.
     */
    url: Url;
    /**
     * Your own name for it.
     */
    name: string;
    /**
     * What its page and poster say at the top. Absent when nothing was given.
     */
    title?: string;
    /**
     * Colour of its page. Absent when it is the account's.
     */
    brand_color?: BrandColor;
    limit?: LinkLimit;
    /**
     * When it ends. Absent when no time is set.
     */
    expires?: Timestamp;
    /**
     * The options of its sessions.
     */
    session_options: SessionOptions;
    /**
     * Whether people can start from it: LIMIT_REACHED once as many were verified as its limit says, EXPIRED after `expires`, and ENDED by hand.
     */
    state: 'ACTIVE' | 'LIMIT_REACHED' | 'EXPIRED' | 'ENDED' | (string & {});
    /**
     * How many sessions were started from it.
     */
    started: number;
    /**
     * How many of them have not ended yet.
     */
    open: number;
    /**
     * How many were approved.
     */
    approved: number;
    /**
     * How many were rejected.
     */
    rejected: number;
    /**
     * When it was created.
     */
    created: Timestamp;
};

/**
 * A session without identity data.
 */
export type SessionListItem = SessionSummary & {
    state: SessionState;
    failure_code?: FailureCode;
    /**
     * Issuing country of the document, as the document or its certificates name it. Absent until the document is read, for specimens, and once the identity data is deleted.
     */
    document_country?: CountryCode;
};

/**
 * What was verified and how.
 */
export type ChipVerification = {
    /**
     * The verdict of each check.
     */
    checks: {
        /**
         * The signer is certified by a trusted issuing State, valid and of the country of the document.
         */
        issuer: ChipCheck;
        /**
         * The Document Security Object is signed by the signer.
         */
        signature: ChipCheck;
        /**
         * Each data group matches its signed hash and none is missing.
         */
        data: ChipCheck;
        /**
         * The MRZ is valid, the document has not expired and is accepted by the options and the policy.
         */
        document: ChipCheck;
        /**
         * The chip proved that it is the original.
         */
        clone: ChipCheck;
        /**
         * The portrait of DG2 could be read.
         */
        portrait: ChipCheck;
        /**
         * The end user is alive and matches the portrait.
         */
        face: ChipCheck;
    };
    /**
     * How the chip proved that it is the original. NONE when it did not; `checks.clone` then says why not.
     */
    clone_protection: 'ACTIVE_AUTHENTICATION' | 'CHIP_AUTHENTICATION' | 'NONE' | (string & {});
    /**
     * How the chip can prove it, as far as the submitted files tell.
     */
    clone_protection_offered?: Array<'ACTIVE_AUTHENTICATION' | 'CHIP_AUTHENTICATION' | (string & {})>;
    /**
     * Numbers of the data groups that the Document Security Object lists.
     */
    data_groups: Array<number>;
    /**
     * The ones of `data_groups` that the reader sent. The others could not be checked. DG3 and DG4, the fingerprints and irises, are never read.
     */
    data_groups_read?: Array<number>;
    /**
     * Hash of the data groups.
     */
    digest_algorithm?: string;
    /**
     * Algorithm of the signature over the Document Security Object.
     */
    signature_algorithm?: string;
    /**
     * The document signer, identified by `issuer` and `serial_number`. `fingerprint` does not identify it: one certificate can be encoded in several ways, each with its own fingerprint.
     */
    signer?: {
        /**
         * Subject of the certificate.
         */
        subject: string;
        /**
         * Issuer of the certificate.
         */
        issuer: string;
        /**
         * Serial number, hexadecimal.
         */
        serial_number: string;
        /**
         * Start of validity.
         */
        not_before: Timestamp;
        /**
         * End of validity.
         */
        not_after: Timestamp;
        fingerprint?: Fingerprint;
    };
    /**
     * The country signing certificate (CSCA) that certifies the signer.
     */
    trust_anchor?: {
        /**
         * Subject of the certificate.
         */
        subject: string;
        /**
         * Country of the certificate, where it names one.
         */
        country?: CountryCode;
        /**
         * Source of the certificate: the file of a master list, or of single certificates.
         */
        source: string;
        /**
         * Day on which the master list was signed. Absent for single certificates.
         */
        source_date?: CalendarDate;
        fingerprint?: Fingerprint;
    };
    /**
     * Outdated algorithms that the document uses. They are accepted and named here.
     */
    weak_algorithms: Array<string>;
    /**
     * Where the outdated algorithms and short keys of `weak_algorithms` are. Absent in sessions verified before this field existed.
     */
    weaknesses?: Array<ChipWeakness>;
    /**
     * What is unusual about the document signer or the chip, including what the issuing State has published. Flags never improve a verdict: some explain a failed check, `issuer` or `clone`, and the others leave the decision to you. Absent in sessions verified before this field existed.
     */
    flags?: Array<ChipFlag>;
    /**
     * True when the document is a specimen. Never proof of a real identity.
     */
    specimen: boolean;
    face_match?: FaceMatch;
};

/**
 * An outdated algorithm or a short key, which is accepted.
 */
export type ChipWeakness = {
    /**
     * The hashes of the data groups, the signature of the Document Security Object, the document signer (its key, or the signature of its certificate), the key of the country signing authority, or that of the chip.
     */
    where: 'DATA_GROUPS' | 'SECURITY_OBJECT' | 'DOCUMENT_SIGNER' | 'CSCA' | 'ACTIVE_AUTHENTICATION' | (string & {});
    /**
     * Name of the algorithm, such as SHA-1 or RSA 1024.
     */
    algorithm: string;
};

/**
 * Something unusual about a document.
 */
export type ChipFlag = {
    /**
     * What it is.
     */
    code: ChipFlagCode;
    /**
     * The same in words, with details.
     */
    message: string;
};

/**
 * What is unusual. With the first five, the document is rejected: the signer is not a document signer (`signer_is_ca`, `signer_key_usage`, `signer_purpose`), its certificate has an unknown critical extension (`signer_critical_extension`), or it may not sign documents of this type (`signer_document_type`). The other `signer_`, `signing_` and `csca_` flags say where certificates deviate from ICAO Doc 9303-12, or where a key signed in a way that its type does not allow (`signer_key_type`, `csca_key_type`). The chip offers an unsupported kind of Chip Authentication (`chip_authentication_unsupported`), or only PACE with Chip Authentication Mapping, which does not count as proof that it is the original (`chip_authentication_mapping_only`). Flags that begin with `deviation_` repeat what the issuing State has published about its documents.
 */
export type KnownChipFlagCode = 'signer_is_ca' | 'signer_key_usage' | 'signer_purpose' | 'signer_critical_extension' | 'signer_document_type' | 'signer_version' | 'signer_key_type' | 'signer_key_usage_absent' | 'signer_key_usage_unusual' | 'signer_purpose_unusual' | 'signer_document_type_unlisted' | 'signer_issuer_name' | 'signer_validity' | 'signer_key_period' | 'signing_time' | 'csca_key_period' | 'csca_key_type' | 'chip_authentication_unsupported' | 'chip_authentication_mapping_only' | 'deviation_certificate' | 'deviation_active_authentication_key' | 'deviation_data' | 'deviation_mrz' | 'deviation_chip' | 'deviation_other';

/**
 * What is unusual. With the first five, the document is rejected: the signer is not a document signer (`signer_is_ca`, `signer_key_usage`, `signer_purpose`), its certificate has an unknown critical extension (`signer_critical_extension`), or it may not sign documents of this type (`signer_document_type`). The other `signer_`, `signing_` and `csca_` flags say where certificates deviate from ICAO Doc 9303-12, or where a key signed in a way that its type does not allow (`signer_key_type`, `csca_key_type`). The chip offers an unsupported kind of Chip Authentication (`chip_authentication_unsupported`), or only PACE with Chip Authentication Mapping, which does not count as proof that it is the original (`chip_authentication_mapping_only`). Flags that begin with `deviation_` repeat what the issuing State has published about its documents. Other values may be added.
 */
export type ChipFlagCode = KnownChipFlagCode | (string & {});

/**
 * SHA-256 of the certificate as it was read. It does not identify the holder of the certificate.
 */
export type Fingerprint = string;

/**
 * How the face was compared with the portrait. Absent where no face was compared.
 */
export type FaceMatch = {
    /**
     * What compared them: a provider (`http`) or a model (`onnx`) that the operator chose. The other two decide nothing about people: the demonstration of the package `@sigill/face`, and a matcher for specimens.
     */
    matcher: 'http' | 'onnx' | 'demonstration' | 'specimen' | (string & {});
    /**
     * Whose provider or model it is, as the operator names it. Absent for demonstrations.
     */
    provider?: string;
    /**
     * How similar the least similar picture is to the portrait.
     */
    score: Score;
    /**
     * Lowest score that counts as the same person.
     */
    threshold: Score;
    /**
     * Whether the pictures show a live person, according to the provider. Absent where no provider checks it, and when the face does not match.
     */
    liveness?: {
        /**
         * How certain the provider is.
         */
        score: Score;
        /**
         * Lowest score that counts as live.
         */
        threshold: Score;
    };
};

/**
 * A decimal from 0.0000 to 1.0000. Scores of different matchers are not comparable.
 */
export type Score = string;

/**
 * NOT_PRESENT when the document or the session has nothing to check.
 */
export type KnownCheckResult = 'PASSED' | 'FAILED' | 'NOT_PRESENT';

/**
 * NOT_PRESENT when the document or the session has nothing to check. Other values may be added.
 */
export type CheckResult = KnownCheckResult | (string & {});

/**
 * The verdict of one check.
 */
export type ChipCheck = {
    result: CheckResult;
    /**
     * Why, when FAILED.
     */
    code?: FailureCode;
    /**
     * The reason, in words.
     */
    message?: string;
};

/**
 * Id of an event, the same over all attempts.
 */
export type EventId = string;

/**
 * What is sent to `callback_url`, and to endpoints. It never holds identity data.
 */
export type CallbackEvent = {
    id: EventId;
    /**
     * Kind of event.
     */
    type: 'session.state_changed';
    /**
     * When the state changed.
     */
    created: Timestamp;
    /**
     * True in a test sent from the portal, whose session does not exist. Absent otherwise.
     */
    test?: boolean;
    /**
     * The change.
     */
    data: {
        /**
         * Id of the session.
         */
        id: Id;
        /**
         * The new state.
         */
        state: SessionState;
        /**
         * The previous state.
         */
        previous_state: SessionState;
        reference?: SessionReference;
        failure?: SessionFailure;
        /**
         * True for a specimen session, which is never proof of a real identity. Absent in other sessions.
         */
        specimen?: boolean;
    };
};

/**
 * The identity data of a session was deleted. It never holds identity data.
 */
export type SessionRedactedEvent = {
    id: EventId;
    /**
     * Kind of event.
     */
    type: 'session.redacted';
    /**
     * When the data was deleted.
     */
    created: Timestamp;
    /**
     * The session whose data was deleted.
     */
    data: {
        /**
         * Id of the session.
         */
        id: Id;
        /**
         * The state of the session, which stays.
         */
        state: SessionState;
        cause: RedactionCause;
        reference?: SessionReference;
        /**
         * True for a specimen session, which is never proof of a real identity. Absent in other sessions.
         */
        specimen?: boolean;
    };
};

/**
 * REQUEST after `session.redact`, RETENTION at the end of the time for which the data is kept, OPERATOR when an operator of the service had to delete it.
 */
export type KnownRedactionCause = 'REQUEST' | 'RETENTION' | 'OPERATOR';

/**
 * REQUEST after `session.redact`, RETENTION at the end of the time for which the data is kept, OPERATOR when an operator of the service had to delete it. Other values may be added.
 */
export type RedactionCause = KnownRedactionCause | (string & {});

/**
 * The link of a session was renewed. It holds neither the link nor identity data.
 */
export type SessionLinkRenewedEvent = {
    id: EventId;
    /**
     * Kind of event.
     */
    type: 'session.link_renewed';
    /**
     * When the link was renewed.
     */
    created: Timestamp;
    /**
     * The session whose link was renewed.
     */
    data: {
        /**
         * Id of the session.
         */
        id: Id;
        /**
         * When the session expires, as before.
         */
        expires: Timestamp;
        reference?: SessionReference;
        /**
         * True for a specimen session, which is never proof of a real identity. Absent in other sessions.
         */
        specimen?: boolean;
    };
};

/**
 * The sessions of the billing cycle near the spending cap.
 */
export type SpendingCapNearEvent = {
    id: EventId;
    /**
     * Kind of event.
     */
    type: 'account.spending_cap_near';
    /**
     * When the line was crossed.
     */
    created: Timestamp;
    /**
     * The cap, and what was spent of it.
     */
    data: {
        /**
         * The cap in USD.
         */
        spending_cap: Decimal;
        /**
         * What the approved sessions of the cycle have cost beyond the credit.
         */
        cycle_cost: Decimal;
        /**
         * First day of the billing cycle.
         */
        cycle_start: CalendarDate;
        /**
         * Last day of the billing cycle.
         */
        cycle_end: CalendarDate;
    };
};

/**
 * What is sent to a callback endpoint, by `type`. New types may be added.
 */
export type EndpointEvent = ({
    type: 'session.state_changed';
} & CallbackEvent) | ({
    type: 'session.redacted';
} & SessionRedactedEvent) | ({
    type: 'session.link_renewed';
} & SessionLinkRenewedEvent) | ({
    type: 'account.spending_cap_near';
} & SpendingCapNearEvent);

/**
 * A type of event that endpoints receive.
 */
export type KnownEventType = 'session.state_changed' | 'session.redacted' | 'session.link_renewed' | 'account.spending_cap_near';

/**
 * A type of event that endpoints receive. Other values may be added.
 */
export type EventType = KnownEventType | (string & {});

/**
 * An address that receives the events of all sessions.
 */
export type AccountEndpoint = {
    /**
     * Id of the endpoint.
     */
    id: Id;
    /**
     * Where events are sent.
     */
    url: CallbackUrl;
    /**
     * What it is for. Absent when nothing was said.
     */
    description?: string;
    /**
     * Which events are sent. Absent when all are.
     */
    event_types?: Array<EventType>;
    /**
     * Whether events are sent to it.
     */
    enabled: boolean;
    /**
     * When it was created.
     */
    created: Timestamp;
};

/**
 * An event at an endpoint, and its delivery status.
 */
export type EndpointDelivery = {
    state: CallbackState;
    /**
     * How many attempts were made, including those of replays.
     */
    attempts: number;
    /**
     * When the next attempt is due. Only while PENDING.
     */
    next_attempt?: Timestamp;
    /**
     * The last attempt. Absent before the first one has ended.
     */
    last_attempt?: CallbackAttempt;
    event: EndpointEvent;
};

/**
 * Kind of event.
 */
export type KnownCallbackType = 'session.state_changed';

/**
 * Kind of event. Other values may be added.
 */
export type CallbackType = KnownCallbackType | (string & {});

/**
 * PENDING while attempts remain, DELIVERED after a 2xx, FAILED when no attempt is left.
 */
export type KnownCallbackState = 'PENDING' | 'DELIVERED' | 'FAILED';

/**
 * PENDING while attempts remain, DELIVERED after a 2xx, FAILED when no attempt is left. Other values may be added.
 */
export type CallbackState = KnownCallbackState | (string & {});

/**
 * An earlier session in which the same document was verified.
 */
export type SameDocument = {
    /**
     * Id of the session.
     */
    id: Id;
    /**
     * When it was approved.
     */
    verified: Timestamp;
    /**
     * The session's own reference.
     */
    reference?: SessionReference;
};

/**
 * A callback and its delivery status.
 */
export type CallbackDelivery = {
    id: EventId;
    /**
     * Id of the session.
     */
    session_id: Id;
    type: CallbackType;
    /**
     * Where it is sent.
     */
    url: CallbackUrl;
    state: CallbackState;
    /**
     * The state that it reports.
     */
    session_state: SessionState;
    /**
     * When the state changed.
     */
    created: Timestamp;
    /**
     * When the next attempt is due. Only while PENDING.
     */
    next_attempt?: Timestamp;
    /**
     * How many attempts were made.
     */
    attempts: number;
};

/**
 * A callback with its body and attempts.
 */
export type CallbackRecord = {
    id: EventId;
    /**
     * Id of the session.
     */
    session_id: Id;
    type: CallbackType;
    /**
     * Where it is sent.
     */
    url: CallbackUrl;
    state: CallbackState;
    /**
     * The state that it reports.
     */
    session_state: SessionState;
    /**
     * When the state changed.
     */
    created: Timestamp;
    /**
     * When the next attempt is due. Only while PENDING.
     */
    next_attempt?: Timestamp;
    /**
     * How many attempts were made.
     */
    attempts: number;
    payload: CallbackEvent;
    /**
     * What the last attempt sent. It is signed again, so its signature changes after a rotation of the secret. Absent before the first attempt.
     */
    message?: CallbackMessage;
    /**
     * The attempts, oldest first.
     */
    attempt_list: Array<CallbackAttempt>;
};

/**
 * One attempt.
 */
export type CallbackAttempt = {
    /**
     * Number of the attempt, from 1.
     */
    number: number;
    /**
     * When the attempt began.
     */
    created: Timestamp;
    /**
     * How long it took.
     */
    duration_ms: number;
    /**
     * Status of the response. Absent when there was none.
     */
    status_code?: number;
    /**
     * What went wrong, when there was no response.
     */
    error?: string;
};

/**
 * A callback as it is sent.
 */
export type CallbackMessage = {
    /**
     * The headers that prove its origin, signed for this response.
     */
    headers: {
        'webhook-id': EventId;
        /**
         * Seconds since 1970.
         */
        'webhook-timestamp': string;
        /**
         * One or two signatures.
         */
        'webhook-signature': string;
    };
    /**
     * The body as it is sent, an `EndpointEvent` in JSON. The signatures cover its exact bytes.
     */
    body: string;
};

/**
 * The secret that signs callbacks.
 */
export type SigningSecret = {
    /**
     * The secret as Standard Webhooks libraries take it: `whsec_` and base64.
     */
    secret: string;
    /**
     * When it was created.
     */
    created: Timestamp;
    /**
     * When the previous secret stops signing. Absent when there is none.
     */
    previous_expires?: Timestamp;
};

/**
 * A new API key pair.
 */
export type ServiceKey = {
    /**
     * Id of the service user that owns the key.
     */
    id: Id;
    /**
     * User name for HTTP basic authentication.
     */
    public_key: string;
    /**
     * Password for HTTP basic authentication. Shown here once and stored only as a hash.
     */
    secret: string;
};

/**
 * JWK thumbprint (RFC 7638) of the key, and `kid` in what is sealed to it.
 */
export type KeyId = string;

/**
 * Colour in sRGB: `#` and six hexadecimal digits.
 */
export type BrandColor = string;

/**
 * Sessions of one day.
 */
export type UsageDay = {
    /**
     * Day in UTC.
     */
    date: CalendarDate;
    /**
     * Sessions created on that day.
     */
    created: number;
    /**
     * Of these, sessions that are APPROVED.
     */
    approved: number;
    /**
     * Of these, sessions that are REJECTED.
     */
    rejected: number;
    /**
     * Of these, sessions that are FAILED.
     */
    failed: number;
};

/**
 * Sessions created through the public API. Demo and specimen sessions are not counted.
 */
export type Usage = {
    /**
     * Today in UTC by the clock of the service, the last day of the windows.
     */
    today: CalendarDate;
    /**
     * Sessions created in the last 30 days.
     */
    last_30_days: number;
    /**
     * Sessions created in the last 90 days.
     */
    last_90_days: number;
    /**
     * The last 90 days that have sessions, oldest first.
     */
    days: Array<UsageDay>;
};

/**
 * Any text of 1 to 255 characters.
 */
export type IdempotencyKey = string;

/**
 * Nothing.
 */
export type NoInput = {
    [key: string]: never;
};

/**
 * The id of the session.
 */
export type SessionById = {
    /**
     * Id of the session.
     */
    id: Id;
};

/**
 * The id of the callback.
 */
export type CallbackById = {
    /**
     * Id of the callback.
     */
    id: EventId;
};

/**
 * The id of the link.
 */
export type LinkById = {
    /**
     * Id of the link.
     */
    id: Id;
};

/**
 * The name of the policy.
 */
export type PolicyByName = {
    name: PolicyName;
};

/**
 * The id of the endpoint.
 */
export type EndpointById = {
    /**
     * Id of the endpoint.
     */
    id: Id;
};

/**
 * Which page of the list.
 */
export type AnyPage = {
    cursor?: Cursor;
    limit?: PageSize;
};

/**
 * The options of the session. All are optional.
 */
export type SessionCreateParams = SessionOptions;

/**
 * The session was created.
 */
export type SessionCreateResponse = NewSession;

/**
 * The session and the form of its images.
 */
export type SessionGetParams = {
    /**
     * Id of the session.
     */
    id: Id;
    /**
     * Format of `portrait` and `face`: a PNG of at most 112 KB, with detailed portraits reduced to 256 colours, or a JPEG in full colour. The signature is always a PNG.
     */
    portrait_format?: 'png' | 'jpeg';
};

/**
 * The session.
 */
export type SessionGetResponse = VerificationSession;

/**
 * Filter and page.
 */
export type SessionListParams = {
    cursor?: Cursor;
    limit?: PageSize;
    /**
     * Only sessions in this state.
     */
    state?: KnownSessionState;
    /**
     * Only sessions with exactly this reference.
     */
    reference?: SessionReference;
    search?: SessionSearch;
    states?: SessionStates;
    /**
     * Only sessions that ended for this reason.
     */
    failure_code?: KnownFailureCode;
    /**
     * Only sessions that were created at this time or later.
     */
    created_from?: Timestamp;
    /**
     * Only sessions that were created before this time.
     */
    created_to?: Timestamp;
    /**
     * Only sessions in which a document of this issuing country was read. The country is deleted with the identity data, so older sessions are not found.
     */
    document_country?: CountryCode;
    /**
     * Only specimen sessions, or only the others.
     */
    specimen?: boolean;
    /**
     * Only sessions that were started from this reusable link, which must not be deleted.
     */
    link_id?: Id;
};

/**
 * One page of sessions.
 */
export type SessionListResponse = {
    /**
     * The sessions, newest first.
     */
    sessions: Array<SessionListItem>;
    /**
     * Cursor of the next page. Absent on the last page.
     */
    next_cursor?: Cursor;
};

/**
 * The id of the session.
 */
export type SessionStateParams = SessionById;

/**
 * The state.
 */
export type SessionStateResponse = StateOnly;

/**
 * The id of the session.
 */
export type SessionAbortParams = SessionById;

/**
 * The state.
 */
export type SessionAbortResponse = StateOnly;

/**
 * The session, and where to return to.
 */
export type SessionRenewLinkParams = {
    /**
     * Id of the session.
     */
    id: Id;
    redirect_url?: RedirectUrl;
    /**
     * Email the new link to this address, as in `session.create`.
     */
    send_to?: NewEmailAddress;
};

/**
 * The session with its new link.
 */
export type SessionRenewLinkResponse = NewSession;

/**
 * The id of the session.
 */
export type SessionProofParams = SessionById;

/**
 * The proof.
 */
export type SessionProofResponse = SessionProof;

/**
 * The id of the session.
 */
export type SessionRedactParams = SessionById;

/**
 * The session without identity data.
 */
export type SessionRedactResponse = VerificationSession;

/**
 * The id of the session.
 */
export type SessionSeenBeforeParams = SessionById;

/**
 * The earlier sessions.
 */
export type SessionSeenBeforeResponse = {
    /**
     * In how many earlier sessions the document was verified, up to 100.
     */
    count: number;
    /**
     * When it was verified for the first time. Absent if it was not.
     */
    first?: Timestamp;
    /**
     * The newest of these sessions, newest first.
     */
    sessions: Array<SameDocument>;
};

/**
 * The link, and the options of its sessions.
 */
export type LinkCreateParams = {
    /**
     * Your own name for the link. People who open it do not see it.
     */
    name: string;
    /**
     * What the page and the poster of the link say at the top. Without it, only who asks.
     */
    title?: string;
    /**
     * Colour of the link's page. Without it, the account's.
     */
    brand_color?: BrandColor;
    limit?: LinkLimit;
    /**
     * When the link ends. Without it, it ends only by its limit or by hand.
     */
    expires?: Timestamp;
    /**
     * The options of the sessions that are started from the link. `reference` is the same for all of them. `send_to` is refused, because people open the link themselves.
     */
    session_options?: SessionOptions;
};

/**
 * The link.
 */
export type LinkCreateResponse = ReusableLink;

/**
 * Which page of the list. All properties are optional.
 */
export type LinkListParams = AnyPage;

/**
 * One page of links.
 */
export type LinkListResponse = {
    /**
     * The links, newest first.
     */
    links: Array<ReusableLink>;
    /**
     * Cursor of the next page. Absent on the last page.
     */
    next_cursor?: Cursor;
};

/**
 * The id of the link.
 */
export type LinkGetParams = LinkById;

/**
 * The link.
 */
export type LinkGetResponse = ReusableLink;

/**
 * What to change.
 */
export type LinkUpdateParams = {
    /**
     * Id of the link.
     */
    id: Id;
    /**
     * Your own name for the link.
     */
    name?: string;
    /**
     * What its page and poster say at the top. null removes it.
     */
    title?: string | null;
    /**
     * Colour of its page. null for the account's.
     */
    brand_color?: string | null;
    /**
     * How many people can be verified. null for any number.
     */
    limit?: number | null;
    /**
     * When the link ends. null for never.
     */
    expires?: string | null;
    /**
     * The options of sessions that are started from now on. Replaces all of them.
     */
    session_options?: SessionOptions;
    /**
     * Whether the link is ended by hand.
     */
    ended?: boolean;
};

/**
 * The link as it is now.
 */
export type LinkUpdateResponse = ReusableLink;

/**
 * The id of the link.
 */
export type LinkDeleteParams = LinkById;

/**
 * Done.
 */
export type LinkDeleteResponse = EmptyObject;

/**
 * The name and the rules.
 */
export type PolicyCreateParams = {
    name: PolicyName;
    rules: PolicyRules;
};

/**
 * The policy.
 */
export type PolicyCreateResponse = AccountPolicy;

/**
 * Which page of the list. All properties are optional.
 */
export type PolicyListParams = AnyPage;

/**
 * One page of policies.
 */
export type PolicyListResponse = {
    /**
     * The policies, newest first.
     */
    policies: Array<AccountPolicy>;
    /**
     * Cursor of the next page. Absent on the last page.
     */
    next_cursor?: Cursor;
};

/**
 * The name of the policy.
 */
export type PolicyGetParams = PolicyByName;

/**
 * A policy with its versions.
 */
export type PolicyGetResponse = AccountPolicy & {
    /**
     * The latest 100 versions, newest first.
     */
    versions: Array<PolicyVersion>;
};

/**
 * The name and all rules.
 */
export type PolicyUpdateParams = {
    name: PolicyName;
    rules: PolicyRules;
};

/**
 * The policy as it is now.
 */
export type PolicyUpdateResponse = AccountPolicy;

/**
 * The name of the policy.
 */
export type PolicyDeleteParams = PolicyByName;

/**
 * Done.
 */
export type PolicyDeleteResponse = EmptyObject;

/**
 * Either the name of a policy or rules. With neither, only the account's defaults apply.
 */
export type PolicyPreviewParams = {
    name?: PolicyName;
    rules?: PolicyRules;
};

/**
 * The outcomes.
 */
export type PolicyPreviewResponse = PolicyPreview;

/**
 * Filter and page.
 */
export type CallbackListParams = {
    cursor?: Cursor;
    limit?: PageSize;
    /**
     * Only callbacks of this session.
     */
    session_id?: Id;
    /**
     * Only callbacks in this state.
     */
    state?: KnownCallbackState;
};

/**
 * One page of callbacks.
 */
export type CallbackListResponse = {
    /**
     * The callbacks, newest first.
     */
    callbacks: Array<CallbackDelivery>;
    /**
     * Cursor of the next page. Absent on the last page.
     */
    next_cursor?: Cursor;
};

/**
 * The id of the callback.
 */
export type CallbackGetParams = CallbackById;

/**
 * The callback.
 */
export type CallbackGetResponse = CallbackRecord;

/**
 * The id of the callback.
 */
export type CallbackResendParams = CallbackById;

/**
 * The attempt is queued.
 */
export type CallbackResendResponse = CallbackDelivery;

/**
 * Where to continue, and how long to wait.
 */
export type CallbackListenParams = {
    /**
     * The cursor of the previous response. Without it, the call returns immediately.
     */
    cursor?: Cursor;
    /**
     * Without a cursor, start with the first event kept since this time instead of the next one.
     */
    since?: Timestamp;
    /**
     * How long to wait while nothing happens.
     */
    wait_seconds?: number;
};

/**
 * The events.
 */
export type CallbackListenResponse = {
    /**
     * The events, oldest first.
     */
    callbacks: Array<CallbackMessage>;
    /**
     * Cursor for the next call.
     */
    cursor: Cursor;
};

/**
 * Nothing. An empty body is the same as `{}`.
 */
export type CallbackSecretParams = NoInput;

/**
 * The signing secret.
 */
export type CallbackSecretResponse = SigningSecret;

/**
 * Nothing. An empty body is the same as `{}`.
 */
export type CallbackRotateSecretParams = NoInput;

/**
 * The new signing secret.
 */
export type CallbackRotateSecretResponse = SigningSecret;

/**
 * The address, and which events it receives.
 */
export type CallbackEndpointCreateParams = {
    /**
     * Where events are sent.
     */
    url: CallbackUrl;
    /**
     * What the endpoint is for. Never interpreted.
     */
    description?: string;
    /**
     * Which events are sent. Without it, all, including types that are added later.
     */
    event_types?: Array<KnownEventType>;
    /**
     * False to create it switched off.
     */
    enabled?: boolean;
};

/**
 * The endpoint.
 */
export type CallbackEndpointCreateResponse = AccountEndpoint;

/**
 * Which page of the list. All properties are optional.
 */
export type CallbackEndpointListParams = AnyPage;

/**
 * One page of endpoints.
 */
export type CallbackEndpointListResponse = {
    /**
     * The endpoints, newest first.
     */
    endpoints: Array<AccountEndpoint>;
    /**
     * Cursor of the next page. Absent on the last page.
     */
    next_cursor?: Cursor;
};

/**
 * The id of the endpoint.
 */
export type CallbackEndpointGetParams = EndpointById;

/**
 * The endpoint.
 */
export type CallbackEndpointGetResponse = AccountEndpoint;

/**
 * What to change.
 */
export type CallbackEndpointUpdateParams = {
    /**
     * Id of the endpoint.
     */
    id: Id;
    /**
     * Where events are sent from now on.
     */
    url?: CallbackUrl;
    /**
     * What the endpoint is for. null removes it.
     */
    description?: string | null;
    /**
     * Which events are sent. null for all, including types that are added later.
     */
    event_types?: Array<KnownEventType> | null;
    /**
     * Whether events are sent to it.
     */
    enabled?: boolean;
};

/**
 * The endpoint as it is now.
 */
export type CallbackEndpointUpdateResponse = AccountEndpoint;

/**
 * The id of the endpoint.
 */
export type CallbackEndpointDeleteParams = EndpointById;

/**
 * Done.
 */
export type CallbackEndpointDeleteResponse = EmptyObject;

/**
 * Which deliveries to list.
 */
export type CallbackEndpointDeliveriesParams = {
    /**
     * Id of the endpoint.
     */
    id: Id;
    cursor?: Cursor;
    limit?: PageSize;
    /**
     * Only deliveries in this state.
     */
    state?: KnownCallbackState;
};

/**
 * One page of deliveries.
 */
export type CallbackEndpointDeliveriesResponse = {
    /**
     * The deliveries, the newest event first.
     */
    deliveries: Array<EndpointDelivery>;
    /**
     * Cursor of the next page. Absent on the last page.
     */
    next_cursor?: Cursor;
};

/**
 * The endpoint and the period.
 */
export type CallbackEndpointReplayParams = {
    /**
     * Id of the endpoint.
     */
    id: Id;
    /**
     * Events from this time on, which is at most 30 days ago.
     */
    since: Timestamp;
    /**
     * Events up to this time. Without it, up to now.
     */
    until?: Timestamp;
};

/**
 * What was queued.
 */
export type CallbackEndpointReplayResponse = {
    /**
     * How many events were queued.
     */
    queued: number;
    /**
     * `since` of the next call, which queues further events. Absent when there are none.
     */
    next_since?: Timestamp;
};

export type UserRotateServiceUserParams = {
    /**
     * Id of the service user.
     */
    id: Id;
    /**
     * Hours for which the old secret still works. 0 revokes it immediately.
     */
    grace_period_hours?: number;
};

/**
 * The key pair with its new secret.
 */
export type UserRotateServiceUserResponse = ServiceKey;

/**
 * Nothing. An empty body is the same as `{}`.
 */
export type DashboardUsageParams = NoInput;

/**
 * Usage of the last 90 days.
 */
export type DashboardUsageResponse = Usage;
