import { useRouter } from '@tanstack/react-router';
import { localeOf, withLocale } from '../../i18n/locale';

/** Returns a function that goes to a path of the site in the current language. */
export function useGoTo(): (path: string) => Promise<void> {
  const router = useRouter();
  return (path) => router.navigate({ href: withLocale(path, localeOf(router.state.location.pathname)) });
}
