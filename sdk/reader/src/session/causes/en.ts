import type { CauseSentences } from '../sentences.ts';

export const en: CauseSentences = {
  chip_lost: 'The document left the device before everything was read. Lay it flat, keep both still, and start again.',
  active_authentication_lost:
    'The chip fell silent when it had to prove that it is the original. Take off every cover, lay the document directly on the device, and start again.',
  chip_authentication_lost:
    'The chip fell silent while it agreed on keys with the service. Keep the document on the device until the end, and start again.',
  chip_silent: 'The chip stopped answering. Lift the document, lay it down once more, and start again.',
  challenges_expired: 'The document was not on the device in time. Have it at hand before you start again.',
  access_key_invalid:
    'What was entered cannot stand on any document. Compare it letter by letter with the print, and start again.',
  mrz_refused:
    'The chip did not open with these details. Compare the document number, the date of birth and the date of expiry, and start again.',
  can_refused:
    'The chip did not open with these six digits. They stand on the front of the card and are not the document number. Start again with them.',
  password_blocked:
    'The chip takes no key any more after too many wrong tries. Use another document, or ask the authority that issued this one.',
  application_missing:
    'This chip belongs to no passport or identity card. Put other cards away, and lay the document itself on the device.',
  pace_unsupported:
    'The chip of this document opens in a way that this app does not know. Update the app, or use another document.',
  bac_unsupported:
    'The chip of this document opens in none of the ways that passports and identity cards have. Use another document.',
  can_unsupported:
    'This chip does not open with six digits. Start again with the document number, the date of birth and the date of expiry.',
  pace_token_wrong: 'The chip did not show that it belongs to this document. Put other cards away, and start again.',
  bac_response_wrong:
    'The chip answered as that of another document would. Lay this document alone on the device, and start again.',
  access_malformed:
    'The chip broke off while it was being opened. Lay the document down anew, and use another one if it happens again.',
  public_key_invalid: 'The chip sent a key that no chip can have. Use another document.',
  checksum_wrong: 'The data was disturbed on its way. Keep away from metal and from other cards, and start again.',
  secure_messaging_ended: 'The chip ended the secured connection. Keep document and device still, and start again.',
  secured_response_malformed:
    'An answer of the chip arrived damaged. Take the document out of its cover, and start again.',
  security_status_not_satisfied:
    'The chip does not give out what is needed. Start again; if it stays so, use another document.',
  file_not_found:
    'A part of the document is missing on its chip. Use another document, and have this one checked by the authority that issued it.',
  file_refused: 'The chip refused to show a part of its data. Update the app and start again, or use another document.',
  file_incomplete:
    'A part of the data on the chip is cut short. Have the document checked by the authority that issued it, and use another one.',
  file_too_long:
    'A part of the chip states an impossible size. Use another document, and show this one to the authority that issued it.',
  file_malformed: 'A part of the data on the chip is damaged. Use another document, and have this one checked.',
  chip_failure:
    'The chip reports a defect of its own. Try once more, and have the document checked if it happens again.',
  response_malformed:
    'The chip answered with something that cannot be read. Move the document a little, and start again.',
  response_endless: 'The answer of the chip did not come to an end. Lift the document, wait a moment, and start again.',
  data_object_malformed: 'The chip answered in a form that this app does not know. Update the app, and start again.',
};
