import { type ParsedLocation, redirect } from '@tanstack/react-router';
import { localeOf, withLocale } from '../../i18n/locale';
import type { Returned } from './ProviderSignIn';
import { savedState } from './saved-state';

/** The provider has one address for all languages, so a browser that left from a Spanish page first goes to the Spanish address. */
export function returnedFromProvider({ pathname, searchStr }: ParsedLocation): Returned {
  const query = new URLSearchParams(searchStr);
  const [error, code, state] = [query.get('error'), query.get('code'), query.get('state')];
  const here = localeOf(pathname);
  const { locale } = savedState.get();
  if (error === null && code === null) savedState.save({ locale: here });
  else if (locale === 'es' && here !== locale)
    throw redirect({ href: withLocale(pathname, locale) + searchStr, replace: true });
  return { ...(error !== null && { error }), ...(code !== null && { code }), ...(state !== null && { state }) };
}
