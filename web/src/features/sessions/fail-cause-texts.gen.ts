// Generated from openapi/v1.yaml by `npm run generate`. Do not edit.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ReaderFailCause } from '@sigill/sdk/portal';

/** What exactly went wrong between reader and chip. */
export const failCauseTexts: Record<ReaderFailCause, MessageDescriptor> = {
  chip_lost: msg`The chip left the field of the reader and did not come back.`,
  active_authentication_lost: msg`The chip fell silent when it was to sign the challenge.`,
  chip_authentication_lost: msg`The chip fell silent during Chip Authentication.`,
  chip_silent: msg`The chip did not answer a command in time.`,
  challenges_expired: msg`Every challenge ran out before the chip had answered.`,
  access_key_invalid: msg`The key that was given can open no chip: a check digit or its form is wrong.`,
  mrz_refused: msg`The chip refused the key that was made of the machine readable zone.`,
  can_refused: msg`The chip refused the card access number.`,
  password_blocked: msg`The chip has blocked its password after too many wrong tries.`,
  application_missing: msg`The chip has no application of a travel document.`,
  pace_unsupported: msg`The chip offers PACE in no variant that the reader speaks, and no BAC.`,
  bac_unsupported: msg`The chip offers neither PACE nor BAC.`,
  can_unsupported: msg`The chip does not open with a card access number.`,
  pace_token_wrong: msg`The chip did not prove in PACE that it knows the key.`,
  bac_response_wrong: msg`The chip did not prove in BAC that it knows the key.`,
  access_malformed: msg`A step of PACE or BAC was answered in a form that does not exist.`,
  public_key_invalid: msg`The public key that the chip sent is not in its group.`,
  checksum_wrong: msg`The checksum of a secured answer was wrong.`,
  secure_messaging_ended: msg`The chip left secure messaging.`,
  secured_response_malformed: msg`A secured answer was not in the form of ISO/IEC 7816-4.`,
  security_status_not_satisfied: msg`The chip refused to give a file out (6982).`,
  file_not_found: msg`A file that the document lists is not on the chip (6A82).`,
  file_refused: msg`The chip refused to read a file, with another status.`,
  file_incomplete: msg`A file ends before the length that it states.`,
  file_too_long: msg`A file states a length that no file of a travel document has.`,
  file_malformed: msg`A file is not in the form of ICAO Doc 9303.`,
  chip_failure: msg`The chip reported a failure of its own (64xx, 65xx, 66xx, 6Fxx), or broke PACE off.`,
  response_malformed: msg`An answer of the chip was none.`,
  response_endless: msg`The chip announced more and more data (61xx) without an end.`,
  data_object_malformed: msg`A data object that the chip sent cannot be read.`,
};
