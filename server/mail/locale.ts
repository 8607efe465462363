import type { Config } from '../core/config.ts';

export type Locale = 'en' | 'es';

export const localeOf = ({ accept_language = '' }: { id: string; accept_language?: string }): Locale | undefined =>
  accept_language
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.trim().toLowerCase().split(';');
      const quality = parameters.map((parameter) => /^ *q=([01](?:\.\d{1,3})?)$/.exec(parameter)?.[1]).find(Boolean);
      return { language: tag.split('-')[0], quality: Number(quality ?? 1) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ language }) => language)
    .find((language): language is Locale => language === 'en' || language === 'es');

export const siteLink = ({ public_url }: Pick<Config, 'public_url'>, locale: Locale, path: `/${string}`): string =>
  `${public_url}${locale === 'en' ? '' : `/${locale}`}${path}`;
