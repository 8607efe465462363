// Generated from openapi/v1.yaml by `npm run generate`. Do not edit.

/**
 * An error.
 */
export type Problem = {
    /**
     * What is wrong and what would be right, for people.
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
export type ProblemCode = 'missing_property' | 'wrong_type' | 'invalid_value' | 'unknown_property' | 'malformed_body' | 'missing_credentials' | 'invalid_credentials' | 'wrong_credentials' | 'forbidden' | 'wrong_user_type' | 'csrf_failed' | 'role_not_allowed' | 'account_suspended' | 'cannot_delete_self' | 'fresh_proof_required' | 'second_factor_required' | 'second_factor_setup_required' | 'last_sign_in_method' | 'billing_inactive' | 'credit_exhausted' | 'spending_cap_reached' | 'specimen_limit' | 'email_not_verified' | 'payment_method_missing' | 'primary_payment_method' | 'not_found' | 'method_not_allowed' | 'unsupported_media_type' | 'payload_too_large' | 'last_owner' | 'email_taken' | 'invite_used' | 'invite_for_another_email' | 'idempotency_conflict' | 'idempotency_in_progress' | 'answer_not_kept' | 'session_not_open' | 'proof_unavailable' | 'session_already_started' | 'challenge_limit' | 'challenge_invalid' | 'callback_not_resendable' | 'invalid_code' | 'code_expired' | 'invalid_link' | 'too_many_attempts' | 'rate_limited' | 'face_verification_unavailable' | 'callback_url_not_allowed' | 'invalid_vat_number' | 'card_declined' | 'sign_in_refused' | 'provider_unavailable' | 'not_implemented' | 'internal_error' | 'service_unavailable';

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
 * Currency, ISO 4217.
 */
export type Currency = 'USD';

/**
 * E-mail address.
 */
export type EmailAddress = string;

/**
 * E-mail address that can get mail. Letters that only look different, such as full-width ones, are stored as the usual ones.
 */
export type NewEmailAddress = string;

/**
 * Text on one line, without control characters and without those that turn the direction of writing.
 */
export type LineOfText = string;

/**
 * Password of at least 4 characters.
 */
export type PlainPassword = string;

/**
 * The 6 characters that were sent by mail. Upper and lower case are the same.
 */
export type OneTimeCode = string;

/**
 * Token. Do not look into it.
 */
export type OpaqueToken = string;

/**
 * Where a page begins: the `next_cursor` of the page before.
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
 * Your own name for the session, such as an order number.
 */
export type SessionReference = string;

/**
 * The id of a session, or how its reference begins, with the same upper and lower case. Where both could be meant, the session with that id is the answer.
 */
export type SessionSearch = string;

/**
 * Only sessions in one of these states.
 */
export type SessionStates = Array<SessionState>;

/**
 * Where changes of state are sent: https, on a public address.
 */
export type CallbackUrl = string;

/**
 * Language of the end user: English, Spanish, Swedish, German, French, Polish, Portuguese or Arabic.
 */
export type PersonLocale = 'en' | 'es' | 'sv' | 'de' | 'fr' | 'pl' | 'pt' | 'ar';

/**
 * CREATED, INITIATED when the end user has started, COMPLETED when the chip was read and is being verified. FAILED, ABORTED, REJECTED and APPROVED are ends; after them create a new session.
 */
export type SessionState = 'CREATED' | 'INITIATED' | 'FAILED' | 'ABORTED' | 'COMPLETED' | 'REJECTED' | 'APPROVED';

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
     * True when specimen documents count. Never proof of a real identity.
     */
    specimen?: boolean;
};

/**
 * Where the page at `open_url` leads the end user when the session has ended: a web address, or one with the scheme of an app. `open_url` has it in its query. Where the account names `return_addresses`, it must be one of them.
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
export type FailureCode = 'session_expired' | 'malformed' | 'unsupported_algorithm' | 'sod_digest_mismatch' | 'sod_signature_invalid' | 'issuer_unknown' | 'certificate_expired' | 'certificate_revoked' | 'country_mismatch' | 'dg_hash_mismatch' | 'dg_missing' | 'mrz_invalid' | 'document_expired' | 'document_type_not_allowed' | 'weak_algorithm' | 'chip_auth_missing' | 'chip_auth_failed' | 'portrait_unreadable' | 'face_missing' | 'face_mismatch' | 'liveness_failed' | 'face_unavailable' | 'specimen_required' | 'nfc_unavailable' | 'nfc_lost' | 'access_denied' | 'read_error' | 'unsupported_document' | 'camera_denied' | 'timeout' | 'internal';

/**
 * What exactly went wrong between reader and chip, in the words of ICAO Doc 9303-11 and ISO/IEC 7816-4. Each belongs to one code of `reader.fail`. Absent where nobody said it.
 */
export type ReaderFailCause = 'chip_lost' | 'active_authentication_lost' | 'chip_authentication_lost' | 'chip_silent' | 'challenges_expired' | 'access_key_invalid' | 'mrz_refused' | 'can_refused' | 'password_blocked' | 'application_missing' | 'pace_unsupported' | 'bac_unsupported' | 'can_unsupported' | 'pace_token_wrong' | 'bac_response_wrong' | 'access_malformed' | 'public_key_invalid' | 'checksum_wrong' | 'secure_messaging_ended' | 'secured_response_malformed' | 'security_status_not_satisfied' | 'file_not_found' | 'file_refused' | 'file_incomplete' | 'file_too_long' | 'file_malformed' | 'chip_failure' | 'response_malformed' | 'response_endless' | 'data_object_malformed';

/**
 * Why the session ended without approval.
 */
export type SessionFailure = {
    code: FailureCode;
    /**
     * The reason, for people.
     */
    message: string;
    /**
     * True when a new session with the same document may succeed. Mostly the code decides, and sometimes the document: reading again cannot bring what its chip does not have.
     */
    retryable: boolean;
    cause?: ReaderFailCause;
    /**
     * Page that says what the code means, and what the person and you can do; in Spanish where the session’s `locale` is `es`, else in English. Absent in callbacks of before it was added.
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
 * What is said of every session, in lists too.
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
     * Language in which the end user is spoken to. Absent when their browser decides.
     */
    locale?: PersonLocale;
    /**
     * Whether the face is compared.
     */
    face_verification: boolean;
    /**
     * Whether ID cards are refused.
     */
    passport_only: boolean;
    /**
     * Whether documents are refused whose chip did not prove that it is the original.
     */
    require_clone_protection?: boolean;
    /**
     * Whether documents with an outdated algorithm or a short key are refused.
     */
    refuse_weak?: boolean;
    /**
     * True when specimen documents count. Never proof of a real identity.
     */
    specimen: boolean;
};

/**
 * What is said of a session in every state.
 */
export type SessionDetails = SessionSummary & {
    callback_url?: CallbackUrl;
    /**
     * Address of the device that started the session.
     */
    user_ip?: IpAddress;
    /**
     * User agent of the device that started the session.
     */
    user_agent?: string;
};

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
 * A session whose document was verified. The identity fields are absent after `redacted`.
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
     * Given names, with the letters that the holder writes where DG11 has them, else as in the MRZ. `mrz` always has those of the MRZ.
     */
    given_names?: string;
    /**
     * Surname, in the same spelling as `given_names`.
     */
    surname?: string;
    /**
     * Nationality. Absent for codes that ISO 3166 does not have; `mrz.nationality` always has the code.
     */
    nationality?: CountryCode;
    /**
     * Sex as the document states it.
     */
    sex?: 'MALE' | 'FEMALE' | 'UNSPECIFIED';
    /**
     * Date of birth. Absent when the document does not state day and month.
     */
    date_of_birth?: CalendarDate;
    /**
     * `1964-08` or `1964`, in place of `date_of_birth` when the document states no more.
     */
    partial_date_of_birth?: string;
    /**
     * The last day that the document leaves open as the date of birth, and `date_of_birth` itself where that is known. An age computed from it is never too high. Absent when not even the year is known.
     */
    latest_date_of_birth?: CalendarDate;
    /**
     * Personal number, where the country prints one.
     */
    personal_number?: string;
    /**
     * Type of the document.
     */
    document_type?: 'PASSPORT' | 'ID_CARD' | 'OTHER';
    /**
     * Number of the document.
     */
    document_number?: string;
    /**
     * Day on which the document was issued, where DG12 states one that is not to come.
     */
    issue_date?: CalendarDate;
    /**
     * Last day on which the document is valid.
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
};

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
 * What the machine readable zone says, as it says it.
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
     * Code of the nationality, such as `SWE` or `D`. `XXA` is a stateless person, `XXB` and `XXC` are refugees, `XXX` is somebody of unspecified nationality.
     */
    nationality: string;
    /**
     * Surname in A to Z, cut where it was too long.
     */
    surname: string;
    /**
     * Given names in A to Z, cut where they were too long.
     */
    given_names: string;
    /**
     * Date of birth, YYMMDD, with `<<` or `00` for what is not known.
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
export type DataSource = 'DG1' | 'DG11' | 'DG12';

/**
 * A session without identity data.
 */
export type SessionListItem = SessionSummary & {
    state: SessionState;
    failure_code?: FailureCode;
    /**
     * Issuing country of the document, as it or its certificates name it. Absent until it was read, for specimens, and once the identity data was deleted.
     */
    document_country?: CountryCode;
};

