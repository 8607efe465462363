import { names } from './names.ts';

export interface App {
  name: string;
  /** The app's address in each store. While both are missing, the pages say that the app is not in a store yet. */
  app_store?: string;
  google_play?: string;
}

/** Separate from `names`, since few pages mention the apps. */
export const apps: { identity: App; passport: App; minimum_ios: string; minimum_android_api: number } = {
  identity: { name: names.app },
  passport: { name: 'Sigill Passport' },
  minimum_ios: '11.0',
  minimum_android_api: 23,
};

export const storesOf = ({ app_store, google_play }: App): { store: string; url: string }[] => [
  ...(app_store ? [{ store: 'App Store', url: app_store }] : []),
  ...(google_play ? [{ store: 'Google Play', url: google_play }] : []),
];
