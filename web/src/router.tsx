import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { FailedLoad } from './features/page/FailedLoad';
import { routeTree } from './routeTree.gen';
import { Skeleton } from './ui/Skeleton';

export const createAppRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    ...(history && { history }),
    defaultPreload: 'intent',
    defaultPendingMs: 200,
    defaultErrorComponent: FailedLoad,
    defaultPendingComponent: () => <Skeleton className="page py-20" lines={5} />,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
