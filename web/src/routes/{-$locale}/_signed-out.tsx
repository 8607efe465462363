import { createFileRoute, redirect } from '@tanstack/react-router';
import { credentials } from '../../api/credentials';
import { AppLayout } from '../../features/app/AppLayout';
import { type AppContext, enterApp } from '../../features/app/enter-app';
import { offeredTokens } from '../../features/auth/offered-tokens';
import { localeOf, withLocale } from '../../i18n/locale';

export const Route = createFileRoute('/{-$locale}/_signed-out')({
  async beforeLoad({ location, preload }): Promise<AppContext> {
    const query = new URLSearchParams(location.searchStr);
    if (query.has('access_token') && !credentials.isAuthenticated()) {
      // Removes the tokens from the address before any code that could read them is loaded.
      if (!preload) offeredTokens.take(query);
      throw redirect({ href: location.pathname, replace: true });
    }
    if (!credentials.isAuthenticated()) return enterApp();
    throw redirect({ href: withLocale('/dashboard', localeOf(location.pathname)) });
  },
  component: AppLayout,
});
