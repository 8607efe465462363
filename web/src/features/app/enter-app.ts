import type { QueryClient } from '@tanstack/react-query';

/** What loaders find in the router's context. */
export type AppContext = { queryClient: QueryClient };

/**
 * Loads the query client, which routes that call the API need and public pages do without. The layout routes `_signed-in`,
 * `_signed-out` and `_live` call it.
 */
export async function enterApp(): Promise<AppContext> {
  const { queryClient } = await import('../../api/query-client');
  return { queryClient };
}
