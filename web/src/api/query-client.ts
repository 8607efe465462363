import { QueryClient } from '@tanstack/react-query';
// Importing the client registers it with the SDK's Query options.
import './client';

/**
 * Query itself never retries. The SDK's client does, since it knows the status, the delay and the idempotency key. A screen does
 * not refetch what its loader has just fetched. On the next visit the cached response is shown until the new one arrives.
 */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 2000 }, mutations: { retry: false } },
});