/**
 * Something that happened in a session.
 */
export type SessionEvent = {
    /**
     * When it happened.
     */
    at: Timestamp;
    /**
     * OPENED when the end user first opened the link, STARTED when their reader began, CHIP_AUTHENTICATION when it began to prove the chip with a key of the service, READ when it had submitted the files, CALLBACK_SENT for each try of delivering a callback, and REDACTED when the identity data was deleted. VIEWED and PROOF_ISSUED when a person read the identity data or fetched a proof in the portal, once per person and hour, and CALLBACK_RESENT when a person sent a callback again. Specimen sessions have no views. The others are the ends. New kinds may be added.
     */
    kind: 'CREATED' | 'OPENED' | 'STARTED' | 'CHIP_AUTHENTICATION' | 'READ' | 'APPROVED' | 'REJECTED' | 'FAILED' | 'ABORTED' | 'CALLBACK_SENT' | 'REDACTED' | 'VIEWED' | 'PROOF_ISSUED' | 'CALLBACK_RESENT';
    /**
     * Why the session ended so.
     */
    failure_code?: FailureCode;
    /**
     * Id of the person who did it in the portal. Only with VIEWED, PROOF_ISSUED and CALLBACK_RESENT.
     */
    user_id?: Id;
    /**
     * The files that were read, in the order in which the reader read them, or of their names.
     */
    files?: Array<FileRead>;
    callback?: CallbackTry;
};

/**
 * A file that was read.
 */
export type FileRead = {
    file: ChipFile;
    /**
     * Its length.
     */
    bytes: number;
    /**
     * How long reading it took, as the reader says. Absent when it does not say.
     */
    duration_ms?: number;
};

/**
 * A file of the chip, as `reader.submit` names it.
 */
export type ChipFile = 'com' | 'sod' | 'dg1' | 'dg2' | 'dg7' | 'dg11' | 'dg12' | 'dg14' | 'dg15';

/**
 * A try of delivering a callback.
 */
export type CallbackTry = {
    id: EventId;
    /**
     * The state that it reports.
     */
    session_state: SessionState;
    /**
     * Which try, from 1.
     */
    number: number;
    /**
     * How long the answer took.
     */
    duration_ms: number;
    /**
     * The status of the answer. Absent when there was none.
     */
    status_code?: number;
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
         * The MRZ is valid, the document has not expired and is of an accepted type.
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
    clone_protection: 'ACTIVE_AUTHENTICATION' | 'CHIP_AUTHENTICATION' | 'NONE';
    /**
     * How the chip can prove it, as far as the submitted files tell.
     */
    clone_protection_offered?: Array<'ACTIVE_AUTHENTICATION' | 'CHIP_AUTHENTICATION'>;
    /**
     * Numbers of the data groups that the Document Security Object lists.
     */
    data_groups: Array<number>;
    /**
     * Those of `data_groups` that the reader sent. What it kept back could not be checked. DG3 and DG4, the fingerprints and irises, are never read.
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
     * The document signer. `issuer` and `serial_number` say who it is. `fingerprint` does not: one certificate can be written in more than one way, and each has another one.
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
         * Begin of validity.
         */
        not_before: Timestamp;
        /**
         * End of validity.
         */
        not_after: Timestamp;
        fingerprint?: Fingerprint;
    };
    /**
     * The country signing certificate (CSCA) that the signer leads to.
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
         * Where the certificate was taken from: the file of a master list, or of single certificates.
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
     * Where the outdated algorithms and short keys of `weak_algorithms` are. Absent in sessions that were verified before this was said.
     */
    weaknesses?: Array<ChipWeakness>;
    /**
     * What is unusual about the signer of the document or its chip, or known to its State. Flags change no verdict for the better: some explain a failed check, `issuer` or `clone`, and the others leave the decision to you. Absent in sessions that were verified before flags were given.
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
    where: 'DATA_GROUPS' | 'SECURITY_OBJECT' | 'DOCUMENT_SIGNER' | 'CSCA' | 'ACTIVE_AUTHENTICATION';
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
     * The same for people, with details.
     */
    message: string;
};

/**
 * What is unusual. The first five refuse the document: the signer is no document signer (`signer_is_ca`, `signer_key_usage`, `signer_purpose`), its certificate demands something unknown (`signer_critical_extension`), or it may not sign documents of this type (`signer_document_type`). The other `signer_`, `signing_` and `csca_` flags tell where certificates depart from ICAO Doc 9303-12. The chip offers Chip Authentication of a kind that is not supported (`chip_authentication_unsupported`), or no proof that it is the original but that of PACE with Chip Authentication Mapping, which does not count (`chip_authentication_mapping_only`). Those that begin with `deviation_` repeat what the issuing State has published about its documents.
 */
export type ChipFlagCode = 'signer_is_ca' | 'signer_key_usage' | 'signer_purpose' | 'signer_critical_extension' | 'signer_document_type' | 'signer_version' | 'signer_key_usage_absent' | 'signer_key_usage_unusual' | 'signer_purpose_unusual' | 'signer_document_type_unlisted' | 'signer_issuer_name' | 'signer_validity' | 'signer_key_period' | 'signing_time' | 'csca_key_period' | 'chip_authentication_unsupported' | 'chip_authentication_mapping_only' | 'deviation_certificate' | 'deviation_active_authentication_key' | 'deviation_data' | 'deviation_mrz' | 'deviation_chip' | 'deviation_other';

/**
 * SHA-256 of the certificate as it was read. It is not the identity of whom the certificate names.
 */
export type Fingerprint = string;

/**
 * How the face was compared with the portrait. Absent where no face was compared.
 */
export type FaceMatch = {
    /**
     * What compared them: a service of whoever runs this one, a model of theirs, or what knows specimens only.
     */
    matcher: 'http' | 'onnx' | 'specimen';
    /**
     * How like the portrait the least like picture is.
     */
    score: Score;
    /**
     * The score from which on it is the same person.
     */
    threshold: Score;
    /**
     * Whether the pictures are of a living person. Absent where that is not checked, or the face is another one.
     */
    liveness?: {
        /**
         * How sure it is that the person is alive.
         */
        score: Score;
        /**
         * The score from which on it is sure enough.
         */
        threshold: Score;
    };
};

/**
 * A decimal from 0.0000 to 1.0000. Scores of different matchers do not compare.
 */
export type Score = string;

/**
 * How the five checks went, once the document is verified. Nothing of it is about the person.
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
     * Whether the data is what was signed.
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
export type CheckResult = 'PASSED' | 'FAILED' | 'NOT_PRESENT';

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
     * Why, for people.
     */
    message?: string;
};

/**
 * Id of an event, the same over all attempts.
 */
export type EventId = string;

/**
 * What is sent to `callback_url`. It never holds identity data.
 */
export type CallbackEvent = {
    id: EventId;
    type: CallbackType;
    /**
     * When the state changed.
     */
    created: Timestamp;
    /**
     * True in a test that somebody sent from the portal: its session does not exist. Absent in all others.
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
         * The state before.
         */
        previous_state: SessionState;
        reference?: SessionReference;
        failure?: SessionFailure;
        /**
         * True when specimen documents count, which is never proof of a real identity. Absent in other sessions.
         */
        specimen?: boolean;
    };
};

/**
 * A state whose beginning is reported to `callback_url`.
 */
export type ReportedState = 'INITIATED' | 'COMPLETED' | 'APPROVED' | 'REJECTED' | 'FAILED' | 'ABORTED';

/**
 * A host that callbacks are sent to, and what became of those of the last 7 days.
 */
export type CallbackHost = {
    /**
     * The host, with its port if it has one.
     */
    host: string;
    /**
     * How many callbacks arrived.
     */
    delivered: number;
    /**
     * How many arrived with their first attempt.
     */
    delivered_at_first: number;
    /**
     * How many did not arrive, and are not tried any more.
     */
    failed: number;
    /**
     * How many are still to arrive, of the 1000 of the account that are due first.
     */
    waiting: number;
    /**
     * How long half of the answers took at most, to two digits. Absent when none came.
     */
    median_ms?: number;
    /**
     * Since when each attempt failed. Absent when the last one did not.
     */
    failing_since?: Timestamp;
    /**
     * The last attempt that failed. Absent when none did for 30 days.
     */
    last_failure?: {
        /**
         * When it began.
         */
        created: Timestamp;
        /**
         * Status of the answer. Absent when none came.
         */
        status_code?: number;
        /**
         * What went wrong when no answer came.
         */
        error?: string;
    };
};

/**
 * Kind of event.
 */
export type CallbackType = 'session.state_changed';

/**
 * PENDING while attempts remain, DELIVERED after a 2xx, FAILED when no attempt is left.
 */
export type CallbackState = 'PENDING' | 'DELIVERED' | 'FAILED';

/**
 * A callback and how far it got.
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
     * What the last attempt sent. It is signed anew, so after a rotation of the secret its signature is another. Absent before the first attempt.
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
     * Which attempt, from 1.
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
     * Status of the answer. Absent when none came.
     */
    status_code?: number;
    /**
     * What went wrong when no answer came.
     */
    error?: string;
};

/**
 * A callback as it is sent.
 */
