import { isLanguage, type Language } from '../../i18n/languages';
import { textLoader } from '../../i18n/text-loader';
import type en from './texts/en.json';

/**
 * The texts of /open. There is one file for each language, because a visitor needs only one. A test checks that each is complete.
 * `{name}` is a placeholder that the page fills in. `why` tells the document's holder why the verification did not succeed,
 * `remedy` what they can do about it.
 */
export type OpenTexts = typeof en;

export const directionOf = (language: Language) => (language === 'ar' ? 'rtl' : 'ltr');

/** The address of the page in a language. At /open itself and at the address of a reusable link, the service picks the language. */
export const pathIn = (language: Language, pathname = '/open') =>
  `/${language}${isLanguage(pathname.split('/')[1]) ? pathname.slice(3) : pathname}`;

export function languageOfPath(pathname: string): Language | undefined {
  const [, first] = pathname.split('/');
  return isLanguage(first) ? first : undefined;
}

export const firstKnown = (wanted: readonly string[]): Language =>
  wanted.map((tag) => tag.toLowerCase().split('-')[0]).find(isLanguage) ?? 'en';

export const loadTexts = textLoader(import.meta.glob<OpenTexts>('./texts/*.json', { import: 'default' }));
