/** The languages of what people who are verified see: /open, the camera and the poster of a link. Unlike those of the site, they are not in a catalog. */
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
