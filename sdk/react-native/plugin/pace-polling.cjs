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
      '@sigill/react-native does not know this version of react-native-nfc-manager: the polling options of iOS are not where 3.17.2 has them. Install 3.17.2, or leave out the plugin; then identity cards that open with PACE alone are not found on iOS.',
    );
  return source.replace(ANCHOR, ANCHOR + CHOICE);
}

module.exports = { withPacePolling };
