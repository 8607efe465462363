/** The name of a State, or of an organisation that issues documents, by its code. Three-letter codes are returned unchanged. */
export const stateName = (code: string, locale: string): string =>
  (code.length === 2 && new Intl.DisplayNames(locale, { type: 'region' }).of(code)) || code;