export type CallbackMessage = {
    /**
     * The headers that prove where it comes from, made for this answer.
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
     * The body as it is sent, a `CallbackEvent` in JSON. The signatures cover its exact bytes.
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
     * When it was made.
     */
    created: Timestamp;
    /**
     * Until when the previous secret signs too. Absent when there is none.
     */
    previous_expires?: Timestamp;
};

/**
 * A session as the end user sees it.
 */
export type ReaderSession = {
    state: SessionState;
    /**
     * Who asks for the verification. The company name of the account, else its own name. Absent when it has neither.
     */
    merchant_name?: string;
    /**
     * Logo of whoever asks, a PNG. Absent when the account has none.
     */
    merchant_logo_url?: LogoUrl;
    /**
     * Colour of whoever asks. Absent when the account has none.
     */
    brand_color?: BrandColor;
    /**
     * Language to speak to the end user in. Absent when their device decides.
     */
    locale?: PersonLocale;
    /**
     * Whether an image of the face is needed.
     */
    face_verification: boolean;
    /**
     * Whether ID cards are refused.
     */
    passport_only: boolean;
    /**
     * Whether a document is refused whose chip did not prove that it is the original.
     */
    require_clone_protection?: boolean;
    /**
     * Whether a document with an outdated algorithm or a short key is refused.
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
     * How many further pictures are taken.
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
     * Public key of the service, to be given to the chip as it is.
     */
    ephemeral_public_key: string;
    /**
     * Command to be sent to the chip next, as it is. It is already secured under the new keys.
     */
    probe_apdu: string;
    /**
     * When an answer stops being accepted.
     */
    expires: Timestamp;
};

/**
 * The files of the chip in base64, byte for byte as read. At most 64 KB each, DG2 256 KB. Without DG1 or DG2 a document is rejected with `dg_missing`.
 */
