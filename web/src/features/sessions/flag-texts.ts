import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ChipFlagCode, ChipWeakness } from '@sigill/sdk/portal';

/** Unusual features of a document in the reader's language; the service describes them in English. */
export const flagTexts: Record<ChipFlagCode, MessageDescriptor> = {
  signer_is_ca: msg`It is signed with the certificate of a certification authority, not of a document signer.`,
  signer_key_usage: msg`The signer’s key must not sign documents.`,
  signer_purpose: msg`The signer’s certificate is for lists, seals or other things, not for documents.`,
  signer_critical_extension: msg`The signer’s certificate has a critical extension that is not known.`,
  signer_document_type: msg`The signer may not sign documents of this type.`,
  signer_version: msg`The signer’s certificate is of an old version.`,
  signer_key_usage_absent: msg`The signer’s certificate does not say what its key is for.`,
  signer_key_usage_unusual: msg`The signer’s key may be used for more than documents, or its certificate only hints at its use.`,
  signer_purpose_unusual: msg`The signer’s certificate has an extended key usage.`,
  signer_document_type_unlisted: msg`The signer names other types of document, though of the same kind.`,
  signer_issuer_name: msg`The authority that certified the signer has another name than the certificate says.`,
  signer_validity: msg`The signer’s certificate is valid before or after that of its authority.`,
  signer_key_period: msg`The signer’s key may be used outside the validity of its certificate.`,
  signing_time: msg`The document says that it was signed when its signer did not sign.`,
  csca_key_period: msg`The signer was certified when its authority did not sign.`,
  chip_authentication_unsupported: msg`The chip offers Chip Authentication of a kind that is not supported here.`,
  chip_authentication_mapping_only: msg`The chip’s only proof that it is the original is PACE with Chip Authentication Mapping, which does not count here.`,
  deviation_certificate: msg`The issuing State knows that a certificate or key of these documents is wrong.`,
  deviation_active_authentication_key: msg`The issuing State knows that the key by which these chips prove to be originals may be compromised.`,
  deviation_data: msg`The issuing State knows that data of these chips is wrong.`,
  deviation_mrz: msg`The issuing State knows that the machine readable zone of these documents is wrong.`,
  deviation_chip: msg`The issuing State knows that these chips may be unusable.`,
  deviation_other: msg`The issuing State knows that these documents deviate.`,
};

export const weakPlaces: Record<ChipWeakness['where'], MessageDescriptor> = {
  DATA_GROUPS: msg`Hashes of the data`,
  SECURITY_OBJECT: msg`Signature of the document`,
  DOCUMENT_SIGNER: msg`Document signer`,
  CSCA: msg`Country signing authority`,
  ACTIVE_AUTHENTICATION: msg`Active Authentication`,
};
