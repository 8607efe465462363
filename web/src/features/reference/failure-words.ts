import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { FailureCode } from '@sigill/sdk';

/** What to do about each reason for which a session ended without approval. */
export const failureRemedies: Record<FailureCode, MessageDescriptor> = {
  session_expired: msg`Create a new session, and send the person to it while they are there.`,
  malformed: msg`Have the person read the document again with a current version of the app. If it stays, the chip is defective.`,
  unsupported_algorithm: msg`Ask for another document.`,
  sod_digest_mismatch: msg`Treat the document as forged. Do not accept it.`,
  sod_signature_invalid: msg`Treat the document as forged. Do not accept it.`,
  issuer_unknown: msg`Look up in the coverage whether this country’s documents can be verified, and ask for another document.`,
  certificate_expired: msg`Ask for a newer document.`,
  certificate_revoked: msg`Do not accept the document. Ask for another one.`,
  country_mismatch: msg`Treat the document as forged. Do not accept it.`,
  dg_hash_mismatch: msg`Treat the document as forged. Do not accept it.`,
  dg_missing: msg`Have the person read the document again, and hold it still until the end.`,
  mrz_invalid: msg`Do not accept the document. Ask for another one.`,
  document_expired: msg`Ask for a document that is still valid.`,
  document_type_not_allowed: msg`Ask for a passport, or create the session without passport_only.`,
  chip_auth_missing: msg`Have the person read the document again with a current version of the app.`,
  chip_auth_failed: msg`Treat the chip as a copy. Do not accept it.`,
  portrait_unreadable: msg`Ask for another document, or look at the person and the document yourself.`,
  face_missing: msg`Create a new session, and tell the person that the camera will be used.`,
  face_mismatch: msg`Create a new session if you believe the person. Better light helps.`,
  liveness_failed: msg`Create a new session. The person should look into the camera in good light.`,
  nfc_unavailable: msg`Tell the person to turn NFC on, or to use another phone.`,
  nfc_lost: msg`Create a new session. The phone should lie still on the document until all is read.`,
  access_denied: msg`Create a new session, and have the person check document number, date of birth and expiry date.`,
  read_error: msg`Create a new session. Without its case, the phone reads better.`,
  unsupported_document: msg`Ask for a passport or ID card with the chip symbol on it.`,
  camera_denied: msg`Tell the person to allow the camera in the settings of the phone, and create a new session.`,
  timeout: msg`Create a new session.`,
  internal: msg`Create a new session. If it stays, tell us the id of the session.`,
  specimen_required: msg`Read a specimen document, or create the session without specimen.`,
};
