import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from './features/navigation/search-params';
import { FailedLoad, PageSkeleton } from './features/page/ScreenStates';
import { addCatalog } from './i18n/locale';
import { routeTree } from './routeTree.gen';

addCatalog({ en: () => import('virtual:catalogs/en/app.tsx'), es: () => import('virtual:catalogs/es/app.tsx') });

export const createAppRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
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
}
