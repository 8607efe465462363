import type { Config } from '../core/config.ts';
import type { Locale } from './locale.ts';

/** The address of a page of the site, in the language of its reader. */
export const siteLink = ({ public_url }: Pick<Config, 'public_url'>, locale: Locale, path: `/${string}`): string =>
  `${public_url}${locale === 'en' ? '' : `/${locale}`}${path}`;
