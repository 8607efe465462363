import type { ExpoConfig } from 'expo/config';

/** The service whose links the app opens. Its host confirms this to both systems under `/.well-known`. */
const service = process.env['SIGILL_SERVICE'] ?? 'https://sigill.example';
/** The package on Android and the bundle identifier on iOS. */
const identifier = process.env['SIGILL_APP_ID'] ?? 'example.sigill.identity';
const { host } = new URL(service);

export default {
  name: 'Sigill Identity',
  slug: 'sigill-identity',
  version: '1.0.0',
  // The scheme of `app_link` in `reader.open`.
  scheme: 'sigill',
  orientation: 'default',
  userInterfaceStyle: 'automatic',
  platforms: ['ios', 'android'],
  ios: {
    bundleIdentifier: identifier,
    supportsTablet: false,
    associatedDomains: [`applinks:${host}`],
  },
  android: {
    package: identifier,
    // Expo's template requests them. Nothing here draws over other apps or opens files on the phone.
    blockedPermissions: [
      'android.permission.SYSTEM_ALERT_WINDOW',
      'android.permission.READ_EXTERNAL_STORAGE',
      'android.permission.WRITE_EXTERNAL_STORAGE',
    ],
    intentFilters: [
      {
        action: 'VIEW',
        autoVerify: true,
        category: ['BROWSABLE', 'DEFAULT'],
        data: [
          { scheme: 'https', host, path: '/open' },
          // The page in another language.
          { scheme: 'https', host, pathPattern: '/../open' },
        ],
      },
    ],
  },
  plugins: [
    ['../app.plugin.cjs', { usage: 'Sigill Identity reads the chip of your passport or identity card.' }],
    // For the selfie; nothing records sound.
    [
      'expo-camera',
      {
        cameraPermission: 'Sigill Identity reads the printed lines of your document, and compares your face with the portrait on the chip.',
        microphonePermission: false,
        recordAudioAndroid: false,
        barcodeScannerEnabled: false,
      },
    ],
    // Nothing is protected with Face ID.
    ['expo-secure-store', { faceIDPermission: false }],
  ],
  extra: { service },
} satisfies ExpoConfig;
