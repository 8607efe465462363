import type { Locale } from '../../i18n/locale';

/** The name of a State, or of an organisation that issues documents, by its code. */
export const stateName = (code: string, locale: Locale): string =>
  new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code;
