/**
 * react-native-nfc-manager 3.17 has iOS look for every kind of tag. Identity cards that open with PACE alone are found only by a session
 * that looks for nothing else (Core NFC, `NFCPollingPACE`, iOS 16). This adds the choice to `requestTechnology`: `pollingIOS: 'PACE'`.
 */
const ANCHOR = 'NFCPollingOption pollFlags = NFCPollingISO14443 | NFCPollingISO15693;';

const CHOICE = `
            if (@available(iOS 16.0, *)) {
                if ([[options objectForKey:@"pollingIOS"] isEqual:@"PACE"]) {
                    pollFlags = NFCPollingPACE;
                }
            }`;

/** @param {string} source NfcManager.m of the library @returns {string} the same with the choice, which it may have already */
function withPacePolling(source) {
  if (source.includes('pollingIOS')) return source;
  if (source.split(ANCHOR).length !== 2)
    throw new Error(
      '@sigill/react-native does not support this version of react-native-nfc-manager: its iOS polling options differ from those of 3.17.2. Install 3.17.2, or remove the plugin; without it, iOS does not find identity cards that open only with PACE.',
    );
  return source.replace(ANCHOR, ANCHOR + CHOICE);
}

module.exports = { withPacePolling };
