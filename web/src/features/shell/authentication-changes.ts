import { useEffect } from 'react';
import { credentials } from '../../api/credentials';
import { localeOf, withLocale } from '../../i18n/locale';
import { lostSignIn } from '../auth/lost-sign-in';
import { savedState } from '../auth/saved-state';
import { useNavigation } from '../navigation/navigation-context';

/**
 * Leaves the page when authentication changes. Who is no longer authenticated goes to the root of the locale. Who has become
 * authenticated goes to the page that asked for it, or to the dashboard.
 */
export function useAuthenticationChanges(): void {
  const { go } = useNavigation();
  useEffect(
    () =>
      credentials.subscribe((authenticated) => {
        if (authenticated) lostSignIn.forget();
        else {
          lostSignIn.note();
          credentials.clear();
        }
        const path = authenticated ? (savedState.takeReturnPath() ?? '/dashboard') : '/';
        go(withLocale(path, localeOf(location.pathname)));
      }),
    [go],
  );
}

/**
 * Leaves the page when the sign-in ended between the guard of the page and its first effect: nothing listened to the change then.
 */
export function useLeaveWhenSignedOut(): void {
  const { go } = useNavigation();
  useEffect(() => {
    if (credentials.isAuthenticated()) return;
    lostSignIn.note();
    go(withLocale('/', localeOf(location.pathname)));
  }, [go]);
}
