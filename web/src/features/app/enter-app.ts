import type { QueryClient } from '@tanstack/react-query';
import { activate, localeOf, type Part } from '../../i18n/locale';

/**
 * Loads what routes need that call the API, and what public pages do without: the query client, which loaders find in the router's
 * context, and the message catalog of all of them beside that of their own `part`. The layout routes `_signed-in`, `_signed-out` and
 * `_live` call it.
 */
export async function enterApp(pathname: string, part: Part = 'app'): Promise<{ queryClient: QueryClient }> {
  const locale = localeOf(pathname);
  const [{ queryClient }] = await Promise.all([
    import('../../api/query-client'),
    activate(locale, 'app'),
    activate(locale, part),
  ]);
  return { queryClient };
}
