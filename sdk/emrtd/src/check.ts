import { Malformed } from './asn1/ber.ts';
import { UnsupportedAlgorithm } from './pki/keys/algorithms.ts';

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
  'country_not_allowed',
  'expires_too_soon',
  'minimum_age_not_met',
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

export const firstReason = (codes: readonly ReasonCode[]): ReasonCode | undefined =>
  REASON_CODES.find((code) => codes.includes(code));

/**
 * The result of one check of the inspection procedure (Doc 9303-11, 4 to 6). `detail` is what an integrator needs in addition to
 * the code.
 */
export interface Check {
  result: 'PASSED' | 'FAILED' | 'NOT_PRESENT';
  code?: ReasonCode;
  detail?: string;
}

export const passed: Check = { result: 'PASSED' };

export const notPresent = (detail: string): Check => ({ result: 'NOT_PRESENT', detail });

export const failed = (code: ReasonCode, detail?: string): Check => ({
  result: 'FAILED',
  code,
  ...(detail && { detail }),
});

/** The failure for damaged bytes or an unknown algorithm, which say something about the document. Rethrows other errors, which are bugs. */
export function failedBy(error: unknown): Check {
  if (error instanceof Malformed) return failed('malformed', error.message);
  if (error instanceof UnsupportedAlgorithm) return failed('unsupported_algorithm', error.message);
  throw error;
}

/**
 * Like `failedBy`, for a file whose hash the issuer signed: reading it again gives the same bytes, so malformed contents have this
 * code instead of `malformed`.
 */
export function failedAsIssued(code: ReasonCode, error: unknown): Check {
  const check = failedBy(error);
  return check.code === 'malformed' ? { ...check, code } : check;
}
