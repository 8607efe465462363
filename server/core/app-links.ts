import type { Environment } from './environment.ts';

/** The format in which Android's tools print the SHA-256 of a certificate. */
const FINGERPRINT = /^[0-9A-F]{2}(:[0-9A-F]{2}){31}$/;
const PACKAGE = /^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/;
const APP_ID = /^[A-Z0-9]{10}\.[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/;

export function readAppLinks({ text, list, allOrNone, complain }: Environment) {
  allOrNone(['ANDROID_APP_PACKAGE', 'ANDROID_APP_FINGERPRINTS']);
  const package_name = text('ANDROID_APP_PACKAGE');
  const fingerprints = list('ANDROID_APP_FINGERPRINTS').map((fingerprint) => fingerprint.toUpperCase());
  const ios = list('IOS_APP_IDS');
  if (package_name && !PACKAGE.test(package_name))
    complain(`ANDROID_APP_PACKAGE must be a package name such as com.example.verify, not "${package_name}".`);
  for (const fingerprint of fingerprints.filter((one) => !FINGERPRINT.test(one)))
    complain(
      `ANDROID_APP_FINGERPRINTS must be SHA-256 fingerprints: 32 pairs of hexadecimal digits separated by colons, not "${fingerprint}".`,
    );
  for (const id of ios.filter((one) => !APP_ID.test(one)))
    complain(`IOS_APP_IDS must be application identifiers such as A1B2C3D4E5.com.example.verify, not "${id}".`);
  return {
    android: package_name && fingerprints.length > 0 ? { package_name, fingerprints } : undefined,
    /** Application identifiers: team prefix and bundle. */
    ios: ios.length > 0 ? ios : undefined,
  };
}
