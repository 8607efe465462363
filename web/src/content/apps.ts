import { names } from './names.ts';

/** The apps that read documents. Beside `names`, since few pages speak of them. */
export const apps = {
  identity: {
    name: names.app,
    app_store: 'https://apps.apple.com/us/search?term=Sigill%20Identity',
    google_play: 'https://play.google.com/store/search?q=Sigill%20Identity&c=apps',
  },
  passport: {
    name: 'Sigill Passport',
    app_store: 'https://apps.apple.com/us/search?term=Sigill%20Passport',
    google_play: 'https://play.google.com/store/search?q=Sigill%20Passport&c=apps',
  },
  minimum_ios: '11.0',
  minimum_android_api: 23,
} as const;