export type DocumentFiles = {
    /**
     * EF.COM. Nobody signs it and nothing rests on it, so it may be left out.
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
 * How a user signs in: NATURAL with a password, GOOGLE and MICROSOFT with single sign-on, SERVICE with an API key.
 */
export type UserType = 'NATURAL' | 'SERVICE' | 'GOOGLE' | 'MICROSOFT';

/**
 * What a signed-in user may do in the account. An `owner` may do everything, a `developer` builds and runs the integration, `support` looks after sessions, and `billing` pays. Each call names its roles in `x-roles`.
 */
export type UserRole = 'owner' | 'developer' | 'support' | 'billing';

/**
 * The signed-in user.
 */
export type UserProfile = {
    /**
     * Id of the user.
     */
    id: Id;
    /**
     * How the user signs in. Never SERVICE.
     */
    type: UserType;
    /**
     * What the user may do in the account.
     */
    role: UserRole;
    /**
     * E-mail address of the user.
     */
    email: EmailAddress;
    /**
     * Whether the user has proved to own the e-mail address.
     */
    email_verified: boolean;
    /**
     * Name to show for the user: the e-mail address.
     */
    alias: string;
    /**
     * When the user signed up.
     */
    created: Timestamp;
};

/**
 * A user or API key of the account.
 */
export type AccountUser = {
    /**
     * Id of the user.
     */
    id: Id;
    /**
     * How the user signs in.
     */
    type: UserType;
    /**
     * What the user may do in the account. Absent for a service user.
     */
    role?: UserRole;
    /**
     * Name to show: the e-mail address, or the start of the public key for a service user.
     */
    alias: string;
    /**
     * User name for HTTP basic authentication. Only for a service user.
     */
    public_key?: string;
    /**
     * Name given to the API key. Only for a service user with a name.
     */
    name?: string;
    /**
     * E-mail address. Absent for a service user.
     */
    email?: EmailAddress;
    /**
     * Whether the user has proved to own the e-mail address. Absent for a service user.
     */
    email_verified?: boolean;
    /**
     * When the user or API key was created.
     */
    created: Timestamp;
    /**
     * When the user or API key last made a call. Absent when never.
     */
    last_used?: Timestamp;
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
 * An invitation that can be accepted.
 */
export type Invitation = {
    /**
     * Id of the invitation.
     */
    id: Id;
    /**
     * For whom it is. Only this address can accept it.
     */
    email: EmailAddress;
    /**
     * The role of whoever accepts it.
     */
    role: UserRole;
    /**
     * Id of the user who invited.
     */
    user_id: Id;
    /**
     * When it was sent.
     */
    created: Timestamp;
    /**
     * When it ends.
     */
    expires: Timestamp;
};

/**
 * The tokens of one sign-in.
 */
export type Credentials = {
    /**
     * Bearer token for signed-in calls. Valid for 15 minutes.
     */
    access_token: OpaqueToken;
    /**
     * When the access token ends.
     */
    access_token_expires: Timestamp;
    /**
     * Token for `bearer.renew`. Valid for 30 days and replaced at each renewal.
     */
    refresh_token: OpaqueToken;
    /**
     * When the refresh token ends.
     */
    refresh_token_expires: Timestamp;
};

/**
 * A device on which a user is signed in.
 */
export type SignedInDevice = {
    /**
     * Id of the sign-in.
     */
    id: Id;
    /**
     * When the user signed in.
     */
    created: Timestamp;
    /**
     * When it was used last, to about 15 minutes.
     */
    last_used: Timestamp;
    /**
     * Browser. Absent when the device did not tell.
     */
    browser?: string;
    /**
     * Operating system. Absent when the device did not tell.
     */
    system?: string;
    /**
     * Whether it is the sign-in that makes the call.
     */
    is_current: boolean;
};

/**
 * What a user has beside the password.
 */
export type SecondFactorState = {
    /**
     * Whether an authenticator app is in use.
     */
    is_enabled: boolean;
    /**
     * When the app was confirmed. Absent when none is in use.
     */
    created?: Timestamp;
    /**
     * How many recovery codes were not used yet.
     */
    recovery_codes_left: number;
};

/**
 * A secret of an authenticator app (RFC 6238), with codes of 6 digits that change every 30 seconds.
 */
export type TotpSecret = {
    /**
     * The secret in base 32, to be typed.
     */
    secret: string;
    /**
     * The same as an `otpauth:` address, for a QR code.
     */
    uri: string;
};

/**
 * Code of an authenticator app.
 */
export type TotpCode = string;

/**
 * Recovery code. Upper and lower case are the same.
 */
export type RecoveryCodeText = string;

/**
 * Bytes in base64url without padding.
 */
export type EncodedBytes = string;

/**
 * Name of a passkey.
 */
export type PasskeyName = string;

/**
 * What `navigator.credentials.create` has made.
 */
export type NewPasskey = {
    /**
     * Id of the credential.
     */
    id: EncodedBytes;
    /**
     * `response.clientDataJSON`.
     */
    client_data: EncodedBytes;
    /**
     * `response.attestationObject`.
     */
    attestation: EncodedBytes;
    /**
     * `response.getTransports()`.
     */
    transports?: Array<string>;
};

/**
 * What `navigator.credentials.get` has answered.
 */
export type PasskeyAssertion = {
    /**
     * Id of the credential.
     */
    id: EncodedBytes;
    /**
     * `response.clientDataJSON`.
     */
    client_data: EncodedBytes;
    /**
     * `response.authenticatorData`.
     */
    authenticator_data: EncodedBytes;
    /**
     * `response.signature`.
     */
    signature: EncodedBytes;
};

/**
 * A passkey of a user.
 */
export type StoredPasskey = {
    /**
     * Id of the passkey.
     */
    id: Id;
    /**
     * Name to know it by.
     */
    name: PasskeyName;
    /**
     * When it was added.
     */
    created: Timestamp;
    /**
     * When it was used last. Absent when it was not.
     */
    last_used?: Timestamp;
};

/**
 * Options to make a passkey with, spelled as Web Authentication spells them.
 */
export type PasskeyCreation = {
    /**
     * Random, and good once.
     */
    challenge: EncodedBytes;
    /**
     * The service.
     */
    rp: {
        /**
         * Domain of the service.
         */
        id: string;
        /**
         * Name of the service.
         */
        name: string;
    };
    /**
     * The user.
     */
    user: {
        /**
         * Handle of the user.
         */
        id: EncodedBytes;
        /**
         * E-mail address.
         */
        name: string;
        /**
         * E-mail address.
         */
        displayName: string;
    };
    /**
     * Signature algorithms, best first.
     */
    pubKeyCredParams: Array<{
        /**
         * Kind of credential.
         */
        type: 'public-key';
        /**
         * COSE algorithm.
         */
        alg: number;
    }>;
    /**
     * Milliseconds.
     */
    timeout: number;
    /**
     * Passkeys that the user has already.
     */
    excludeCredentials: Array<{
        /**
         * Kind of credential.
         */
        type: 'public-key';
        /**
         * Id of the credential.
         */
        id: EncodedBytes;
    }>;
    /**
     * A passkey that the device keeps, and that asks for a fingerprint, a face or a PIN.
     */
    authenticatorSelection: {
        /**
         * The device keeps it.
         */
        residentKey: 'required';
        /**
         * The same for older browsers.
         */
        requireResidentKey: boolean;
        /**
         * The device asks who uses it.
         */
        userVerification: 'required';
    };
    /**
     * The maker of the device is not asked for.
     */
    attestation: 'none';
};

/**
 * Options to ask for a passkey with, spelled as Web Authentication spells them.
 */
export type PasskeyRequest = {
    /**
     * Random, and good once.
     */
    challenge: EncodedBytes;
    /**
     * Domain of the service.
     */
    rpId: string;
    /**
     * The device asks who uses it.
     */
    userVerification: 'required';
    /**
     * Milliseconds.
     */
    timeout: number;
};

/**
 * Where single sign-on starts.
 */
export type SignInUri = {
    /**
     * Address of the provider to send the browser to.
     */
    uri: string;
};

/**
 * The account.
 */
export type MerchantProfile = {
    /**
     * Id of the account.
     */
    id: Id;
    /**
     * Name that end users see. The company once it is known, until then the domain of the first user.
     */
    name: string;
    /**
     * When the account was created.
     */
    created: Timestamp;
    /**
     * What `session.create` takes for `require_clone_protection` when it is left out.
     */
    require_clone_protection: boolean;
    /**
     * What `session.create` takes for `refuse_weak` when it is left out.
     */
    refuse_weak: boolean;
    /**
     * Whether whoever signs in to the account with a password must show a second factor.
     */
    require_second_factor: boolean;
    retention_hours: RetentionHours;
    return_addresses: ReturnAddresses;
    /**
     * What `session.create` takes for `locale` when it is left out. Absent when the end user's browser decides.
     */
    default_locale?: PersonLocale;
    /**
     * Colour with which end users see the account. Absent when there is none.
     */
    brand_color?: BrandColor;
    /**
     * Logo with which end users see the account, a PNG of at most 480 by 160 pixels. Absent when there is none. Another logo has another address.
     */
    brand_logo_url?: LogoUrl;
};

/**
 * How many hours the identity data of a session is kept after its end, 24 at most. With 0 it is deleted a minute after `session.get` first answered it to an API key, so that a lost answer can be fetched again, and an hour after the end at the latest. A session keeps what the account had when it was created.
 */
export type RetentionHours = number;

/**
 * Where end users may be sent back to by `redirect_url`: hosts, with their port where it is not the usual one, and schemes of apps with a colon. When it is empty, any address will do. The page of a session leads nowhere else, whoever made the link.
 */
export type ReturnAddresses = Array<ReturnAddress>;

/**
 * A host such as `shop.example`, or the scheme of an app such as `com.example.shop:`.
 */
export type ReturnAddress = string;

/**
 * Colour in sRGB: `#` and six hexadecimal digits.
 */
export type BrandColor = string;

/**
 * Address of a logo, in which is the SHA-256 of the file. What it names never changes.
 */
export type LogoUrl = string;

/**
 * Which States' documents can be verified, and how old that knowledge is.
 */
export type TrustOverview = {
    /**
     * The moment of the answer.
     */
    as_of: Timestamp;
    /**
     * Specimen documents of the fictional State UTO are approved in every session, as in local mode.
     */
    specimens: boolean;
    /**
     * The master lists, newest first.
     */
    lists: Array<TrustedList>;
    /**
     * The States, in the order of their codes.
     */
    states: Array<TrustedState>;
};

/**
 * A master list, by which a State vouches for the signing certificates of others.
 */
export type TrustedList = {
    /**
     * The State that publishes the list.
     */
    publisher?: CountryCode;
    /**
     * The day on which it was signed.
     */
    date?: CalendarDate;
    /**
     * How many valid signing certificates come from it.
     */
    anchors: number;
};

/**
 * A State whose documents can be verified.
 */
export type TrustedState = {
    /**
     * The State.
     */
    country: CountryCode;
    /**
     * How many of its signing certificates are trusted and valid now.
     */
    anchors: number;
    /**
     * The day on which the newest list with one of them was signed.
     */
    list_date?: CalendarDate;
    revocations?: TrustedRevocations;
};

/**
 * The newest list of certificates that the State has revoked. Absent when none is known.
 */
export type TrustedRevocations = {
    /**
     * The day on which the list was published.
     */
    date: CalendarDate;
    /**
     * The next list was due before now. This one still counts.
     */
    overdue: boolean;
};

/**
 * The four steps of getting started.
 */
export type GetStarted = {
    /**
     * The signed-in user has a verified e-mail address.
     */
    email_verified: boolean;
    /**
     * The account has an API key.
     */
    credentials_generated: boolean;
    /**
     * A first session was created with an API key.
     */
    integrated: boolean;
    /**
     * Billing is enabled.
     */
    billing_enabled: boolean;
};

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
 * How many sessions were created, and what has become of them.
 */
export type OverviewCounts = {
    /**
     * Sessions created in that time.
     */
    created: number;
    /**
     * Of these, sessions whose link was opened, or that were started without it.
     */
    opened: number;
    /**
     * Of these, sessions that an end user has started.
     */
    initiated: number;
    /**
     * Of these, sessions whose document was read.
     */
    completed: number;
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
    /**
     * Of these, sessions that are ABORTED.
     */
    aborted: number;
};

/**
 * The figures of a window.
 */
export type OverviewFigures = OverviewCounts & {
    /**
     * Half of the sessions had their verdict within this time after they were created, to within 5 %. Absent when none has a verdict.
     */
    median_seconds?: number;
    /**
     * Nine tenths of the sessions had it within this time. Absent when none has a verdict.
     */
    p90_seconds?: number;
};

/**
 * The sessions of one day.
 */
export type OverviewDay = OverviewCounts & {
    /**
     * Day in UTC.
     */
    date: CalendarDate;
};

/**
 * How many sessions ended for this reason.
 */
export type OverviewReason = {
    code: FailureCode;
    /**
     * Sessions.
     */
    count: number;
};

/**
 * Sessions with documents of a country.
 */
export type OverviewCountry = {
    /**
     * The country that the documents name.
     */
    country: CountryCode;
    /**
     * Sessions that are APPROVED.
     */
    approved: number;
    /**
     * Sessions that are REJECTED.
     */
    rejected: number;
};

/**
 * How many sessions were started on it.
 */
export type OverviewPlatform = {
    /**
     * What the reader ran on.
     */
    platform: 'IOS' | 'ANDROID' | 'WEB' | 'CLI';
    /**
     * Sessions.
     */
    count: number;
};

/**
 * A session without identity data, and how its checks went.
 */
export type OverviewSession = SessionListItem & {
    checks?: CheckResults;
};

/**
 * What became of the sessions of a window. Nothing of it is about a person.
 */
export type Overview = {
    /**
     * Today in UTC by the clock of the service, the last day of the window.
     */
    today: CalendarDate;
    /**
     * The window.
     */
    current: OverviewFigures;
    /**
     * As many days before the window.
     */
    previous: OverviewFigures;
    /**
     * The days of the window that have sessions, oldest first. At least seven days are looked at.
     */
    days: Array<OverviewDay>;
    /**
     * Why sessions of the window were rejected, the most frequent first.
     */
    rejections: Array<OverviewReason>;
    /**
     * Why sessions of the window failed, the most frequent first.
     */
    failures: Array<OverviewReason>;
    /**
     * Countries of the documents that had a verdict, the most frequent first. Documents that name no country of ISO 3166 are missing.
     */
    countries: Array<OverviewCountry>;
    /**
     * What the readers ran on, the most frequent first.
     */
    platforms: Array<OverviewPlatform>;
    /**
     * The newest sessions of the account, specimen sessions too, newest first.
     */
    sessions: Array<OverviewSession>;
};

/**
 * One action in the account. It holds no personal data.
 */
export type AuditEntry = {
    /**
     * Id of the entry.
     */
    id: Id;
    /**
     * When it happened.
     */
    created: Timestamp;
    /**
     * What was done.
     */
    action: AuditAction;
    /**
     * Who did it: a user or API key of the account, an operator of the service, or the service itself.
     */
    actor: 'USER' | 'OPERATOR' | 'SYSTEM';
    /**
     * Id of the user or API key. Only when the actor is USER.
     */
    user_id?: Id;
    /**
     * Id of the thing it was done to, when there is one. For `callback.resend` it is the session of the callback.
     */
    target_id?: Id;
    /**
     * Why an operator of the service did it. Only where the operator gave a reason.
     */
    reason?: string;
    /**
     * Id of the request, as in `X-Request-Id`. Only for calls.
     */
    request_id?: string;
};

/**
 * An action in an account, named like the call that did it where a call did it. `session.get` and `session.proof` are there when a person read identity data in the portal, once per person, session and hour; calls with an API key are in the log of requests instead. New actions may be added.
 */
export type AuditAction = 'password.create' | 'password.authenticate' | 'google.authenticate' | 'microsoft.authenticate' | 'password.verify_email' | 'password.change_email' | 'password.undo_change_email' | 'password.change_password' | 'password.recover' | 'passkey.sign_up' | 'passkey.authenticate' | 'passkey.register' | 'passkey.delete' | 'sign_in.revoke' | 'sign_in.revoke_others' | 'totp.confirm' | 'totp.delete' | 'recovery_code.create' | 'invite.create' | 'invite.revoke' | 'user.create_service_user' | 'user.rotate_service_user' | 'user.rename_service_user' | 'user.change_role' | 'user.delete' | 'user.end_sign_ins' | 'user.reset_factors' | 'user.withdraw_key' | 'callback.rotate_secret' | 'callback.test' | 'callback.resend' | 'session.get' | 'session.proof' | 'session.renew_link' | 'session.abort' | 'session.redact' | 'session.export' | 'merchant.update' | 'merchant.delete' | 'merchant.suspend' | 'merchant.resume' | 'billing.update' | 'billing.change_vat_number' | 'billing.change_spending_cap' | 'billing.enable' | 'billing.activate' | 'billing.deactivate' | 'billing.end_trial' | 'billing.change_plan' | 'billing.schedule_cancel' | 'billing.keep' | 'billing.cancel' | 'bill.create' | 'bill.pay' | 'bill.decline' | 'payment_method.create' | 'payment_method.change_primary' | 'payment_method.delete';

/**
 * A call that was made with an API key. What was sent and answered is not kept.
 */
export type ApiRequest = {
    request_id: RequestIdentifier;
    /**
     * When it came in.
     */
    created: Timestamp;
    /**
     * Id of the API key.
     */
    user_id: Id;
    operation: OperationName;
    status: AnswerStatus;
    /**
     * Why it was refused or failed. Only with a status of 400 or more.
     */
    code?: ProblemCode;
    /**
     * How long the answer took.
     */
    duration_ms: number;
    /**
     * Id of the session that it named or made. Absent for other calls.
     */
    session_id?: Id;
};

/**
 * Name of an operation, as in its path.
 */
export type OperationName = string;

/**
 * Status of the answer. 499 when the caller left before there was one.
 */
export type AnswerStatus = number;

/**
 * TRIAL for 30 days from the creation of the account, ACTIVE once billing is enabled, INACTIVE when the trial is over or a charge has failed for good.
 */
export type BillingState = 'TRIAL' | 'ACTIVE' | 'INACTIVE';

/**
 * Terms and state of billing.
 */
export type BillingAccount = {
    /**
     * Id of the billing account.
     */
    id: Id;
    /**
     * Whether new sessions can be created and how they are paid.
     */
    state: BillingState;
    /**
     * Credit left. It is used before anything is charged.
     */
    credit: Decimal;
    /**
     * Company name printed on bills.
     */
    company?: string;
    /**
     * Billing country. Absent until it is set.
     */
    country?: CountryCode;
    /**
     * Currency of all amounts.
     */
    currency: Currency;
    /**
     * Price of one verified identity.
     */
    unit_price: Decimal;
    /**
     * Service fee of each billing cycle.
     */
    monthly_commitment: Decimal;
    /**
     * VAT number, valid in the billing country.
     */
    vat_number?: string;
    /**
     * How the VAT number was checked: by format and checksum, or also online. Only with a VAT number.
     */
    vat_number_check?: 'FORMAT' | 'ONLINE';
    /**
     * VAT as a fraction of the subtotal: `0.25` is 25 %.
     */
    vat_rate: Decimal;
    /**
     * Day of the month on which a billing cycle starts.
     */
    cycle_start_day: number;
    /**
     * First day of the present billing cycle.
     */
    cycle_start: CalendarDate;
    /**
     * Last day of the present billing cycle.
     */
    cycle_end: CalendarDate;
    /**
     * What the sessions approved in the present billing cycle have cost so far beyond the credit, before VAT and without the service fee.
     */
    cycle_cost: Decimal;
    /**
     * What `cycle_cost` may come to. Absent while there is no cap.
     */
    spending_cap?: Decimal;
    /**
     * What the sessions that are still open would add to `cycle_cost` if all of them were approved. Only with a cap.
     */
    reserved_cost?: Decimal;
    /**
     * Days of the trial that are left, the one that has begun included. In state TRIAL only.
     */
    trial_days_left?: number;
    /**
     * When the account was created. The trial ends 30 days later.
     */
    created: Timestamp;
};

/**
 * One line of a bill.
 */
export type Billable = {
    /**
     * What is billed.
     */
    name: string;
    /**
     * Details of the line.
     */
    description: string;
    /**
     * Number of units.
     */
    quantity: number;
    /**
     * Price of one unit.
     */
    unit_price: Decimal;
    /**
     * Amount of the line, rounded to cents. Negative for credit.
     */
    total: Decimal;
};

/**
 * What the open billing cycle comes to, by the rules of a bill.
 */
export type BillPreview = {
    /**
     * First day of the billing cycle.
     */
    cycle_start: CalendarDate;
    /**
     * Last day of the billing cycle.
     */
    cycle_end: CalendarDate;
    /**
     * Lines of the bill. Without any no bill is made.
     */
    billables: Array<Billable>;
    /**
     * Sum of the lines.
     */
    subtotal: Decimal;
    /**
     * VAT as a fraction of the subtotal.
     */
    vat_rate: Decimal;
    /**
     * VAT on the subtotal.
     */
    vat: Decimal;
    /**
     * VAT number of the account.
     */
    vat_number?: string;
    /**
     * Which rule of VAT applies. Absent while the account has no country.
     */
    vat_category?: VatCategory;
    /**
     * Subtotal and VAT.
     */
    total: Decimal;
};

/**
 * Which rule of VAT applies (EN 16931, codes S, AE and O): VAT at the rate of the customer's country; VAT due by the customer, who has a VAT number of another EU country than ours; or no VAT, outside the EU.
 */
export type VatCategory = 'STANDARD' | 'REVERSE_CHARGE' | 'OUT_OF_SCOPE';

/**
 * The bill of one billing cycle.
 */
export type CustomerBill = {
    /**
     * Id of the bill.
     */
    id: Id;
    /**
     * When the bill was made.
     */
    created: Timestamp;
    /**
     * First day of the billing cycle.
     */
    cycle_start: CalendarDate;
    /**
     * Last day of the billing cycle.
     */
    cycle_end: CalendarDate;
    /**
     * Company name at that time.
     */
    company?: string;
    /**
     * Lines of the bill.
     */
    billables: Array<Billable>;
    /**
     * Sum of the lines.
     */
    subtotal: Decimal;
    /**
     * VAT as a fraction of the subtotal.
     */
    vat_rate: Decimal;
    /**
     * VAT on the subtotal.
     */
    vat: Decimal;
    /**
     * VAT number at that time.
     */
    vat_number?: string;
    /**
     * Which rule of VAT applied. Absent when the bill was made before the account had a country.
     */
    vat_category?: VatCategory;
    /**
     * Subtotal and VAT.
     */
    total: Decimal;
    /**
     * OPEN until it is paid, PAID once it is. WAIVED when nothing is owed, or less than a card can be charged.
     */
    state?: 'OPEN' | 'PAID' | 'WAIVED';
};

/**
 * A bill as a document.
 */
export type BillDocument = {
    /**
     * The PDF.
     */
    pdf: Base64;
    /**
     * Name to save it under.
     */
    file_name: string;
};

/**
 * One movement of money for a bill.
 */
export type BillTransaction = {
    /**
     * CHARGE is a payment by the customer. Show it as a negative amount.
     */
    type: 'CHARGE';
    /**
     * Amount, always positive.
     */
    amount: Decimal;
    /**
     * Payment method that was charged.
     */
    payment_method_id: Id;
    /**
     * When the payment was made.
     */
    created?: Timestamp;
};

/**
 * A way to pay bills.
 */
export type StoredPaymentMethod = {
    /**
     * Id of the payment method.
     */
    id: Id;
    /**
     * A card, or an invoice arranged with us.
     */
    type: 'CARD' | 'INVOICE';
    /**
     * INACTIVE when it can no longer be charged.
     */
    state: 'ACTIVE' | 'INACTIVE';
    /**
     * Last digits of the card. Only for a card.
     */
    alias?: string;
    /**
     * Reference at the provider, or for an invoice the reference to print on it.
     */
    reference?: string;
    /**
     * Whether bills are charged to this method.
     */
    primary: boolean;
    /**
     * Name on the card. Only for a card.
     */
    name?: string;
    /**
     * Last month of the card, YYYY-MM. Only for a card.
     */
    expires?: string;
    /**
     * Street address.
     */
    address_line_1: string;
    /**
     * Second line of the address.
     */
    address_line_2?: string;
    /**
     * Postal code.
     */
    address_postal_code: string;
    /**
     * City.
     */
    address_city: string;
    /**
     * State or region.
     */
    address_state?: string;
    /**
     * Country of the address.
     */
    address_country: CountryCode;
};

/**
 * What the browser needs to collect a card with the card provider.
 */
export type CardSetup = {
    /**
     * Public key for the script of the card provider.
     */
    publishable_key: string;
    /**
     * Id of the card setup, for `stripe.complete`.
     */
    setup_intent_id: string;
    /**
     * Secret with which the browser confirms the card setup.
     */
    setup_intent_client_secret: string;
};

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
 * The token of the session.
 */
export type SessionByToken = {
    /**
     * Token of the session.
     */
    token: OpaqueToken;
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
 * Which page of the list.
 */
export type AnyPage = {
    cursor?: Cursor;
    limit?: PageSize;
};

/**
 * The options of the session.
 */
export type SessionCreateParams = {
    /**
     * Compare the face of the end user with the portrait of the chip.
     */
    face_verification?: boolean;
    /**
     * Accept passports and refuse ID cards.
     */
    passport_only?: boolean;
    /**
     * Refuse every document whose chip did not prove that it is the original, also when the chip cannot. Without it, the default of the account is taken, which is false until it is changed.
     */
    require_clone_protection?: boolean;
    /**
     * Refuse every document with an outdated algorithm or a short key, which `chip.weaknesses` names. Without it, the default of the account is taken, which is false until it is changed.
     */
    refuse_weak?: boolean;
    /**
     * Your own name for the session, such as an order number.
     */
    reference?: string;
    callback_url?: CallbackUrl;
    /**
     * Language in which the page at `open_url` speaks to the end user. Without it, the default of the account is taken, and without that the page follows the browser.
     */
    locale?: PersonLocale;
    redirect_url?: RedirectUrl;
    /**
     * Make a specimen session, to try the whole way in production: it takes specimen documents and no real one, is never billed, and needs neither credit nor active billing. An account may create 1,000 on a day in UTC.
     */
    specimen?: boolean;
};

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
     * Format of `portrait` and `face`: a PNG of at most 112 KB, for which colours of a detailed portrait are reduced to 256, or a JPEG with all of them. The signature is always a PNG.
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
    state?: SessionState;
    /**
     * Only sessions with exactly this reference.
     */
    reference?: SessionReference;
    search?: SessionSearch;
    states?: SessionStates;
    /**
     * Only sessions that ended for this reason.
     */
    failure_code?: FailureCode;
    /**
     * Only sessions that were created at this time or later.
     */
    created_from?: Timestamp;
    /**
     * Only sessions that were created before this time.
     */
    created_to?: Timestamp;
    /**
     * Only sessions in which a document of this issuing country was read. It is forgotten with the identity data, so older sessions are not found by it.
     */
    document_country?: CountryCode;
    /**
     * Only sessions in which specimen documents count, or only the others.
     */
    specimen?: boolean;
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
 * The session, and the way back.
 */
export type SessionRenewLinkParams = {
    /**
     * Id of the session.
     */
    id: Id;
    redirect_url?: RedirectUrl;
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
 * Form and filter.
 */
export type SessionExportParams = {
    /**
     * `csv` after RFC 4180 in UTF-8 with a byte order mark, with an apostrophe before what a spreadsheet would take for a formula; `json` with one session in each line.
     */
    format: 'csv' | 'json';
    /**
     * Only sessions in this state.
     */
    state?: SessionState;
    /**
     * Only sessions with exactly this reference.
     */
    reference?: SessionReference;
    search?: SessionSearch;
    states?: SessionStates;
    /**
     * Only sessions that ended for this reason.
     */
    failure_code?: FailureCode;
    /**
     * Only sessions that were created at this time or later.
     */
    created_from?: Timestamp;
    /**
     * Only sessions that were created before this time.
     */
    created_to?: Timestamp;
    /**
     * Only sessions in which a document of this issuing country was read. It is forgotten with the identity data, so older sessions are not found by it.
     */
    document_country?: CountryCode;
    /**
     * Only sessions in which specimen documents count, or only the others.
     */
    specimen?: boolean;
};

/**
 * All sessions that fit.
 */
export type SessionExportResponse = {
    /**
     * The sessions, in the order of the list.
     */
    sessions: Array<SessionListItem>;
};

/**
 * The id of the session.
 */
export type SessionTimelineParams = SessionById;

/**
 * What happened.
 */
export type SessionTimelineResponse = {
    /**
     * What happened, oldest first.
     */
    events: Array<SessionEvent>;
};

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
    state?: CallbackState;
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
 * From where, and how long.
 */
export type CallbackListenParams = {
    /**
     * The cursor of the answer before. Without it the call answers at once.
     */
    cursor?: Cursor;
    /**
     * Without a cursor, begin with the first change that was kept since then, and not with the next one.
     */
    since?: Timestamp;
    /**
     * Longest time to wait when nothing has changed.
     */
    wait_seconds?: number;
};

/**
 * What has changed.
 */
export type CallbackListenResponse = {
    /**
     * The changes, oldest first.
     */
    callbacks: Array<CallbackMessage>;
    /**
     * From where the next call goes on.
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
 * Nothing. An empty body is the same as `{}`.
 */
export type CallbackHealthParams = NoInput;

/**
 * How callbacks arrive.
 */
export type CallbackHealthResponse = {
    /**
     * The first day that is counted, in UTC.
     */
    since: CalendarDate;
    /**
     * The hosts: first those that fail now, then those with the most callbacks.
     */
    hosts: Array<CallbackHost>;
};

/**
 * Where to send it, and which change it reports.
 */
export type CallbackTestParams = {
    /**
     * Where to send it.
     */
    url: CallbackUrl;
    state: ReportedState;
};

/**
 * What was sent and what came back.
 */
export type CallbackTestResponse = {
    sent: CallbackMessage;
    /**
     * How long it took.
     */
    duration_ms: number;
    /**
     * Status of the answer. Absent when none came.
     */
    status_code?: number;
    /**
     * The type of the answer. What else it holds is not shown.
     */
    content_type?: string;
    /**
     * What went wrong when no answer came.
     */
    error?: string;
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
     * What the reader runs on.
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
     * DG14 as read. The same must be submitted later.
     */
    dg14: string;
};

/**
 * What the chip is given.
 */
export type ReaderChipAuthenticationResponse = ChipAuthenticationRequest;

/**
 * The files of the chip and what proves it genuine.
 */
export type ReaderSubmitParams = {
    /**
     * The challenge from `reader.challenge` that the chip signed.
     */
    challenge: Challenge;
    files: DocumentFiles;
    /**
     * The answer of the chip to INTERNAL AUTHENTICATE, when it has DG15.
     */
    aa_signature?: string;
    /**
     * The answer of the chip to the probe of `reader.chip_authentication`, as received, with its status.
     */
    ca_response?: string;
    /**
     * A JPEG or PNG of the end user, when face verification is on. At most 2 MB and 4 megapixels.
     */
    face?: string;
    /**
     * Further pictures of the end user, a moment apart, when face verification is on: by them it is easier to tell whether somebody is alive. JPEG or PNG, at most 256 KB each.
     */
    face_frames?: Array<string>;
    /**
     * How long reading each file took, in the order of reading. For the timeline of the session.
     */
    reading?: Array<{
        file: ChipFile;
        /**
         * How long reading it took, over all contacts.
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
     * APPROVED or REJECTED; COMPLETED while the verdict has to wait.
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
     * What exactly it was: one of `ReaderFailCause`. A cause that the service does not know is left aside.
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

/**
 * The options of the demo session.
 */
export type DemoCreateParams = {
    /**
     * Compare a face with the portrait of the chip.
     */
    face_verification?: boolean;
};

/**
 * The new demo session.
 */
export type DemoCreateResponse = {
    /**
     * Id of the demo session.
     */
    id: Id;
    /**
     * Token for `/open`, `demo.get` and `demo.state`.
     */
    token: OpaqueToken;
};

/**
 * The token of the session.
 */
export type DemoGetParams = SessionByToken;

/**
 * The demo session.
 */
export type DemoGetResponse = VerificationSession;

/**
 * The token of the session.
 */
export type DemoStateParams = SessionByToken;

/**
 * The state.
 */
export type DemoStateResponse = StateOnly;

/**
 * Nothing. An empty body is the same as `{}`.
 */
export type TrustGetParams = NoInput;

/**
 * The States, in the order of their codes.
 */
export type TrustGetResponse = TrustOverview;

/**
 * Nothing. An empty body is the same as `{}`.
 */
export type UserSelfParams = NoInput;

/**
 * The signed-in user.
 */
export type UserSelfResponse = UserProfile;

export type UserCreateServiceUserParams = {
    /**
     * Name by which to recognise the key.
     */
    name?: string;
};

/**
 * The new key pair.
 */
export type UserCreateServiceUserResponse = ServiceKey;

export type UserGetParams = {
    /**
     * Id of the user.
     */
    id: Id;
};

/**
 * The user or API key.
 */
export type UserGetResponse = AccountUser;

/**
 * Which page of the list. All properties are optional.
 */
export type UserListParams = AnyPage;

/**
 * One page of users and API keys.
 */
export type UserListResponse = {
    /**
     * Users and API keys, newest first.
     */
    users: Array<AccountUser>;
    /**
     * Cursor of the next page. Absent on the last page.
     */
    next_cursor?: Cursor;
};

export type UserRotateServiceUserParams = {
    /**
     * Id of the service user.
     */
    id: Id;
    /**
     * Hours for which the old secret is still accepted. 0 ends it at once.
     */
    grace_period_hours?: number;
};

/**
 * The key pair with its new secret.
 */
export type UserRotateServiceUserResponse = ServiceKey;

export type UserRenameServiceUserParams = {
    /**
     * Id of the service user.
     */
    id: Id;
    /**
     * Name by which to recognise the key.
     */
    name: string;
};

/**
 * The API key with its new name.
 */
export type UserRenameServiceUserResponse = AccountUser;

export type UserChangeRoleParams = {
    /**
     * Id of the user.
     */
    id: Id;
    /**
     * What the user may do from now on.
     */
    role: UserRole;
};

/**
 * The user with the new role.
 */
export type UserChangeRoleResponse = AccountUser;

export type UserDeleteParams = {
    /**
     * Id of the user.
     */
    id: Id;
};

/**
 * Done.
 */
export type UserDeleteResponse = EmptyObject;

export type InviteCreateParams = {
    /**
     * Where to send the invitation.
     */
    email: NewEmailAddress;
    /**
     * Limits what the new user may do in the account.
     */
    role?: UserRole;
};

/**
 * Done.
 */
export type InviteCreateResponse = EmptyObject;

/**
 * Which page of the list. All properties are optional.
 */
export type InviteListParams = AnyPage;

/**
 * One page of open invitations.
 */
export type InviteListResponse = {
    /**
     * Open invitations, newest first.
     */
    invites: Array<Invitation>;
    /**
     * Cursor of the next page. Absent on the last page.
     */
    next_cursor?: Cursor;
};

export type InviteRevokeParams = {
    /**
     * Id of the invitation.
     */
    id: Id;
};

/**
 * Done.
 */
export type InviteRevokeResponse = EmptyObject;

export type PasswordCreateParams = {
    /**
     * E-mail address of the new user.
     */
    email: NewEmailAddress;
    /**
     * Password of the new user.
     */
    password: PlainPassword;
    /**
     * Reference of an invitation, or the saved reference that led to the sign-up. An unknown one is kept as attribution.
     */
    reference?: string;
};

/**
 * The tokens of the new sign-in.
 */
export type PasswordCreateResponse = Credentials;

export type PasswordAuthenticateParams = {
    /**
     * E-mail address of the user.
     */
    email: EmailAddress;
    /**
     * Password of the user.
     */
    password: PlainPassword;
    /**
     * Code of the authenticator app, if the user has one.
     */
    totp_code?: TotpCode;
    /**
     * A recovery code instead.
     */
    recovery_code?: RecoveryCodeText;
    /**
     * A passkey of the user instead.
     */
    passkey?: PasskeyAssertion;
};

/**
 * The tokens of the new sign-in.
 */
export type PasswordAuthenticateResponse = Credentials;

export type PasswordRecoverSendCodeParams = {
    /**
     * E-mail address of the user.
     */
    email: EmailAddress;
};

/**
 * Done.
 */
export type PasswordRecoverSendCodeResponse = EmptyObject;

export type PasswordRecoverParams = {
    /**
     * Code from the e-mail, in upper or lower case.
     */
    code: OneTimeCode;
    /**
     * E-mail address of the user.
     */
    email: EmailAddress;
    /**
     * The new password.
     */
    new_password: PlainPassword;
};

/**
 * Done.
 */
export type PasswordRecoverResponse = EmptyObject;

/**
 * Nothing. An empty body is the same as `{}`.
 */
export type PasswordVerifyEmailSendCodeParams = NoInput;

/**
 * Done.
 */
export type PasswordVerifyEmailSendCodeResponse = EmptyObject;

export type PasswordVerifyEmailParams = {
    /**
     * Code from the e-mail, in upper or lower case.
     */
    code: OneTimeCode;
};

/**
 * Done.
 */
export type PasswordVerifyEmailResponse = EmptyObject;

export type PasswordChangeEmailParams = {
    /**
     * Current password.
     */
    password: PlainPassword;
    /**
     * The new address.
     */
    new_email: NewEmailAddress;
};

/**
 * Done.
 */
export type PasswordChangeEmailResponse = EmptyObject;

export type PasswordUndoChangeEmailParams = {
    /**
     * Code in the link of the e-mail.
     */
    code: string;
};

/**
 * The address that is back.
 */
export type PasswordUndoChangeEmailResponse = {
    /**
     * E-mail address of the user.
     */
    email: EmailAddress;
};

export type PasswordChangePasswordParams = {
    /**
     * Current password.
     */
    password: PlainPassword;
    /**
     * The new password.
     */
    new_password: PlainPassword;
};

/**
 * Done.
 */
export type PasswordChangePasswordResponse = EmptyObject;

export type BearerRenewParams = {
    /**
     * Access token to replace, if it is still known.
     */
    access_token?: OpaqueToken;
    /**
     * Refresh token of the sign-in.
     */
    refresh_token: OpaqueToken;
};

/**
 * The new tokens.
 */
export type BearerRenewResponse = Credentials;

export type BearerRevokeParams = {
    /**
     * Access token of the sign-in.
     */
    access_token: OpaqueToken;
};

/**
 * Done.
 */
export type BearerRevokeResponse = EmptyObject;

export type BearerProveParams = {
    /**
     * What the user proves it with.
     */
    method: 'password' | 'totp' | 'passkey' | 'recovery_code';
    /**
     * Current password. For the method password.
     */
    password?: PlainPassword;
    /**
     * Code of the authenticator app. For the method totp.
     */
    totp_code?: TotpCode;
    /**
     * One of the recovery codes, which is used up. For the method recovery_code.
     */
    recovery_code?: RecoveryCodeText;
    /**
     * What the browser answered. For the method passkey.
     */
    passkey?: PasskeyAssertion;
};

/**
 * Done.
 */
export type BearerProveResponse = EmptyObject;

/**
 * Which page of the list. All properties are optional.
 */
export type SignInListParams = AnyPage;

/**
 * One page of sign-ins.
 */
export type SignInListResponse = {
    /**
     * The sign-ins, newest first.
     */
    sign_ins: Array<SignedInDevice>;
    /**
     * Where the next page starts. Absent on the last one.
     */
    next_cursor?: Cursor;
};

export type SignInRevokeParams = {
    /**
     * Id of the sign-in.
     */
    id: Id;
};

/**
 * Done.
 */
export type SignInRevokeResponse = EmptyObject;

/**
 * Nothing. An empty body is the same as `{}`.
 */
export type SignInRevokeOthersParams = NoInput;

/**
 * Done.
 */
export type SignInRevokeOthersResponse = EmptyObject;

/**
 * Nothing. An empty body is the same as `{}`.
 */
export type TotpSelfParams = NoInput;

/**
 * The second factor of the user.
 */
export type TotpSelfResponse = SecondFactorState;

/**
 * Nothing. An empty body is the same as `{}`.
 */
export type TotpCreateParams = NoInput;

/**
 * The secret.
 */
export type TotpCreateResponse = TotpSecret;

export type TotpConfirmParams = {
    /**
     * The code that the app shows.
     */
    code: TotpCode;
};

/**
 * New recovery codes. They are shown once, and each works once.
 */
export type TotpConfirmResponse = {
    /**
     * The codes. Those that were given out before do not work any more.
     */
    recovery_codes: Array<RecoveryCodeText>;
};

/**
 * Nothing. An empty body is the same as `{}`.
 */
export type TotpDeleteParams = NoInput;

/**
 * Done.
 */
export type TotpDeleteResponse = EmptyObject;

/**
 * Nothing. An empty body is the same as `{}`.
 */
export type RecoveryCodeCreateParams = NoInput;

/**
 * New recovery codes. They are shown once, and each works once.
 */
export type RecoveryCodeCreateResponse = {
    /**
     * The codes. Those that were given out before do not work any more.
     */
    recovery_codes: Array<RecoveryCodeText>;
};

export type PasskeyStartSignUpParams = {
    /**
     * E-mail address of the new user.
     */
    email: NewEmailAddress;
};

/**
 * What to make the passkey with.
 */
export type PasskeyStartSignUpResponse = PasskeyCreation;

export type PasskeySignUpParams = {
    /**
     * E-mail address of the new user.
     */
    email: NewEmailAddress;
    /**
     * The passkey that the browser has made.
     */
    passkey: NewPasskey;
    /**
     * Reference of an invitation, or the saved reference that led to the sign-up. An unknown one is kept as attribution.
     */
    reference?: string;
};

/**
 * The tokens of the new sign-in.
 */
export type PasskeySignUpResponse = Credentials;

/**
 * Nothing. An empty body is the same as `{}`.
 */
export type PasskeyStartAuthenticationParams = NoInput;

/**
 * What to ask for the passkey with.
 */
export type PasskeyStartAuthenticationResponse = PasskeyRequest;

export type PasskeyAuthenticateParams = {
    /**
     * What the browser answered.
     */
    passkey: PasskeyAssertion;
};

/**
 * The tokens of the new sign-in.
 */
export type PasskeyAuthenticateResponse = Credentials;

/**
 * Nothing. An empty body is the same as `{}`.
 */
export type PasskeyStartRegistrationParams = NoInput;

/**
 * What to make the passkey with.
 */
export type PasskeyStartRegistrationResponse = PasskeyCreation;

export type PasskeyRegisterParams = {
    /**
     * Name to know it by.
     */
    name: PasskeyName;
    /**
     * The passkey that the browser has made.
     */
    passkey: NewPasskey;
};

/**
 * The passkey.
 */
export type PasskeyRegisterResponse = StoredPasskey;

/**
 * Which page of the list. All properties are optional.
 */
export type PasskeyListParams = AnyPage;

/**
 * One page of passkeys.
 */
export type PasskeyListResponse = {
    /**
     * The passkeys, newest first.
     */
    passkeys: Array<StoredPasskey>;
    /**
     * Where the next page starts. Absent on the last one.
     */
    next_cursor?: Cursor;
};

export type PasskeyRenameParams = {
    /**
     * Id of the passkey.
     */
    id: Id;
    /**
     * Name to know it by.
     */
    name: PasskeyName;
};

/**
 * The passkey.
 */
export type PasskeyRenameResponse = StoredPasskey;

export type PasskeyDeleteParams = {
    /**
     * Id of the passkey.
     */
    id: Id;
};

/**
 * Done.
 */
export type PasskeyDeleteResponse = EmptyObject;

export type GoogleUriParams = {
    /**
     * Saved state of the application, URL-encoded. It comes back with the browser.
     */
    state?: string;
};

/**
 * Where to send the browser.
 */
export type GoogleUriResponse = SignInUri;

export type GoogleAuthenticateParams = {
    /**
     * Code with which Google returned.
     */
    code: string;
    /**
     * State with which Google returned.
     */
    state?: string;
    /**
     * Reference of an invitation, or the saved reference that led to the sign-up. An unknown one is kept as attribution.
     */
    reference?: string;
};

/**
 * The tokens of the new sign-in.
 */
export type GoogleAuthenticateResponse = Credentials;

export type MicrosoftUriParams = {
    /**
     * Saved state of the application, URL-encoded. It comes back with the browser.
     */
    state?: string;
};

/**
 * Where to send the browser.
 */
export type MicrosoftUriResponse = SignInUri;

export type MicrosoftAuthenticateParams = {
    /**
     * Code with which Microsoft returned.
     */
    code: string;
    /**
     * State with which Microsoft returned.
     */
    state?: string;
    /**
     * Reference of an invitation, or the saved reference that led to the sign-up. An unknown one is kept as attribution.
     */
    reference?: string;
};

/**
 * The tokens of the new sign-in.
 */
export type MicrosoftAuthenticateResponse = Credentials;

/**
 * Nothing. An empty body is the same as `{}`.
 */
export type MerchantSelfParams = NoInput;

/**
 * The account.
 */
export type MerchantSelfResponse = MerchantProfile;

export type MerchantUpdateParams = {
    /**
     * What `session.create` takes for `require_clone_protection` when it is left out.
     */
    require_clone_protection?: boolean;
    /**
     * What `session.create` takes for `refuse_weak` when it is left out.
     */
    refuse_weak?: boolean;
    /**
     * Whether whoever signs in to the account with a password must show a second factor, and sets one up before anything else. Whoever signs in with a provider has shown what the provider asks for.
     */
    require_second_factor?: boolean;
    retention_hours?: RetentionHours;
    return_addresses?: ReturnAddresses;
    /**
     * What `session.create` takes for `locale` when it is left out. With null the end user's browser decides.
     */
    default_locale?: 'en' | 'es' | 'sv' | 'de' | 'fr' | 'pl' | 'pt' | 'ar' | null;
    /**
     * Colour with which end users see the account, `#` and six hexadecimal digits. Any colour will do: what is written on it stays readable. null removes it.
     */
    brand_color?: string | null;
    /**
     * Logo with which end users see the account: a PNG, JPEG or WebP image of at most 256 KB and 4 megapixels in base64. It is kept as a PNG of at most 480 by 160 pixels, without what else the file says. null removes it.
     */
    brand_logo?: string | null;
};

/**
 * The account.
 */
export type MerchantUpdateResponse = MerchantProfile;

/**
 * Nothing. An empty body is the same as `{}`.
 */
export type MerchantDeleteParams = NoInput;

/**
 * Done.
 */
export type MerchantDeleteResponse = EmptyObject;

/**
 * Nothing. An empty body is the same as `{}`.
 */
export type DashboardGetStartedParams = NoInput;

/**
 * The four steps.
 */
export type DashboardGetStartedResponse = GetStarted;

/**
 * Nothing. An empty body is the same as `{}`.
 */
export type DashboardUsageParams = NoInput;

/**
 * Usage of the last 90 days.
 */
export type DashboardUsageResponse = Usage;

/**
 * The window.
 */
export type DashboardOverviewParams = {
    /**
     * Length of the window in whole UTC days, today included.
     */
    days: 1 | 7 | 30 | 90;
    /**
     * Counts specimen sessions instead of the others.
     */
    specimen?: boolean;
};

/**
 * The window, and the one of the same length before it.
 */
export type DashboardOverviewResponse = Overview;

/**
 * Which page of the list. All properties are optional.
 */
export type AuditListParams = AnyPage;

/**
 * One page of actions.
 */
export type AuditListResponse = {
    /**
     * Actions, newest first.
     */
    entries: Array<AuditEntry>;
    /**
     * Cursor of the next page. Absent on the last page.
     */
    next_cursor?: Cursor;
};

/**
 * Filter and page.
 */
export type RequestListParams = {
    cursor?: Cursor;
    limit?: PageSize;
    /**
     * Only requests that named this session, or made it.
     */
    session_id?: Id;
    /**
     * Only requests with this API key.
     */
    user_id?: Id;
    /**
     * Only requests of this operation.
     */
    operation?: OperationName;
    /**
     * Only requests with this status.
     */
    status?: AnswerStatus;
    /**
     * Whether to list only requests that were refused or failed, with a status of 400 or more.
     */
    refused?: boolean;
};

/**
 * One page of requests.
 */
export type RequestListResponse = {
    /**
     * The requests, newest first. With a filter a page may hold less than `limit`, or nothing, although another page follows.
     */
    requests: Array<ApiRequest>;
    /**
     * Cursor of the next page. Absent on the last page.
     */
    next_cursor?: Cursor;
};

/**
 * The id of the request.
 */
export type RequestGetParams = {
    request_id: RequestIdentifier;
};

/**
 * The request.
 */
export type RequestGetResponse = ApiRequest;

/**
 * Nothing. An empty body is the same as `{}`.
 */
export type BillingSelfParams = NoInput;

/**
 * The billing account.
 */
export type BillingSelfResponse = BillingAccount;

export type BillingPreviewParams = {
    /**
     * The day on which the cycle ends.
     */
    end?: 'CYCLE_END' | 'TODAY';
};

/**
 * The bill as it would be.
 */
export type BillingPreviewResponse = BillPreview;

export type BillingUpdateParams = {
    /**
     * Company name for bills. Leave it out to remove it.
     */
    company?: string;
    /**
     * Billing country.
     */
    country: CountryCode;
};

/**
 * The billing account.
 */
export type BillingUpdateResponse = BillingAccount;

export type BillingChangeVatNumberParams = {
    /**
     * The VAT number with its country prefix. Spaces, dots and dashes are ignored.
     */
    new_vat_number: string;
};

/**
 * The billing account.
 */
export type BillingChangeVatNumberResponse = BillingAccount;

export type BillingChangeSpendingCapParams = {
    /**
     * The cap in USD, in whole cents. With `0.00` nothing but the credit is used.
     */
    spending_cap: string | null;
};

/**
 * The billing account.
 */
export type BillingChangeSpendingCapResponse = BillingAccount;

/**
 * Nothing. An empty body is the same as `{}`.
 */
export type BillingEnableParams = NoInput;

/**
 * The billing account.
 */
export type BillingEnableResponse = BillingAccount;

export type BillGetParams = {
    /**
     * Id of the bill.
     */
    id: Id;
};

/**
 * The bill.
 */
export type BillGetResponse = CustomerBill;

/**
 * Which page of the list. All properties are optional.
 */
export type BillListParams = AnyPage;

/**
 * One page of bills.
 */
export type BillListResponse = {
    /**
     * Bills, newest first.
     */
    bills: Array<CustomerBill>;
    /**
     * Cursor of the next page. Absent on the last page.
     */
    next_cursor?: Cursor;
};

export type BillPdfParams = {
    /**
     * Id of the bill.
     */
    id: Id;
};

/**
 * The document.
 */
export type BillPdfResponse = BillDocument;

export type TransactionListParams = {
    /**
     * Id of the bill.
     */
    bill_id: Id;
    cursor?: Cursor;
    limit?: PageSize;
};

/**
 * One page of transactions.
 */
export type TransactionListResponse = {
    /**
     * Transactions, newest first.
     */
    transactions: Array<BillTransaction>;
    /**
     * Cursor of the next page. Absent on the last page.
     */
    next_cursor?: Cursor;
};

export type PaymentMethodGetParams = {
    /**
     * Id of the payment method.
     */
    id: Id;
};

/**
 * The payment method.
 */
export type PaymentMethodGetResponse = StoredPaymentMethod;

export type PaymentMethodListParams = {
    /**
     * Only the methods that this bill was charged to.
     */
    bill_id?: Id;
    cursor?: Cursor;
    limit?: PageSize;
};

/**
 * One page of payment methods.
 */
export type PaymentMethodListResponse = {
    /**
     * Payment methods, the primary one first, then newest first.
     */
    payment_methods: Array<StoredPaymentMethod>;
    /**
     * Cursor of the next page. Absent on the last page.
     */
    next_cursor?: Cursor;
};

export type PaymentMethodChangePrimaryParams = {
    /**
     * Id of the payment method.
     */
    id: Id;
};

/**
 * The payment method, now primary.
 */
export type PaymentMethodChangePrimaryResponse = StoredPaymentMethod;

export type PaymentMethodDeleteParams = {
    /**
     * Id of the payment method.
     */
    id: Id;
};

/**
 * Done.
 */
export type PaymentMethodDeleteResponse = EmptyObject;

/**
 * Nothing. An empty body is the same as `{}`.
 */
export type StripeStartParams = NoInput;

/**
 * What the browser needs.
 */
export type StripeStartResponse = CardSetup;

export type StripeCompleteParams = {
    /**
     * Id of the card setup, from `stripe.start`.
     */
    setup_intent_id: string;
};

/**
 * Done.
 */
export type StripeCompleteResponse = EmptyObject;
