import type { OpenTexts } from './texts/en';

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
export const directionOf = (language: Language) => (language === 'ar' ? 'rtl' : 'ltr');

/** The page in a given language. At /open itself the service picks one. */
export const pathIn = (language: Language) => `/${language}/open`;

export function languageOfPath(pathname: string): Language | undefined {
  const [, first] = pathname.split('/');
  return isLanguage(first) ? first : undefined;
}

/** The first language, in the browser's order of preference, in which the page exists. */
export const firstKnown = (wanted: readonly string[]): Language =>
  wanted.map((tag) => tag.toLowerCase().split('-')[0]).find(isLanguage) ?? 'en';

const modules: Record<Language, () => Promise<OpenTexts>> = {
  en: async () => (await import('./texts/en')).en,
  es: async () => (await import('./texts/es')).es,
  sv: async () => (await import('./texts/sv')).sv,
  de: async () => (await import('./texts/de')).de,
  fr: async () => (await import('./texts/fr')).fr,
  pl: async () => (await import('./texts/pl')).pl,
  pt: async () => (await import('./texts/pt')).pt,
  ar: async () => (await import('./texts/ar')).ar,
};

export const loadTexts = (language: Language): Promise<OpenTexts> => modules[language]();
