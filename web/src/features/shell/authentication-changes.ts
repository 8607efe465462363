import { useEffect } from 'react';
import { credentials } from '../../api/credentials';
import { localeOf, withLocale } from '../../i18n/locale';
import { savedState } from '../auth/saved-state';
import { useNavigation } from '../navigation/navigation-context';

/** Losing authentication leads to the locale root; becoming authenticated to the page that asked for it, else the dashboard. */
export function useAuthenticationChanges(): void {
  const { go } = useNavigation();
  useEffect(
    () =>
      credentials.subscribe((authenticated) => {
        const path = authenticated ? (savedState.takeReturnPath() ?? '/dashboard') : '/';
        go(withLocale(path, localeOf(location.pathname)));
      }),
    [go],
  );
}

/** A sign-in can end between the guard of a page and its first effect, when nothing listens yet. */
export function useStillAuthenticated(): void {
  const { go } = useNavigation();
  useEffect(() => {
    if (!credentials.isAuthenticated()) go(withLocale('/', localeOf(location.pathname)));
  }, [go]);
}
