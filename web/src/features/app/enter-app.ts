import type { QueryClient } from '@tanstack/react-query';
import { activate, localeOf } from '../../i18n/locale';

/**
 * Loads what routes need that call the API, and what public pages do without: the query client, which loaders find in the router's
 * context, and the second message catalog. The layout routes `_signed-in`, `_signed-out` and `_live` call it.
 */
export async function enterApp(pathname: string): Promise<{ queryClient: QueryClient }> {
  const [{ queryClient }] = await Promise.all([import('../../api/query-client'), activate(localeOf(pathname), 'app')]);
  return { queryClient };
}
