import { createRootRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { savedState } from '../features/auth/saved-state';
import { useFocusOnNavigation, useRouterNavigation } from '../features/navigation/router-navigation';
import { Providers } from '../features/shell/Providers';
import { Shell } from '../features/shell/Shell';
import { activate, localeOf } from '../i18n/locale';

export const Route = createRootRoute({
  validateSearch: (search: Record<string, unknown>): { state?: unknown } =>
    'state' in search ? { state: search['state'] } : {},
  async beforeLoad({ location, search, preload }) {
    if (preload) return;
    if (search.state) savedState.restore(search.state);
    await activate(localeOf(location.pathname));
  },
  component: Root,
  // A skeleton would need messages, which are still being loaded.
  pendingComponent: () => null,
  notFoundComponent: lazyRouteComponent(() => import('../features/page/BrokenLink'), 'BrokenLink'),
});

function Root() {
  const navigation = useRouterNavigation();
  useFocusOnNavigation();
  return (
    <Providers navigation={navigation}>
      <Shell>
        <Outlet />
      </Shell>
    </Providers>
  );
}
