/**
 * All reasons for refusing a document (checks of Doc 9303-11, 5 and 6, and of 9303-12, 7), in order of precedence: the first that
 * applies is the reason.
 */
export const REASON_CODES = [
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
] as const;

/**
 * One of the reasons (Doc 9303-11, 5 and 6; 9303-12, 7). New reasons come with a new minor version, and none changes its
 * meaning.
 */
export type ReasonCode = (typeof REASON_CODES)[number];

/** The first of these reasons in order of precedence. */
export const firstReason = (codes: readonly ReasonCode[]): ReasonCode | undefined =>
  REASON_CODES.find((code) => codes.includes(code));
