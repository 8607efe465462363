import { useRouter } from '@tanstack/react-router';
import { localeOf, withLocale } from '../../i18n/locale';

/** Goes to a path of the site under the current locale. */
export function useGoTo(): (path: string) => Promise<void> {
  const router = useRouter();
  return (path) => router.navigate({ href: withLocale(path, localeOf(router.state.location.pathname)) });
}
