import type { ExpoConfig } from 'expo/config';
import { collected, reasons } from './privacy.ts';

/** The service whose links the app opens. Its host confirms this to both systems under `/.well-known`. */
const service = process.env['SIGILL_SERVICE'] ?? 'https://sigill.example';
const identifier = process.env['SIGILL_APP_ID'] ?? 'example.sigill.identity';
const { host } = new URL(service);
// The site's colours for the mark and the background.
const [GREEN, PAPER, NIGHT] = ['#0b5d4e', '#fbfaf6', '#0e1214'];

export default {
  name: 'Sigill Identity',
  slug: 'sigill-identity',
  version: '1.0.0',
  // The scheme of `app_link` in `reader.open`.
  scheme: 'sigill',
  orientation: 'default',
  userInterfaceStyle: 'automatic',
  platforms: ['ios', 'android'],
  icon: './assets/icon.png',
  ios: {
    bundleIdentifier: identifier,
    buildNumber: '1',
    supportsTablet: false,
    associatedDomains: [`applinks:${host}`],
    // The app's own encryption protects only what a document's chip and its reader exchange; STORES.md says why that is exempt.
    config: { usesNonExemptEncryption: false },
    privacyManifests: {
      NSPrivacyTracking: false,
      NSPrivacyTrackingDomains: [],
      NSPrivacyCollectedDataTypes: collected.map((type) => ({
        NSPrivacyCollectedDataType: `NSPrivacyCollectedDataType${type}`,
        NSPrivacyCollectedDataTypeLinked: true,
        NSPrivacyCollectedDataTypeTracking: false,
        NSPrivacyCollectedDataTypePurposes: ['NSPrivacyCollectedDataTypePurposeAppFunctionality'],
      })),
      NSPrivacyAccessedAPITypes: Object.entries(reasons).map(([category, codes]) => ({
        NSPrivacyAccessedAPIType: `NSPrivacyAccessedAPICategory${category}`,
        NSPrivacyAccessedAPITypeReasons: codes,
      })),
    },
  },
  android: {
    package: identifier,
    versionCode: 1,
    adaptiveIcon: {
      foregroundImage: './assets/adaptive.png',
      monochromeImage: './assets/adaptive.png',
      backgroundColor: GREEN,
    },
    // The id of the installation must not reach another phone through a backup.
    allowBackup: false,
    // Expo's template requests these permissions. Nothing here draws over other apps, opens files on the phone or vibrates it.
    blockedPermissions: [
      'android.permission.SYSTEM_ALERT_WINDOW',
      'android.permission.READ_EXTERNAL_STORAGE',
      'android.permission.WRITE_EXTERNAL_STORAGE',
      'android.permission.VIBRATE',
      // expo-secure-store requests these two for values protected by a fingerprint, which this app does not have.
      'android.permission.USE_BIOMETRIC',
      'android.permission.USE_FINGERPRINT',
    ],
    intentFilters: [
      {
        action: 'VIEW',
        autoVerify: true,
        category: ['BROWSABLE', 'DEFAULT'],
        data: [
          { scheme: 'https', host, path: '/open' },
          // The same page under a language code of two letters.
          { scheme: 'https', host, pathPattern: '/../open' },
        ],
      },
    ],
  },
  plugins: [
    ['../app.plugin.cjs', { usage: 'Sigill Identity reads the chip of your passport or identity card.' }],
    // For the printed lines and the selfie; nothing records sound.
    [
      'expo-camera',
      {
        cameraPermission:
          'Sigill Identity reads the printed lines of your document, and compares your face with the portrait on the chip.',
        microphonePermission: false,
        recordAudioAndroid: false,
        barcodeScannerEnabled: false,
      },
    ],
    ['expo-secure-store', { faceIDPermission: false }],
    [
      'expo-splash-screen',
      { image: './assets/splash.png', imageWidth: 160, backgroundColor: PAPER, dark: { backgroundColor: NIGHT } },
    ],
  ],
  extra: { service },
} satisfies ExpoConfig;
