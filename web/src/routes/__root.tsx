import { createRootRoute, lazyRouteComponent, Outlet, useMatches } from '@tanstack/react-router';
import { savedState } from '../features/auth/saved-state';
import { useFocusOnNavigation, useReturnToPlaces, useRouterNavigation } from '../features/navigation/router-navigation';
import { PortalShell } from '../features/portal/PortalShell';
import { Providers, Shell, SiteFrame } from '../features/shell/Shell';
import { SignedOutNotice } from '../features/shell/SignedOutNotice';
import { SiteMissingNote } from '../features/shell/SiteMissingNote';
import { loadSiteEnd, siteEnd } from '../features/shell/site-end';
import { activate, localeOf } from '../i18n/locale';

export const Route = createRootRoute({
  validateSearch: (search: Record<string, unknown>): { state?: unknown } =>
    'state' in search ? { state: search['state'] } : {},
  async beforeLoad({ location, search, preload, matches }) {
    const end = matches.some(({ routeId }) => routeId === PORTAL) ? undefined : loadSiteEnd();
    if (preload) return;
    if (search.state) savedState.restore(search.state);
    await Promise.all([activate(localeOf(location.pathname)), end]);
  },
  component: Root,
  // Empty, because a skeleton would need messages, which are still loading.
  pendingComponent: () => null,
  notFoundComponent: lazyRouteComponent(() => import('../features/page/BrokenLink'), 'BrokenLink'),
});

function Root() {
  const navigation = useRouterNavigation();
  useFocusOnNavigation();
  useReturnToPlaces();
  const portal = useMatches({ select: (matches) => matches.find(({ routeId }) => routeId === PORTAL)?.status });
  // The layouts of screens have a note of their own.
  const hasLayout = useMatches({ select: (matches) => matches.some(({ routeId }) => routeId.includes('/_')) });
  return (
    <Providers navigation={navigation}>
      {portal ? (
        <Shell portal>
          <PortalShell ready={portal === 'success' || portal === 'notFound'}>
            <Outlet />
          </PortalShell>
        </Shell>
      ) : (
        <Shell>
          <SiteFrame end={siteEnd()}>
            <SignedOutNotice />
            <Outlet />
          </SiteFrame>
          {!hasLayout && <SiteMissingNote />}
        </Shell>
      )}
    </Providers>
  );
}

/** The layout route of the screens that need a sign-in. Once it has matched, its catalogs are loaded. */
const PORTAL = '/{-$locale}/_signed-in';
