// Generated from openapi/v1.yaml by `npm run generate`. Do not edit.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { FailureCode } from '@sigill/sdk';

/** Why a session ended without approval, in the reader's language; the service says it in English. */
export const failureTexts: Record<FailureCode, MessageDescriptor> = {
  session_expired: msg`The session was not finished in time.`,
  MALFORMED: msg`The data read from the chip is damaged or not in the format of ICAO Doc 9303.`,
  UNSUPPORTED_ALGORITHM: msg`The document is signed with an algorithm that is not accepted.`,
  SOD_DIGEST_MISMATCH: msg`The security object of the chip was altered after it was signed.`,
  SOD_SIGNATURE_INVALID: msg`The signature of the chip’s security object is not valid.`,
  ISSUER_UNKNOWN: msg`The document was not signed by an issuing authority that is trusted here.`,
  CERTIFICATE_EXPIRED: msg`The certificate that signed the document is not valid at this time.`,
  CERTIFICATE_REVOKED: msg`The issuing State has revoked the certificate that signed the document.`,
  COUNTRY_MISMATCH: msg`The issuing State of the document is not the State whose certificate signed it.`,
  DG_HASH_MISMATCH: msg`Data on the chip was altered after the document was issued.`,
  DG_MISSING: msg`The identity data or the portrait was not read from the chip.`,
  MRZ_INVALID: msg`The machine readable zone of the document is not valid.`,
  DOCUMENT_EXPIRED: msg`The document has expired.`,
  DOCUMENT_TYPE_NOT_ALLOWED: msg`A document of this type is not accepted; a passport is needed.`,
  CHIP_AUTH_MISSING: msg`The chip can prove that it is genuine, but the proof was not read.`,
  CHIP_AUTH_FAILED: msg`The chip could not prove that it is the one that was issued.`,
  PORTRAIT_UNREADABLE: msg`The portrait on the chip cannot be read as an image.`,
  FACE_MISSING: msg`No image of the holder’s face was taken.`,
  FACE_MISMATCH: msg`The face of the holder does not match the portrait on the chip.`,
  LIVENESS_FAILED: msg`The face could not be confirmed as that of a living person.`,
  NFC_UNAVAILABLE: msg`The device cannot read chips, or NFC is turned off.`,
  NFC_LOST: msg`The connection to the chip was lost while it was read.`,
  ACCESS_DENIED: msg`The chip did not accept the access key: the data entered may not be that of the document.`,
  READ_ERROR: msg`The chip could not be read.`,
  UNSUPPORTED_DOCUMENT: msg`The document has no chip that can be read.`,
  CAMERA_DENIED: msg`The camera could not be used.`,
  TIMEOUT: msg`Reading took too long.`,
  INTERNAL: msg`The app that reads the document failed.`,
};
