import { createFileRoute, redirect } from '@tanstack/react-router';
import { credentials } from '../../api/credentials';
import { AppLayout } from '../../features/app/AppLayout';
import { enterApp } from '../../features/app/enter-app';
import { lostSignIn } from '../../features/auth/lost-sign-in';
import { savedState } from '../../features/auth/saved-state';
import { useLeaveWhenSignedOut } from '../../features/shell/authentication-changes';
import { localeOf, withLocale } from '../../i18n/locale';

/** The layout of pages that need a sign-in. Visitors are sent to the sign-in, and come back here afterwards. */
export const Route = createFileRoute('/{-$locale}/_signed-in')({
  async beforeLoad({ location, preload }) {
    if (credentials.isAuthenticated()) return enterApp(location.pathname);
    if (!preload) {
      savedState.save({ return_path: location.href });
      // What is still there of a former sign-in has expired.
      if (credentials.get()) lostSignIn.note();
    }
    throw redirect({ href: withLocale('/sign-in', localeOf(location.pathname)) });
  },
  component: SignedIn,
});

function SignedIn() {
  useLeaveWhenSignedOut();
  return <AppLayout />;
}
