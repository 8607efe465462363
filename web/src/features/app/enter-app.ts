import type { QueryClient } from '@tanstack/react-query';

export type AppContext = { queryClient: QueryClient };

/** Loads the query client, which only routes that call the API need. */
export async function enterApp(): Promise<AppContext> {
  const { queryClient } = await import('../../api/query-client');
  return { queryClient };
}
