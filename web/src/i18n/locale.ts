import { i18n } from '@lingui/core';

export const locales = ['en', 'es'] as const;
export type Locale = (typeof locales)[number];
export const localeNames: Record<Locale, string> = { en: 'English', es: 'Español' };

const spanish: Locale = 'es';

/** The locale of a path: paths at /es and below are Spanish, all others are English. */
export const localeOf = (pathname: string): Locale => (/^\/es(\/|$)/.test(pathname) ? spanish : 'en');

/** The path of the same page in another locale. */
export function withLocale(pathname: string, locale: Locale): string {
  const pathWithoutLocale = localeOf(pathname) === spanish ? pathname.slice(3) || '/' : pathname;
  if (locale === 'en') return pathWithoutLocale;
  return pathWithoutLocale === '/' ? `/${spanish}` : `/${spanish}${pathWithoutLocale}`;
}

const catalogs = {
  site: { en: () => import('./en.po'), es: () => import('./es.po') },
  home: { en: () => import('./home/en.po'), es: () => import('./home/es.po') },
  app: { en: () => import('./app/en.po'), es: () => import('./app/es.po') },
  demo: { en: () => import('./demo/en.po'), es: () => import('./demo/es.po') },
  coverage: { en: () => import('./coverage/en.po'), es: () => import('./coverage/es.po') },
  pricing: { en: () => import('./pricing/en.po'), es: () => import('./pricing/es.po') },
  marketing: { en: () => import('./marketing/en.po'), es: () => import('./marketing/es.po') },
  guides: { en: () => import('./guides/en.po'), es: () => import('./guides/es.po') },
  legal: { en: () => import('./legal/en.po'), es: () => import('./legal/es.po') },
  palette: { en: () => import('./palette/en.po'), es: () => import('./palette/es.po') },
  'try-it': { en: () => import('./try-it/en.po'), es: () => import('./try-it/es.po') },
  reference: { en: () => import('./reference/en.po'), es: () => import('./reference/es.po') },
};
export type Part = keyof typeof catalogs;

const requestedParts = new Set<Part>(['site']);
const loadedCatalogs = new Set<string>();

/** Makes a locale the current one. A part of the catalog that was requested once is loaded for every later locale too. */
export async function activate(locale: Locale, part: Part = 'site'): Promise<void> {
  requestedParts.add(part);
  const missing = [...requestedParts].filter((name) => !loadedCatalogs.has(`${locale}.${name}`));
  await Promise.all(
    missing.map(async (name) => {
      const { messages } = await catalogs[name][locale]();
      i18n.load(locale, messages);
      loadedCatalogs.add(`${locale}.${name}`);
    }),
  );
  if (i18n.locale !== locale) i18n.activate(locale);
  if (typeof document !== 'undefined') document.documentElement.lang = locale;
}
