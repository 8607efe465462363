import type { CauseSentences, SentenceCode } from '../sentences.ts';

export const en: Record<SentenceCode, string> & CauseSentences = {
  hold_still:
    'The connection to the chip was lost. Hold the phone still on the document; reading continues where it stopped.',
  check_mrz:
    'The chip did not accept these details. Check the document number, the date of birth and the date of expiry.',
  check_can: 'The chip did not accept this number. Check the six digits on the front of the card.',
  nfc_unavailable: 'This device cannot read the chip. Turn on NFC, or use another phone.',
  nfc_lost:
    'The connection to the chip was lost too often. Take the document out of its cover, hold the phone still and start again.',
  access_denied: 'The chip did not open. Check the document number and the dates, and start again.',
  read_error: 'The chip could not be read completely. Move the phone slowly over the document and start again.',
  unsupported_document: 'No readable passport or identity card chip was found. Check that this is the right document.',
  camera_denied: 'The app has no access to the camera. Allow it in the phone’s settings and start again.',
  timeout: 'This took too long. Have the document ready and start again.',
  internal: 'Something went wrong in the app. Start again; if this happens again, update the app.',
  cancelled: 'You cancelled. Nothing was sent.',
  service_unreachable: 'We can’t reach the service. Check your internet connection and try again.',
  session_already_started: 'Another device is already reading for this session. Continue there, or ask for a new link.',
  session_not_open: 'This session has ended. Ask for a new link.',
  not_found: 'This link is not valid. Ask for a new one.',

  chip_lost: 'The document moved away before everything was read. Lay it flat, keep both still, and start again.',
  active_authentication_lost:
    'The chip stopped responding while proving that it is the original. Remove any cover, place the document directly on the device, and start again.',
  chip_authentication_lost:
    'The chip stopped responding while setting up keys with the service. Keep the document on the device until the end, and start again.',
  chip_silent: 'The chip stopped responding. Lift the document, put it down again, and start again.',
  challenges_expired: 'The document was not on the device in time. Have it ready before you start again.',
  access_key_invalid:
    'No document can have these details. Compare them letter by letter with your document, and start again.',
  mrz_refused:
    'The chip did not open with these details. Compare the document number, the date of birth and the date of expiry, and start again.',
  can_refused:
    'The chip did not open with these six digits. They are on the front of the card, and are not the document number. Check them and start again.',
  password_blocked:
    'The chip is blocked after too many failed attempts. Use another document, or ask the authority that issued this one.',
  application_missing:
    'This chip is not in a passport or identity card. Put other cards away, and place the document itself on the device.',
  pace_unsupported:
    'The chip of this document opens in a way that this app does not support. Update the app, or use another document.',
  bac_unsupported: 'The chip of this document does not open like a passport or identity card. Use another document.',
  can_unsupported:
    'This chip does not open with six digits. Start again with the document number, the date of birth and the date of expiry.',
  pace_token_wrong: 'The chip did not prove that it belongs to this document. Put other cards away, and start again.',
  bac_response_wrong:
    'The chip responded like the chip of another document. Place only this document on the device, and start again.',
  access_malformed:
    'The chip failed while it was being opened. Put the document down again; if this happens again, use another document.',
  public_key_invalid: 'The chip sent an invalid key. Use another document.',
  checksum_wrong: 'The data from the chip was disturbed. Keep away from metal and other cards, and start again.',
  secure_messaging_ended: 'The chip ended the secured connection. Keep document and device still, and start again.',
  secured_response_malformed:
    'A response from the chip arrived damaged. Take the document out of its cover, and start again.',
  security_status_not_satisfied:
    'The chip does not release the required data. Start again; if this happens again, use another document.',
  file_not_found:
    'Part of the data is missing from the chip. Use another document, and have this one checked by the authority that issued it.',
  file_refused:
    'The chip refused to release part of its data. Update the app and start again, or use another document.',
  file_incomplete:
    'Part of the data on the chip is cut short. Use another document, and have this one checked by the authority that issued it.',
  file_too_long:
    'Part of the data on the chip has an impossible size. Use another document, and have this one checked by the authority that issued it.',
  file_malformed: 'Part of the data on the chip is damaged. Use another document, and have this one checked.',
  chip_failure: 'The chip reports an internal error. Try again; if this happens again, have the document checked.',
  response_malformed: 'The chip sent an unreadable response. Move the document a little, and start again.',
  response_endless: 'The chip’s response never ended. Lift the document, wait a moment, and start again.',
  data_object_malformed: 'The chip responded in a format that this app does not know. Update the app, and start again.',
};
