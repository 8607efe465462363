import { createRootRoute, lazyRouteComponent, Outlet, useMatches } from '@tanstack/react-router';
import { savedState } from '../features/auth/saved-state';
import { useFocusOnNavigation, useRouterNavigation } from '../features/navigation/router-navigation';
import { PortalShell } from '../features/portal/PortalShell';
import { Providers } from '../features/shell/Providers';
import { Shell } from '../features/shell/Shell';
import { SignedOutNotice } from '../features/shell/SignedOutNotice';
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
  const portal = useMatches({ select: (matches) => matches.find(({ routeId }) => routeId === PORTAL)?.status });
  return (
    <Providers navigation={navigation}>
      {portal ? (
        <Shell
          frame={
            <PortalShell ready={portal === 'success'}>
              <Outlet />
            </PortalShell>
          }
        />
      ) : (
        <Shell>
          <SignedOutNotice />
          <Outlet />
        </Shell>
      )}
    </Providers>
  );
}

/** The layout route of the screens that need a sign-in. It has succeeded when their words are there. */
const PORTAL = '/{-$locale}/_signed-in';
