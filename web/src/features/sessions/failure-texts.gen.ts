// Generated from openapi/v1.yaml by `npm run generate`. Do not edit.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { FailureCode } from '@sigill/sdk/portal';

/** Why a session ended without approval, in the reader's language; the service says it in English. */
export const failureTexts: Record<FailureCode, MessageDescriptor> = {
  session_expired: msg`The session was not finished in time.`,
  malformed: msg`The data read from the chip is damaged or not in the format of ICAO Doc 9303.`,
  unsupported_algorithm: msg`The document is signed with an algorithm or in a form that is not accepted.`,
  sod_digest_mismatch: msg`The security object of the chip was altered after it was signed.`,
  sod_signature_invalid: msg`The signature of the chip’s security object is not valid.`,
  issuer_unknown: msg`The document was not signed by an issuing authority that is trusted here.`,
  certificate_expired: msg`The certificate that signed the document is not valid at this time.`,
  certificate_revoked: msg`The issuing State has revoked the certificate that signed the document.`,
  country_mismatch: msg`The issuing State of the document is not the State whose certificate signed it.`,
  dg_hash_mismatch: msg`Data on the chip was altered after the document was issued.`,
  dg_missing: msg`The identity data or the portrait was not read from the chip.`,
  mrz_invalid: msg`The machine readable zone of the document is not valid.`,
  document_expired: msg`The document has expired.`,
  document_type_not_allowed: msg`A document of this type is not accepted; a passport is needed.`,
  weak_algorithm: msg`The document has an outdated algorithm or a short key, which is not accepted here. Use another document.`,
  chip_auth_missing: msg`The chip did not prove that it is the one that was issued.`,
  chip_auth_failed: msg`The chip could not prove that it is the one that was issued.`,
  portrait_unreadable: msg`The portrait on the chip cannot be read as an image.`,
  face_missing: msg`No image of the holder’s face was taken.`,
  face_mismatch: msg`The face of the holder does not match the portrait on the chip.`,
  liveness_failed: msg`The face could not be confirmed as that of a living person.`,
  face_unavailable: msg`The face could not be compared with the portrait, for a reason that lies with the service.`,
  specimen_required: msg`The session takes specimen documents only. A real document is not verified in it.`,
  nfc_unavailable: msg`The device cannot read chips, or NFC is turned off.`,
  nfc_lost: msg`The connection to the chip was lost while it was read.`,
  access_denied: msg`The chip did not accept the access key: the data entered may not be that of the document.`,
  read_error: msg`The chip could not be read.`,
  unsupported_document: msg`The document has no chip that can be read.`,
  camera_denied: msg`The camera could not be used.`,
  timeout: msg`Reading took too long.`,
  internal: msg`The app that reads the document failed.`,
};
