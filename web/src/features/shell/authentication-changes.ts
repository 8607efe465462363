import { useEffect } from 'react';
import { credentials } from '../../api/credentials';
import { localeOf, withLocale } from '../../i18n/locale';
import { lostSignIn } from '../auth/lost-sign-in';
import { savedState } from '../auth/saved-state';
import { useNavigation } from '../navigation/navigation-context';

/** Signing in opens the page that asked for it, or the dashboard. */
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

/** Leaves the page if the sign-in ended between the page's guard and its first effect, when nothing was listening for the change. */
export function useLeaveWhenSignedOut(): void {
  const { go } = useNavigation();
  useEffect(() => {
    if (credentials.isAuthenticated()) return;
    lostSignIn.note();
    go(withLocale('/', localeOf(location.pathname)));
  }, [go]);
}
