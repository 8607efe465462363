/**
 * An irregularity of a document (Doc 9303-12, 7.1 and 10). Most flags leave the verdict unchanged. The flag of a rule that refuses
 * the document explains the refusal.
 */
export interface Flag {
  code: FlagCode;
  message: string;
}

/**
 * All flags: rules for certificates (Doc 9303-12, 7.1), unsupported features of the chip (Doc 9303-11, 6.2), then what a State
 * has published about its own documents (Doc 9303-12, 10).
 */
export const FLAG_CODES = [
  'signer_is_ca',
  'signer_key_usage',
  'signer_purpose',
  'signer_critical_extension',
  'signer_document_type',
  'signer_version',
  'signer_key_type',
  'signer_key_usage_absent',
  'signer_key_usage_unusual',
  'signer_purpose_unusual',
  'signer_document_type_unlisted',
  'signer_issuer_name',
  'signer_validity',
  'signer_key_period',
  'signing_time',
  'csca_key_period',
  'csca_key_type',
  'chip_authentication_unsupported',
  'chip_authentication_mapping_only',
  'deviation_certificate',
  'deviation_active_authentication_key',
  'deviation_data',
  'deviation_mrz',
  'deviation_chip',
  'deviation_other',
] as const;

/** One of the flags (Doc 9303-12, 7.1 and 10). */
export type FlagCode = (typeof FLAG_CODES)[number];
