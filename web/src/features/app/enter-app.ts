import type { QueryClient } from '@tanstack/react-query';
import { activate, localeOf } from '../../i18n/locale';

/**
 * What the routes that talk to the API need and public pages do not carry: the query client, in the router's context for loaders,
 * and the second message catalog. Called by the layout routes `_signed-in`, `_signed-out` and `_live`.
 */
export async function enterApp(pathname: string): Promise<{ queryClient: QueryClient }> {
  const [{ queryClient }] = await Promise.all([import('../../api/query-client'), activate(localeOf(pathname), 'app')]);
  return { queryClient };
}
