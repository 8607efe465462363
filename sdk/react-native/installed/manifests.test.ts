/** What the app may do and what it declares, in the projects that Expo writes for Xcode and Android Studio. */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';

const app = join(import.meta.dirname, '../example');
const read = (path: string) => readFileSync(join(app, path), 'utf8');

beforeAll(() => {
  const env = { ...process.env, EXPO_NO_TELEMETRY: '1', EXPO_OFFLINE: '1', CI: '1' };
  const prebuild = [join(app, 'node_modules/expo/bin/cli'), 'prebuild', '--no-install', '--clean', '--platform', 'all'];
  const { status, stderr } = spawnSync(process.execPath, prebuild, { cwd: app, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}, 300_000);

const permissionsIn = (manifest: string) =>
  [...manifest.matchAll(/<uses-permission[^>]*android:name="android\.permission\.(\w+)"([^>]*)>/g)].map(
    ([, name, rest]) => ({ name: name!, is_removed: rest!.includes('tools:node="remove"') }),
  );

test('Android gives the app the antenna, the camera and the network, and nothing that a library asks for beside them', () => {
  const own = permissionsIn(read('android/app/src/main/AndroidManifest.xml'));
  const kept = own.filter(({ is_removed }) => !is_removed).map(({ name }) => name);
  expect(kept.toSorted()).toEqual(['CAMERA', 'INTERNET', 'NFC']);
  const removed = own.filter(({ is_removed }) => is_removed).map(({ name }) => name);
  // Gradle merges the manifests of all libraries into the one of the app.
  const libraries = globSync('node_modules/**/android/src/main/AndroidManifest.xml', { cwd: app });
  expect(libraries.length).toBeGreaterThan(5);
  const asked = libraries.flatMap((path) => permissionsIn(read(path)).map(({ name }) => name));
  expect(asked.filter((name) => ![...kept, ...removed, 'ACCESS_NETWORK_STATE'].includes(name))).toEqual([]);
});

test('Android shows the app on phones without NFC, and keeps it out of backups', () => {
  const manifest = read('android/app/src/main/AndroidManifest.xml');
  expect(manifest).toContain('android:name="android.hardware.nfc" android:required="false"');
  expect(manifest).toContain('android:allowBackup="false"');
});

test('iOS asks for nothing but the antenna and the camera, and finds reasons and kinds of data in the privacy manifest', () => {
  const plist = read('ios/SigillIdentity/Info.plist');
  const asked = plist.match(/NS\w+UsageDescription|NFCReaderUsageDescription/g);
  expect(asked?.toSorted()).toEqual(['NFCReaderUsageDescription', 'NSCameraUsageDescription']);
  expect(plist).toMatch(/<key>ITSAppUsesNonExemptEncryption<\/key>\s*<false\/>/);
  const privacy = read('ios/SigillIdentity/PrivacyInfo.xcprivacy');
  expect(privacy).toMatch(/<key>NSPrivacyTracking<\/key>\s*<false\/>/);
  for (const type of ['Name', 'SensitiveInfo', 'PhotosorVideos'])
    expect(privacy).toContain(`NSPrivacyCollectedDataType${type}<`);
  // React Native and Expo have manifests of their own, whose reasons an app has to repeat.
  const needed = globSync('node_modules/**/*.xcprivacy', { cwd: app }).flatMap(
    (path) => read(path).match(/NSPrivacyAccessedAPICategory\w+/g) ?? [],
  );
  for (const category of new Set(needed)) expect(privacy, category).toContain(`${category}<`);
});
