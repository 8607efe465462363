import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { FailedLoad } from './features/page/FailedLoad';
import { PageSkeleton } from './features/page/PageSkeleton';
import './i18n/app-catalogs';
import type { Part } from './i18n/locale';
import { routeTree } from './routeTree.gen';

export const createAppRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    ...(history && { history }),
    defaultPreload: 'intent',
    defaultPendingMs: 200,
    defaultErrorComponent: FailedLoad,
    defaultPendingComponent: PageSkeleton,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }

  interface StaticDataRouteOption {
    /** The parts of the catalog that hold the words of this screen, or of this layout. They are loaded before it is shown. */
    words?: readonly Part[];
  }
}
