import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';

type Query = { queryKey: QueryKey; queryFn?: unknown };

export type AppContext = {
  queryClient: QueryClient;
  prefetch: (...queries: (Query | false)[]) => void;
};

/** Loads the query client on demand, because only routes that call the API need it. */
export async function enterApp(): Promise<AppContext> {
  const { queryClient } = await import('../../api/query-client');
  return {
    queryClient,
    prefetch(...queries) {
      // The types allow one kind of key, but each query has its own.
      for (const query of queries) if (query) void queryClient.prefetchQuery(query as FetchQueryOptions);
    },
  };
}
