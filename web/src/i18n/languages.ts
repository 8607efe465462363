/**
 * The languages in which a person is verified: of /open, the camera and the poster of a link. Their texts are not in the site's
 * catalog.
 */
export const languageNames = {
  en: 'English',
  es: 'Español',
  sv: 'Svenska',
  de: 'Deutsch',
  fr: 'Français',
  pl: 'Polski',
  pt: 'Português',
  ar: 'العربية',
} as const;
export type Language = keyof typeof languageNames;
export const languages = Object.keys(languageNames) as Language[];

export const isLanguage = (text: string | undefined): text is Language =>
  text !== undefined && Object.hasOwn(languageNames, text);
