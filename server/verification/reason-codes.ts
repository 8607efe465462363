/** Every reason for refusing a document. The order is the order of precedence: the first failure is the session's. */
export const REASON_CODES = [
  {
    code: 'MALFORMED',
    message: 'The data read from the chip is damaged or not in the format of ICAO Doc 9303.',
    retryable: true,
  },
  {
    code: 'UNSUPPORTED_ALGORITHM',
    message: 'The document is signed with an algorithm that is not accepted.',
    retryable: false,
  },
  {
    code: 'SOD_DIGEST_MISMATCH',
    message: 'The security object of the chip was altered after it was signed.',
    retryable: false,
  },
  {
    code: 'SOD_SIGNATURE_INVALID',
    message: 'The signature of the chip’s security object is not valid.',
    retryable: false,
  },
  {
    code: 'ISSUER_UNKNOWN',
    message: 'The document was not signed by an issuing authority that is trusted here.',
    retryable: false,
  },
  {
    code: 'CERTIFICATE_EXPIRED',
    message: 'The certificate that signed the document is not valid at this time.',
    retryable: false,
  },
  {
    code: 'CERTIFICATE_REVOKED',
    message: 'The issuing State has revoked the certificate that signed the document.',
    retryable: false,
  },
  {
    code: 'COUNTRY_MISMATCH',
    message: 'The issuing State of the document is not the State whose certificate signed it.',
    retryable: false,
  },
  {
    code: 'DG_HASH_MISMATCH',
    message: 'Data on the chip was altered after the document was issued.',
    retryable: false,
  },
  { code: 'DG_MISSING', message: 'The identity data or the portrait was not read from the chip.', retryable: true },
  { code: 'MRZ_INVALID', message: 'The machine readable zone of the document is not valid.', retryable: false },
  { code: 'DOCUMENT_EXPIRED', message: 'The document has expired.', retryable: false },
  {
    code: 'DOCUMENT_TYPE_NOT_ALLOWED',
    message: 'A document of this type is not accepted; a passport is needed.',
    retryable: true,
  },
  {
    code: 'CHIP_AUTH_MISSING',
    message: 'The chip can prove that it is genuine, but the proof was not read.',
    retryable: true,
  },
  {
    code: 'CHIP_AUTH_FAILED',
    message: 'The chip could not prove that it is the one that was issued.',
    retryable: false,
  },
  { code: 'PORTRAIT_UNREADABLE', message: 'The portrait on the chip cannot be read as an image.', retryable: false },
  { code: 'FACE_MISSING', message: 'No image of the holder’s face was taken.', retryable: true },
  {
    code: 'FACE_MISMATCH',
    message: 'The face of the holder does not match the portrait on the chip.',
    retryable: true,
  },
  { code: 'LIVENESS_FAILED', message: 'The face could not be confirmed as that of a living person.', retryable: true },
] as const;

export type ReasonCode = (typeof REASON_CODES)[number]['code'];

const rank = new Map<ReasonCode, number>(REASON_CODES.map((reason, index) => [reason.code, index]));

/** The reason that comes first in the order of precedence. */
export function firstReason(codes: readonly ReasonCode[]): ReasonCode | undefined {
  return [...codes].sort((a, b) => rankOf(a) - rankOf(b))[0];
}

export function messageOf(code: ReasonCode): string {
  return REASON_CODES[rankOf(code)]?.message ?? code;
}

const rankOf = (code: ReasonCode) => rank.get(code) ?? REASON_CODES.length;
