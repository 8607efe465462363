import { useEffect } from 'react';
import { credentials } from '../../api/credentials';
import { localeOf, withLocale } from '../../i18n/locale';
import { lostSignIn } from '../auth/lost-sign-in';
import { savedState } from '../auth/saved-state';
import { useNavigation } from '../navigation/navigation-context';

/** Signing in opens the page that asked for it, or the dashboard. The end of a sign-in opens the home page. */
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

/** If the sign-in ended after the page's guard and before its first effect, nothing was listening, so the page is left here. */
export function useLeaveWhenSignedOut(): void {
  const { go } = useNavigation();
  useEffect(() => {
    if (credentials.isAuthenticated()) return;
    lostSignIn.note();
    go(withLocale('/', localeOf(location.pathname)));
  }, [go]);
}
