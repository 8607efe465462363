import { createFileRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { credentials } from '../../api/credentials';
import { AppLayout } from '../../features/app/AppLayout';
import { type AppContext, enterApp } from '../../features/app/enter-app';
import { useMayOpen } from '../../features/app/may-open';
import { NotForRole } from '../../features/app/NotForRole';
import { lostSignIn } from '../../features/auth/lost-sign-in';
import { savedState } from '../../features/auth/saved-state';
import { useNavigation } from '../../features/navigation/navigation-context';
import { useLeaveWhenSignedOut } from '../../features/shell/authentication-changes';
import { localeOf, withLocale } from '../../i18n/locale';

export const Route = createFileRoute('/{-$locale}/_signed-in')({
  async beforeLoad({ location, preload }): Promise<AppContext> {
    if (credentials.isAuthenticated()) {
      const entered = await enterApp();
      const { preparePortal } = await import('../../features/app/prepare-portal');
      await preparePortal(entered.queryClient);
      return entered;
    }
    if (!preload) {
      savedState.save({ return_path: location.href });
      // Credentials that are still stored have expired.
      if (credentials.get()) {
        lostSignIn.note();
        credentials.clear();
      }
    }
    throw redirect({ href: withLocale('/sign-in', localeOf(location.pathname)) });
  },
  component: SignedIn,
  notFoundComponent: lazyRouteComponent(() => import('../../features/app/UnknownId'), 'UnknownId'),
});

function SignedIn() {
  useLeaveWhenSignedOut();
  const mayOpen = useMayOpen();
  const path = withLocale(useNavigation().pathname, 'en');
  return mayOpen(path) ? <AppLayout /> : <NotForRole path={path} />;
}
