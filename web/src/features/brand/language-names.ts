import type { PersonLocale } from '@sigill/sdk/portal';

/** The languages that people are spoken to in, as their speakers write them. */
export const languageNames: Record<PersonLocale, string> = {
  en: 'English',
  es: 'Español',
  sv: 'Svenska',
  de: 'Deutsch',
  fr: 'Français',
  pl: 'Polski',
  pt: 'Português',
  ar: 'العربية',
};

export const personLocales = Object.keys(languageNames) as PersonLocale[];
