/** The claims of a proof. The service may add claims: those that are not known here are returned too, but have no type. */

/** The data group of the chip that a value was read from. */
export type ProofSource = 'DG1' | 'DG2' | 'DG11' | 'DG12' | (string & {});

/** A value of the document. */
export interface ProofField<T = string> {
  value: T;
  source?: ProofSource;
}

/** A name. `truncated` if the machine readable zone may have cut it. */
export interface ProofName extends ProofField {
  truncated?: true;
}

/** A date of birth. `ambiguous` if it may have been a century earlier. */
export interface ProofBirth extends ProofField {
  ambiguous?: true;
}

/** Whether the holder had reached an age on the date `on`, YYYY-MM-DD. */
export interface ProofAge extends ProofField<boolean> {
  on: string;
}

/** The claims that a holder discloses or withholds. */
export interface ProofClaims {
  given_names?: ProofName;
  surname?: ProofName;
  nationality?: ProofField;
  sex?: ProofField<'MALE' | 'FEMALE' | 'UNSPECIFIED' | (string & {})>;
  /** YYYY-MM-DD. */
  date_of_birth?: ProofBirth;
  /** YYYY-MM or YYYY, when the document does not say more. */
  partial_date_of_birth?: ProofBirth;
  /** The latest date that a partial date allows. */
  latest_date_of_birth?: ProofBirth;
  personal_number?: ProofField;
  document_type?: ProofField<'PASSPORT' | 'ID_CARD' | 'OTHER' | (string & {})>;
  document_number?: ProofField;
  issue_date?: ProofField;
  expiry_date?: ProofField;
  issuing_country?: ProofField;
  issuer?: ProofField;
  /** The codes as in the MRZ: `D`, `XXA` for stateless. */
  mrz_nationality?: ProofField;
  mrz_issuing_state?: ProofField;
  age_over_12?: ProofAge;
  age_over_14?: ProofAge;
  age_over_16?: ProofAge;
  age_over_18?: ProofAge;
  age_over_21?: ProofAge;
  age_over_25?: ProofAge;
  age_over_65?: ProofAge;
  /**
   * SHA-256 of the images that `session.get` returns, hexadecimal: of the PNG, and of the JPEG that it returns with
   * `portrait_format: 'jpeg'`.
   */
  portrait_sha256?: ProofField;
  portrait_jpeg_sha256?: ProofField;
  face_sha256?: ProofField;
  face_jpeg_sha256?: ProofField;
  signature_image_sha256?: ProofField;
  /** EF.SOD of the chip, the object in which the State signed the document. */
  security_object?: {
    sha256: string;
    data_groups: number[];
    digest_algorithm?: string;
    signature_algorithm?: string;
  };
  /** The document signer. `fingerprint` is the SHA-256 of the certificate. */
  signer?: {
    subject: string;
    issuer: string;
    serial_number: string;
    not_before: string;
    not_after: string;
    fingerprint?: string;
  };
  /** The trusted country signing certificate, and the list that it was taken from. */
  trust_anchor?: { subject: string; country?: string; source: string; source_date?: string; fingerprint?: string };
  /** Irregularities of the document signer, including those the issuing State has published: codes of `chip.flags`. */
  flags?: string[];
  /** The challenge that the chip signed, its signature, and the file with its key, in base64. Anyone can verify the signature again. */
  chip_answer?: { protocol: string; challenge: string; signature: string; dg15: string };
  /** The session of the service, and the policy that decided it. */
  session?: { id: number; policy?: { name: string; version: number } };
}

export type ProofClaimName = keyof ProofClaims;

/** A verified proof, or the part of it that was presented. */
export interface VerifiedProof {
  issuer: string;
  /** When the proof was issued. */
  issued: Date;
  /** When the document was verified. */
  verified: Date;
  /** True when the document is a specimen. The proof then says nothing about a real person. */
  specimen: boolean;
  /** The results of the service by check: `PASSED`, or `NOT_PRESENT` where there was nothing to check. */
  checks: Record<string, string>;
  /** How the chip proved that it is the original: `ACTIVE_AUTHENTICATION`, `CHIP_AUTHENTICATION` or `NONE`. */
  clone_protection: string;
  weak_algorithms: string[];
  /** The claims that were disclosed, and no others. */
  claims: ProofClaims;
}
