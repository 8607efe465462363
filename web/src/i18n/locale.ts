import { i18n, type Messages } from '@lingui/core';

export const locales = ['en', 'es'] as const;
export type Locale = (typeof locales)[number];
export const localeNames: Record<Locale, string> = { en: 'English', es: 'Español' };

const spanish: Locale = 'es';

export const localeOf = (pathname: string): Locale => (/^\/es(\/|$)/.test(pathname) ? spanish : 'en');

export function withLocale(pathname: string, locale: Locale): string {
  const pathWithoutLocale = localeOf(pathname) === spanish ? pathname.slice(3) || '/' : pathname;
  if (locale === 'en') return pathWithoutLocale;
  return pathWithoutLocale === '/' ? `/${spanish}` : `/${spanish}${pathWithoutLocale}`;
}

type Catalog = Record<Locale, () => Promise<{ messages: Messages }>>;

const siteCatalog: Catalog = {
  en: () => import('virtual:catalogs/en/site.tsx'),
  es: () => import('virtual:catalogs/es/site.tsx'),
};
const needed = new Set<Catalog>([siteCatalog]);
const loaded = new Set<Catalog[Locale]>();
let current: Locale = 'en';

export function addCatalog(catalog: Catalog): void {
  needed.add(catalog);
}

export async function activate(locale: Locale): Promise<void> {
  current = locale;
  await Promise.all([...needed].map((catalog) => load(catalog, locale)));
  if (i18n.locale !== locale) i18n.activate(locale);
  if (typeof document !== 'undefined') document.documentElement.lang = locale;
}

/** Waits for a module and its catalog. web/catalogs-plugin.ts puts this around every dynamic import of a file with messages. @public */
export async function withCatalog<Module>(imported: Promise<Module>, catalog: Catalog): Promise<Module> {
  needed.add(catalog);
  const [module] = await Promise.all([imported, load(catalog, current)]);
  return module;
}

async function load(catalog: Catalog, locale: Locale): Promise<void> {
  const source = catalog[locale];
  if (loaded.has(source)) return;
  try {
    const { messages } = await source();
    i18n.load(locale, messages);
    loaded.add(source);
  } catch (error) {
    // Forgets a failed catalog. Otherwise, changing the language on another screen would load it again and fail.
    if (catalog !== siteCatalog) needed.delete(catalog);
    throw error;
  }
}
