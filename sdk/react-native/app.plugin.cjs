/** Expo config plugin: the settings that iOS and Android require of an app that reads chips. */
const { readFileSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const {
  AndroidConfig,
  withAndroidManifest,
  withDangerousMod,
  withEntitlementsPlist,
  withInfoPlist,
  // From the app's own Expo, wherever this package is installed.
} = require(require.resolve('expo/config-plugins', { paths: [process.cwd(), __dirname] }));
const { withPacePolling } = require('./plugin/pace-polling.cjs');

/** The eMRTD application (ICAO Doc 9303-10, 3.6.1). iOS shows an app no chip whose application is not named here. */
const EMRTD = 'A0000002471001';
const FORMATS = 'com.apple.developer.nfc.readersession.formats';
const IDENTIFIERS = 'com.apple.developer.nfc.readersession.iso7816.select-identifiers';

/** `usage` is what iOS tells people about NFC. */
module.exports = function withSigillReader(
  config,
  { usage = 'Reads the chip of your passport or identity card.' } = {},
) {
  const named = withInfoPlist(config, (plist) => {
    plist.modResults.NFCReaderUsageDescription = usage;
    plist.modResults[IDENTIFIERS] = union(plist.modResults[IDENTIFIERS], [EMRTD]);
    return plist;
  });
  const entitled = withEntitlementsPlist(named, (entitlements) => {
    entitlements.modResults[FORMATS] = union(entitlements.modResults[FORMATS], ['TAG', 'PACE']);
    return entitlements;
  });
  const prepared = withDangerousMod(entitled, ['ios', preparePacePolling]);
  const permitted = AndroidConfig.Permissions.withPermissions(prepared, ['android.permission.NFC']);
  // A phone without NFC may install the app, which then says what is missing.
  return withAndroidManifest(permitted, (manifest) => {
    const features = manifest.modResults.manifest['uses-feature'] ?? [];
    const others = features.filter(({ $ }) => $['android:name'] !== 'android.hardware.nfc');
    const nfc = { $: { 'android:name': 'android.hardware.nfc', 'android:required': 'false' } };
    manifest.modResults.manifest['uses-feature'] = [...others, nfc];
    return manifest;
  });
};

function preparePacePolling(config) {
  const library = dirname(
    require.resolve('react-native-nfc-manager/package.json', { paths: [config.modRequest.projectRoot] }),
  );
  const path = join(library, 'ios', 'NfcManager.m');
  writeFileSync(path, withPacePolling(readFileSync(path, 'utf8')));
  return config;
}

const union = (there, more) => [...new Set([...(Array.isArray(there) ? there : []), ...more])];
