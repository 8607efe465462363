import { i18n, type Messages } from '@lingui/core';
import type { AppCatalogs } from './app-catalogs';

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

type Catalog = Record<Locale, () => Promise<{ messages: Messages }>>;

/** What prerendered pages may need. The app adds those of its screens: `addCatalogs`. */
const siteCatalogs = {
  site: { en: () => import('./en.po'), es: () => import('./es.po') },
  app: { en: () => import('./app/en.po'), es: () => import('./app/es.po') },
  coverage: { en: () => import('./coverage/en.po'), es: () => import('./coverage/es.po') },
  pricing: { en: () => import('./pricing/en.po'), es: () => import('./pricing/es.po') },
  status: { en: () => import('./status/en.po'), es: () => import('./status/es.po') },
  palette: { en: () => import('./palette/en.po'), es: () => import('./palette/es.po') },
  'try-it': { en: () => import('./try-it/en.po'), es: () => import('./try-it/es.po') },
};
export type Part = keyof typeof siteCatalogs | keyof AppCatalogs;

const catalogs: Partial<Record<Part, Catalog>> = { ...siteCatalogs };

export function addCatalogs(added: AppCatalogs): void {
  Object.assign(catalogs, added);
}

const requestedParts = new Set<Part>();
const loadedCatalogs = new Set<string>();

/**
 * Makes a locale the current one, with the words of these parts of the site. A part that was requested once is loaded for every later
 * locale too.
 */
export async function activate(locale: Locale, ...parts: Part[]): Promise<void> {
  for (const part of ['site' as const, ...parts]) requestedParts.add(part);
  const missing = [...requestedParts].filter((name) => !loadedCatalogs.has(`${locale}.${name}`));
  await Promise.all(
    missing.map(async (name) => {
      const catalog = catalogs[name];
      if (!catalog) throw new Error(`The catalog of ${name} was not added.`);
      const { messages } = await catalog[locale]().catch((error: unknown) => {
        // Another screen can do without it.
        requestedParts.delete(name);
        throw error;
      });
      i18n.load(locale, messages);
      loadedCatalogs.add(`${locale}.${name}`);
    }),
  );
  if (i18n.locale !== locale) i18n.activate(locale);
  if (typeof document !== 'undefined') document.documentElement.lang = locale;
}
