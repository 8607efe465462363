import { notFound, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { localeOf, withLocale } from '../../i18n/locale';
import type { Navigation } from './navigation-context';
import { focusContent, returnToPlaces } from './place';

export function useRouterNavigation(): Navigation {
  const router = useRouter();
  const pathname = useLocation({ select: (location) => location.pathname });
  const actions = useMemo<Omit<Navigation, 'pathname'>>(
    () => ({
      go: (href, { replace, samePage = false } = {}) =>
        void router.navigate({ href, replace, resetScroll: !samePage, hashScrollIntoView: !samePage }),
      prepare: (href) => void router.preloadRoute({ to: href }),
    }),
    [router],
  );
  return useMemo(() => ({ pathname, ...actions }), [pathname, actions]);
}

export function useReturnToPlaces(): void {
  const router = useRouter();
  useEffect(() => returnToPlaces(router), [router]);
}

/** Focuses the content of a new page, as loading a document would. A change of language is not a new page. */
export function useFocusOnNavigation(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        if (!fromLocation || withLocale(fromLocation.pathname, 'en') === withLocale(toLocation.pathname, 'en')) return;
        focusContent();
      }),
    [router],
  );
}

export function useGoTo(): (path: string) => Promise<void> {
  const router = useRouter();
  return (path) => router.navigate({ href: withLocale(path, localeOf(router.state.location.pathname)) });
}

export const idParam = {
  parse: ({ id }: { id: string }) => ({ id: Number(id) }),
  stringify: ({ id }: { id: number }) => ({ id: String(id) }),
};

/** @throws notFound for an id that is not a safe integer, which shows the page for unknown ids. */
export function assertId(id: number): void {
  if (!Number.isSafeInteger(id)) throw notFound();
}
