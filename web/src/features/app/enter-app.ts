import type { QueryClient } from '@tanstack/react-query';

export type AppContext = { queryClient: QueryClient };

/**
 * Loads the query client, which routes that call the API need and public pages do not. Called by the layout routes `_signed-in`,
 * `_signed-out` and `_live`.
 */
export async function enterApp(): Promise<AppContext> {
  const { queryClient } = await import('../../api/query-client');
  return { queryClient };
}
