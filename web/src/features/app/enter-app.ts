import type { QueryClient } from '@tanstack/react-query';
import type { StaticDataRouteOption } from '@tanstack/react-router';
import { activate, localeOf } from '../../i18n/locale';

/** What loaders find in the router's context. */
export type AppContext = { queryClient: QueryClient };

type Entered = { location: { pathname: string }; matches: readonly { staticData: StaticDataRouteOption }[] };

/**
 * Loads what routes need that call the API, and what public pages do without: the query client, which loaders find in the router's
 * context, and the words that all of them share beside those that the routes name. The layout routes `_signed-in`, `_signed-out` and
 * `_live` call it.
 */
export async function enterApp({ location, matches }: Entered): Promise<AppContext> {
  const words = matches.flatMap(({ staticData }) => staticData.words ?? []);
  const [{ queryClient }] = await Promise.all([
    import('../../api/query-client'),
    activate(localeOf(location.pathname), 'app', ...words),
  ]);
  return { queryClient };
}
