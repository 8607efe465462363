/** Every reason for refusing a document, in the order of precedence. The first that applies is the reason of the session. */
export const REASON_CODES = [
  'MALFORMED',
  'UNSUPPORTED_ALGORITHM',
  'SOD_DIGEST_MISMATCH',
  'SOD_SIGNATURE_INVALID',
  'ISSUER_UNKNOWN',
  'CERTIFICATE_EXPIRED',
  'CERTIFICATE_REVOKED',
  'COUNTRY_MISMATCH',
  'DG_HASH_MISMATCH',
  'DG_MISSING',
  'MRZ_INVALID',
  'DOCUMENT_EXPIRED',
  'DOCUMENT_TYPE_NOT_ALLOWED',
  'CHIP_AUTH_MISSING',
  'CHIP_AUTH_FAILED',
  'PORTRAIT_UNREADABLE',
  'FACE_MISSING',
  'FACE_MISMATCH',
  'LIVENESS_FAILED',
] as const;

export type ReasonCode = (typeof REASON_CODES)[number];

/** The reason that comes first in the order of precedence. */
export const firstReason = (codes: readonly ReasonCode[]): ReasonCode | undefined =>
  REASON_CODES.find((code) => codes.includes(code));
