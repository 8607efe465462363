import type { QueryClient } from '@tanstack/react-query';
import type { StaticDataRouteOption } from '@tanstack/react-router';
import { activate, localeOf } from '../../i18n/locale';

/** What loaders find in the router's context. */
export type AppContext = {
  queryClient: QueryClient;
  /** Why the words of the screen itself are missing, as without a connection. The layout stands without them. */
  wordless?: unknown;
};

type Entered = { location: { pathname: string }; matches: readonly { staticData: StaticDataRouteOption }[] };

/**
 * Loads what routes need that call the API, and what public pages do without: the query client, which loaders find in the router's
 * context, and the words that all of them share beside those that the routes name. The layout routes `_signed-in`, `_signed-out` and
 * `_live` call it.
 */
export async function enterApp({ location, matches }: Entered): Promise<AppContext> {
  const locale = localeOf(location.pathname);
  const words = matches.flatMap(({ staticData }) => staticData.words ?? []);
  const [{ queryClient }, , wordless] = await Promise.all([
    import('../../api/query-client'),
    activate(locale, 'app'),
    activate(locale, ...words).catch((error: unknown) => error),
  ]);
  return { queryClient, ...(wordless !== undefined && { wordless }) };
}
