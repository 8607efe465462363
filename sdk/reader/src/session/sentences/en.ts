import type { SentenceCode } from '../sentences.ts';

export const en: Record<SentenceCode, string> = {
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
};
