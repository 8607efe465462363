import { names } from './names.ts';

export interface App {
  name: string;
  /** The addresses of the app in the stores that have it. Until one is here, the pages say that no store has it yet. */
  app_store?: string;
  google_play?: string;
}

/** The apps that read documents. Beside `names`, since few pages speak of them. */
export const apps: { identity: App; passport: App; minimum_ios: string; minimum_android_api: number } = {
  identity: { name: names.app },
  passport: { name: 'Sigill Passport' },
  minimum_ios: '11.0',
  minimum_android_api: 23,
};

/** The stores that have an app, and where. */
export const storesOf = ({ app_store, google_play }: App): { store: string; url: string }[] => [
  ...(app_store ? [{ store: 'App Store', url: app_store }] : []),
  ...(google_play ? [{ store: 'Google Play', url: google_play }] : []),
];
